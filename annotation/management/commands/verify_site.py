from django.core.management.base import CommandError

from annotation.services.backup.verify_site import verify_site
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Compare the statistics of all projects with a recomputation, and verify all releases. Nothing is changed. "
        "Exit status 1: there are differences."
    )

    def handle(self, **_: object) -> None:
        found = verify_site(self.stdout.write)
        if found:
            raise CommandError(f"{found} differences.", returncode=1)
