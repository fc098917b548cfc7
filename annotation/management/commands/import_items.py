from argparse import ArgumentParser
from pathlib import Path

from annotation.management.importing import import_and_report
from annotation.management.refusing import RefusingCommand


class Command(RefusingCommand):
    help = "Import items from JSONL, CSV or TSV files: all of them, or none."
    kind = "items"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--format", default="auto", choices=["auto", "jsonl", "csv", "tsv"])

    def handle(self, slug: str, files: list[Path], format: str, **_: object) -> None:
        import_and_report(self, self.kind, slug, files, format)
