from argparse import ArgumentParser

from annotation.models import Membership
from annotation.queries.projects.access import writable_project
from annotation.services.people.members import add_member
from foundation.base_command import MorelCommand, languages_argument, split_languages


class Command(MorelCommand):
    help = "Make a person a member of a project, with an account where they have none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("username")
        parser.add_argument("--role", required=True, choices=Membership.Role.values)
        languages_argument(parser)
        parser.add_argument("--password", default="", help="without it, a new account gets a random one")

    def handle(self, slug: str, username: str, role: str, languages: str, password: str, **_: object) -> None:
        membership, made = add_member(
            writable_project(slug),
            username,
            role,
            languages=split_languages(languages),
            password=password,
        )
        where = ", ".join(membership.languages) or "all languages"
        self.stdout.write(f"{username} is {role} of {slug} ({where}).")
        if made and not password:
            self.stdout.write(f"Password: {made}")
