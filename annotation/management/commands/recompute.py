from argparse import ArgumentParser

from django.core.management.base import CommandError

from annotation.queries.projects.access import project_by_slug
from annotation.services.statistics.recompute import recompute
from foundation.base_command import MorelCommand, progress_bar


class Command(MorelCommand):
    help = (
        "Rebuild the statistics of items and languages from the annotations, and name every difference. "
        "With --check nothing is changed, and exit status 1 says that there were some."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--check", action="store_true", help="only tell")

    def handle(self, slug: str, check: bool, **_: object) -> None:
        project = project_by_slug(slug)
        found = recompute(project, self.stdout.write, check=check, progress=progress_bar("Recomputing"))
        if not found:
            self.stdout.write(f"{project.slug}: no difference, policy {project.policy}.")
        elif check:
            raise CommandError(f"{project.slug}: {found} differences, left as they are.", returncode=1)
        else:
            self.stdout.write(f"{project.slug}: {found} differences, put right.")
