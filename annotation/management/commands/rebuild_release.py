from argparse import ArgumentParser
from pathlib import Path

from annotation.queries.projects.access import project_by_slug
from annotation.queries.releases.release_list import release_by_name
from annotation.services.releases.build_job import rebuild
from foundation.base_command import MorelCommand, progress_bar


class Command(MorelCommand):
    help = "Build a release once more from its freeze record: the same bytes, whatever has happened since."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("--out", type=Path, required=True, help="directory, which must not be there yet")

    def handle(self, slug: str, name: str, out: Path, **_: object) -> None:
        release = release_by_name(project_by_slug(slug), name)
        rebuild(release, out.absolute(), progress_bar("Rebuilding"))
        self.stdout.write(f"{out}: {release.name} as it was frozen {release.frozen_at:%Y-%m-%d %H:%M} UTC.")
