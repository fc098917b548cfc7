from argparse import ArgumentParser

from annotation.management.demo import HARBOURS, demo_release
from annotation.queries.releases.release_files import release_directory
from evaluation.queries.tasks.existing import account, is_taken
from evaluation.services.synthetic.demo import build_demo
from evaluation.services.tasks.create_task import ReleaseSource
from foundation.base_command import MorelCommand

SLUG = "harbours"


class Command(MorelCommand):
    help = (
        "Load a demo of a shared task, unless it is complete: twelve synthetic systems on a release of the demo "
        "project, which is built if there is none. Run `demo` first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--slug", default=SLUG, help=f"of the task; default: {SLUG}")

    def handle(self, slug: str, **_: object) -> None:
        if is_taken(slug):
            self.stdout.write(f"There is a task {slug} already.")
            return
        release = demo_release()
        source = ReleaseSource(
            release_directory(release), release.name, release.manifest_sha256, HARBOURS.slug
        )
        build_demo(slug, source, account("lena"), account("ada"))
        self.stdout.write(
            f"/tasks/{slug}: synthetic systems on the release {release.name} of {HARBOURS.slug}."
        )
