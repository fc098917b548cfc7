from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from annotation.management.import_command import import_and_report
from annotation.queries.imports.import_list import FIELD_NAMES, FILE_FORMATS
from annotation.services.imports.lifecycle import Format
from foundation.base_command import MorelCommand
from morelkit.formats.item_records import KINDS


class Command(MorelCommand):
    help = "Import items from JSONL, JSON, CSV or TSV files: all of them, or none."
    kind = "items"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--format", dest="file_format", default="auto", choices=FILE_FORMATS)
        parser.add_argument(
            "--map",
            dest="fields",
            nargs="+",
            default=[],
            type=_column_and_field,
            metavar="COLUMN=FIELD",
            help=f"the field of a column, in place of the guessed one: {', '.join(FIELD_NAMES)}; "
            "COLUMN= keeps it as metadata; a column inside an object is a dotted path",
        )
        # import_annotations and import_candidates inherit this command
        if self.kind != "annotations":
            parser.add_argument("--language", default="", help="of items whose record does not say theirs")
        if self.kind == "annotations":
            parser.add_argument(
                "--project-spans",
                action="store_true",
                help="if the unit is claims: spans mark the claims that they cover (otherwise they must be claims)",
            )
        if self.kind == "items":
            parser.add_argument(
                "--images",
                type=Path,
                metavar="DIR",
                help="a folder, or a zip file, with the images that the records name by path",
            )
            parser.add_argument(
                "--kind",
                dest="item_kind",
                default="work",
                choices=KINDS,
                help="of items whose record does not say theirs (default: work)",
            )

    def handle(
        self,
        slug: str,
        files: list[Path],
        file_format: Format,
        fields: list[tuple[str, str]],
        item_kind: str = "work",
        language: str = "",
        project_spans: bool = False,
        images: Path | None = None,
        **_: object,
    ) -> None:
        import_and_report(
            self,
            self.kind,
            slug,
            files,
            file_format,
            item_kind=item_kind,
            language=language,
            project_spans=project_spans,
            fields=dict(fields),
            images=images,
        )


def _column_and_field(text: str) -> tuple[str, str]:
    column, equals, field = text.rpartition("=")
    if not equals:
        raise ArgumentTypeError(f"{text} is not COLUMN=FIELD")
    if field and field not in FIELD_NAMES:
        raise ArgumentTypeError(f"there is no field {field}: {', '.join(FIELD_NAMES)}")
    return column, field
