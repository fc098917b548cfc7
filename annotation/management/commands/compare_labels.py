from argparse import ArgumentParser

from annotation.management.jsonl_writer import write_text
from annotation.queries.imports.label_report import csv_lines, differing_labels
from annotation.queries.projects.access import project_by_slug
from foundation.audit import AuditKind, record_and_commit
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Write a CSV table of the label fields that items were imported with and that do not follow from their "
        "annotations: id, language, field, imported and computed value."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--out", required=True, help="file, or - for standard output")

    def handle(self, slug: str, out: str, **_: object) -> None:
        project = project_by_slug(slug)

        def record_export() -> None:
            record_and_commit(AuditKind.DATA_EXPORTED, project.scope, content="differing labels")

        rows = [*differing_labels(project)]
        write_text(csv_lines(iter(rows)), out, record_export)
        items = len({row.id for row in rows})
        self.stderr.write(f"{items} items have labels that do not follow from their annotations.")
