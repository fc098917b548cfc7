from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import CommandError

from annotation.services.backup.create_backup import create_backup
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Write database, releases, uploads and secret key to one archive, while people work. Exit status 1: it "
        "is written, and the site lacks files that it should have."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="new file, such as morel-2026-12-31.tar.gz")

    def handle(self, file: Path, **_: object) -> None:
        done = create_backup(file.absolute())
        rows = sum(done.counts.values())
        self.stdout.write(f"{file}: {done.size:,} bytes, {done.members:,} files, {rows:,} rows.")
        if done.missing:
            raise CommandError(
                "\n".join([f"{file} is written, and the site lacks files:", *done.missing]), returncode=1
            )
