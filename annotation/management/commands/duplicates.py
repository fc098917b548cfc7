from argparse import ArgumentParser

from django.utils import timezone

from annotation.queries.items.duplicates import duplicates
from annotation.queries.projects.access import project_by_slug, writable_project
from annotation.services.imports.duplicates import remove_duplicates, restore_duplicates
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "List items that repeat the question and the answer of another item; remove or restore them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--remove", action="store_true", help="take those out that nobody has begun")
        change.add_argument("--restore", action="store_true", help="bring back those that were removed")

    def handle(self, slug: str, remove: bool, restore: bool, **_: object) -> None:
        if remove:
            number = remove_duplicates(writable_project(slug), timezone.now())
            self.stdout.write(f"Removed {number} items. --restore brings them back.")
        elif restore:
            self.stdout.write(f"Restored {restore_duplicates(writable_project(slug))} items.")
        else:
            found = duplicates(project_by_slug(slug))
            for row in found.shown:
                state = " (begun, stays)" if row.begun else ""
                self.stdout.write(f"{row.external_id} repeats {row.kept}{state}")
            self.stdout.write(
                f"{found.found} items repeat another one, {found.removable} of them can be removed; "
                f"{found.removed} were removed."
            )
