from argparse import ArgumentParser

from annotation.management.jsonl_writer import write_records
from annotation.queries.creation.question_list import candidate_records
from annotation.queries.projects.access import project_by_slug
from foundation.audit import AuditKind, record_and_commit
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Write the candidates of the creation step as JSON lines: as imported, with what became of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--rest", action="store_true", help="only candidates that did not become items")
        parser.add_argument("--out", required=True, help="file, or - for standard output")

    def handle(self, slug: str, rest: bool, out: str, **_: object) -> None:
        project = project_by_slug(slug)

        def record_export() -> None:
            record_and_commit(AuditKind.DATA_EXPORTED, project.scope, content="candidates")

        written = write_records(candidate_records(project, rest=rest), out, record_export)
        self.stderr.write(f"{written} candidates.")
