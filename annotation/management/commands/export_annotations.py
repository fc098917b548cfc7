from argparse import ArgumentParser
from typing import Any

from annotation.management.jsonl_writer import write_records
from annotation.queries.gold.gold_export import annotation_records
from annotation.queries.projects.access import project_by_slug
from foundation.audit import AuditKind, record_and_commit
from foundation.base_command import MorelCommand, annotation_field_arguments
from morelkit.formats.annotation_fields import NAMES


class Command(MorelCommand):
    help = "Write everyone's counted annotations as JSON lines, which import_annotations reads back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--lang", default="", help="one language (default: all)")
        annotation_field_arguments(parser, NAMES)
        parser.add_argument("--out", required=True, help="file, or - for standard output")

    def handle(self, slug: str, lang: str, out: str, **options: Any) -> None:
        project = project_by_slug(slug)
        records = annotation_records(project, lang, [name for name in NAMES if options[name]])

        def record_export() -> None:
            record_and_commit(AuditKind.DATA_EXPORTED, project.scope, content="annotations", language=lang)

        written = write_records(records, out, record_export)
        self.stderr.write(f"{written} items.")
