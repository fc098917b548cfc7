from argparse import ArgumentParser

from annotation.management.jsonl_writer import write_records
from annotation.queries.projects.access import project_by_slug
from annotation.queries.sources.source_records import exported_records, source_named
from foundation.audit import AuditKind, record_and_commit
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Write a source as JSON lines: its header and its records, as import_source reads them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("--source-version", default="", metavar="VERSION")
        parser.add_argument("--out", required=True, help="file, or - for standard output")

    def handle(self, slug: str, name: str, source_version: str, out: str, **_: object) -> None:
        project = project_by_slug(slug)
        source = source_named(project, name, source_version)

        def record_export() -> None:
            record_and_commit(AuditKind.DATA_EXPORTED, project.scope, content="source", source=source.pk)

        written = write_records(exported_records(source), out, record_export)
        self.stderr.write(f"{written - 1} records.")
