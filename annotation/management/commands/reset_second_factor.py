from argparse import ArgumentParser

from foundation.accounts.second_factor import reset_second_factor
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Turn off the second factor of a person who lost their device. Make sure first that it is them who ask."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, username: str, **_: object) -> None:
        was_on = reset_second_factor(username)
        self.stdout.write(
            f"The second factor of {username} is off." if was_on else f"{username} had no second factor."
        )
