from argparse import ArgumentParser

from annotation.queries.projects.access import writable_project
from annotation.services.projects.project_settings import set_language
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Close a language, so that nothing more is assigned or submitted in it, or open it again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("language")
        parser.add_argument("--reopen", action="store_true")

    def handle(self, slug: str, language: str, reopen: bool, **_: object) -> None:
        row = set_language(writable_project(slug), language, closed=not reopen)
        self.stdout.write(f"{row.spelling} is {'closed' if row.closed else 'open'}.")
