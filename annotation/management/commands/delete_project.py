from argparse import ArgumentParser
from pathlib import Path

from annotation.queries.projects.access import project_by_slug
from annotation.services.transfer.delete_project import delete_project
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Delete an archived project, with its releases, after it was exported. Accounts stay. This cannot be undone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--export", type=Path, required=True, help="archive of export_project, made since it was archived"
        )
        parser.add_argument("--confirm", default="", metavar="SLUG", help="the same slug once more")

    def handle(self, slug: str, export: Path, confirm: str, **_: object) -> None:
        deleted = delete_project(project_by_slug(slug), export.absolute(), confirm)
        self.stdout.write(f"{slug}: {deleted:,} rows and all files are deleted. {export} holds them.")
