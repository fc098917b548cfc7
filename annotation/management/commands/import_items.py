from argparse import ArgumentParser
from pathlib import Path

from annotation.management.base_command import MorelCommand
from annotation.management.import_command import import_and_report
from annotation.services.imports.lifecycle import Format
from morelkit.formats.item_records import KINDS


class Command(MorelCommand):
    help = "Import items from JSONL, CSV or TSV files: all of them, or none."
    kind = "items"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--format", dest="file_format", default="auto", choices=["auto", "jsonl", "csv", "tsv"]
        )
        if self.kind == "items":  # import_annotations inherits this command
            parser.add_argument(
                "--kind",
                dest="item_kind",
                default="work",
                choices=KINDS,
                help="of items whose record does not say theirs (default: work)",
            )

    def handle(
        self, slug: str, files: list[Path], file_format: Format, item_kind: str = "work", **_: object
    ) -> None:
        import_and_report(self, self.kind, slug, files, file_format, item_kind)
