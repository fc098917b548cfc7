from argparse import ArgumentParser

from django.utils import timezone

from annotation.models import Membership
from annotation.queries.projects.access import writable_project
from annotation.services.people.invitations import invite
from foundation.base_command import MorelCommand, languages_argument, split_languages


class Command(MorelCommand):
    help = "Make a link by which people join a project."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--role", default=Membership.Role.ANNOTATOR.value, choices=Membership.Role.values)
        languages_argument(parser)
        parser.add_argument("--days", type=int, default=14, help="how long it is valid")
        parser.add_argument("--uses", type=int, default=1, help="how many may join by it; 0 for any number")
        parser.add_argument("--note", default="", help="whom it is for; only leads see it")

    def handle(
        self, slug: str, role: str, languages: str, days: int, uses: int, note: str, **_: object
    ) -> None:
        made = invite(
            writable_project(slug),
            None,
            timezone.now(),
            role=role,
            languages=split_languages(languages),
            days=days,
            max_uses=uses or None,
            note=note,
        )
        self.stdout.write(f"/join/{made.code}")
        self.stdout.write(
            f"Put the address of this server before it. Valid until {made.expires_at:%Y-%m-%d %H:%M} UTC."
        )
