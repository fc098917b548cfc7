from argparse import ArgumentParser

from annotation.management.demo import TASKS, load_demo
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Load the demo project, or a demo of a task, unless it is there, and print its logins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--task", default="", choices=TASKS, help="add a small project of this task")

    def handle(self, task: str, **_: object) -> None:
        for login in load_demo(task):
            self.stdout.write(f"{login['role']:<10} {login['username']:<8} {login['password']}")
