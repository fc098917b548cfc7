from argparse import ArgumentParser

from annotation.domain.normalization import POLICIES
from annotation.management.refusing import RefusingCommand
from annotation.management.writing_out import write_records
from annotation.queries.exports import GoldExport
from annotation.queries.projects import project_by_slug


class Command(RefusingCommand):
    help = "Write gold as JSON lines: soft and hard labels of every item with enough annotations."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--lang", default="", help="one language (default: all)")
        parser.add_argument(
            "--policy", choices=POLICIES, help="normalization policy (default: the project's)"
        )
        parser.add_argument("--min-annotations", type=int, help="default: the redundancy")
        parser.add_argument("--extra", action="store_true", help="add everyone's raw annotations")
        parser.add_argument("--out", required=True, help="file, or - for standard output")

    def handle(
        self,
        slug: str,
        lang: str,
        policy: str | None,
        min_annotations: int | None,
        extra: bool,
        out: str,
        **_: object,
    ) -> None:
        project = project_by_slug(slug)
        export = GoldExport(
            project,
            policy=policy or project.policy,
            language=lang,
            min_annotations=min_annotations,
            extra=extra,
        )
        written = write_records(export, out)
        self.stderr.write(
            f"{written} items under {export.policy}; {export.left_out} left out with too few annotations."
        )
