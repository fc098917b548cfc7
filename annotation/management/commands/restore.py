from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings

from annotation.management.restore_check import check_backup
from annotation.services.backup.restore import restore_backup
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Restore a backup into an empty data directory and database. Run it with the settings of the new site, before "
        "its server."
    )
    requires_system_checks = []  # They need a site.

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--check",
            action="store_true",
            help="restore into a temporary place, recompute statistics, verify releases, and remove it",
        )

    def handle(self, file: Path, check: bool, **_: object) -> None:
        if check:
            check_backup(file.absolute(), self.stdout.write)
            self.stdout.write(f"{file}: no difference.")
            return
        done = restore_backup(file.absolute())
        self.stdout.write(
            f"{settings.DATA_DIR}: restored as of {done.created_at}, {sum(done.counts.values()):,} rows."
        )
        for line in done.missing:
            self.stdout.write(f"Missing since before the backup: {line}")
        if done.key_differs:
            self.stdout.write(
                "MOREL_SECRET_KEY differs from the key of the backup: people have to log in again, and their second "
                "factors cannot be read unless MOREL_SECRET_KEY_FALLBACKS has that key. It is in the file secret-key."
            )
