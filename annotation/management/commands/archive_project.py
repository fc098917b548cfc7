from argparse import ArgumentParser

from django.utils import timezone

from annotation.queries.projects.access import project_by_slug
from annotation.services.projects.archiving import set_archived
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Archive a project: it is in no list and read-only, until it is reopened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--reopen", action="store_true")

    def handle(self, slug: str, reopen: bool, **_: object) -> None:
        set_archived(project_by_slug(slug), not reopen, timezone.now())
        self.stdout.write(f"{slug}: {'reopened' if reopen else 'archived'}.")
