from argparse import ArgumentParser
from pathlib import Path

from annotation.queries.projects.access import project_by_slug
from annotation.services.transfer.export_project import export_project
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Write a project to one archive: all its rows, its releases and their freeze records."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path, help="new file, such as my-project.tar.gz")

    def handle(self, slug: str, file: Path, **_: object) -> None:
        done = export_project(project_by_slug(slug), file.absolute())
        self.stdout.write(
            f"{file}: {done.size:,} bytes, {done.rows:,} rows, {done.people:,} people. SHA-256: {done.sha256}"
        )
