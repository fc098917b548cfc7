from argparse import ArgumentParser
from pathlib import Path

from django.utils import timezone

from annotation.queries.projects.access import Role
from annotation.services.transfer.import_project import import_project, read_people
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Import a project that was exported from another site. People get their work only by --people; the work of all "
        "others stays under its pseudonym, without an account."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--people",
            type=Path,
            help="CSV without a header: user name in the export, user name of this site",
        )
        parser.add_argument("--slug", default="", help="another slug than in the export")

    def handle(self, file: Path, people: Path | None, slug: str, **_: object) -> None:
        mapped = read_people(people) if people else {}
        project = import_project(file.absolute(), mapped, timezone.now(), slug)
        members = project.membership_set.filter(ended_at__isnull=True)
        self.stdout.write(f"{project.slug}: imported, with {members.count()} members.")
        if not members.filter(role=Role.LEAD).exists():
            self.stdout.write(f"It has no lead. Add one: add_member {project.slug} NAME --role lead")
