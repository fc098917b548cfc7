from annotation.management.base_command import MorelCommand
from annotation.management.demo import load_demo


class Command(MorelCommand):
    help = "Load the demo project, unless it is there, and print its logins."

    def handle(self, **_: object) -> None:
        for login in load_demo():
            self.stdout.write(f"{login['role']:<10} {login['username']:<8} {login['password']}")
