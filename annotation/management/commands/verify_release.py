from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import CommandError

from foundation.base_command import MorelCommand
from foundation.errors import InvalidError
from morelkit.release.verify import NotAReleaseError, verification_text, verify


class Command(MorelCommand):
    help = (
        "Recompute labels, tables and agreement of a release from the raw annotations in its directory, and check "
        "every file. Exit status 1 says that something differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path)
        parser.add_argument(
            "--manifest", default="", metavar="SHA256", help="that of manifest.json, as published"
        )

    def handle(self, directory: Path, manifest: str, **_: object) -> None:
        try:
            done = verify(directory, manifest)
        except NotAReleaseError as error:
            raise InvalidError(str(error), code="no_release") from error
        self.stdout.write(verification_text(done), ending="")
        if done.differences:
            raise CommandError(f"{len(done.differences) + done.beyond} differences.", returncode=1)
