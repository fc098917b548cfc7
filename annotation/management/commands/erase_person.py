from argparse import ArgumentParser

from django.utils import timezone

from annotation.services.people.erasure import erase_person
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Erase a person: account, address, logins and all they wrote in their own words. What they annotated stays "
        "under its pseudonym. This cannot be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--confirm", default="", metavar="USERNAME", help="the same name once more")

    def handle(self, username: str, confirm: str, **_: object) -> None:
        log = erase_person(username, confirm, timezone.now())
        for each in log:
            self.stdout.write(
                f"{each.project.slug}: {each.annotator.key} is left; {each.comments} comments and {each.messages} "
                "messages replaced."
            )
        self.stdout.write("The account is erased.")
