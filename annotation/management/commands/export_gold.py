from argparse import ArgumentParser
from typing import Literal

from annotation.management.jsonl_writer import write_records, write_table
from annotation.queries.gold.gold_export import GoldExport
from annotation.queries.gold.gold_policies import gold_policy
from annotation.queries.projects.access import project_by_slug
from foundation.audit import AuditKind, record_and_commit
from foundation.base_command import MorelCommand
from morelkit.gold.gold_options import add_gold_options


class Command(MorelCommand):
    help = "Write gold in the record format of the project: the labels of every item with enough annotations."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--lang", default="", help="one language (default: all)")
        add_gold_options(parser, policy="the project's", minimum="the redundancy")
        parser.add_argument(
            "--dawid-skene",
            action="store_true",
            help="add what Dawid–Skene says of each item, as a field dawid_skene; gold stays as it is",
        )
        parser.add_argument("--extra", action="store_true", help="add everyone's raw annotations")
        parser.add_argument(
            "--format",
            dest="file_format",
            default="jsonl",
            choices=["jsonl", "csv", "tsv"],
            help="JSON lines, or a table with the columns of the imported one",
        )
        parser.add_argument("--out", required=True, help="file, or - for standard output")

    def handle(
        self,
        slug: str,
        lang: str,
        policy: str,
        threshold: str,
        ties: str,
        min_annotations: int | None,
        collapse: list[str],
        derive: str,
        dawid_skene: bool,
        extra: bool,
        file_format: Literal["jsonl", "csv", "tsv"],
        out: str,
        **_: object,
    ) -> None:
        project = project_by_slug(slug)
        export = GoldExport(
            project,
            policy=gold_policy(
                project,
                policy=policy,
                threshold=threshold,
                ties=ties,
                min_annotations=min_annotations,
                collapse=collapse,
                derive=derive,
            ),
            language=lang,
            extra=extra,
            dawid_skene=dawid_skene,
            table=file_format != "jsonl",
        )
        details = {"language": lang, "policy": export.policy.describe(), "annotations": extra}

        def record_export() -> None:
            record_and_commit(AuditKind.DATA_EXPORTED, project.scope, content="gold", **details)

        if file_format == "jsonl":
            written = write_records(export, out, record_export)
        else:
            written = write_table(export, export.columns(), file_format, out, record_export)
        self.stderr.write(f"{written} items; {export.left_out} left out with too few annotations.")
        self.stderr.write(f"Policy: {export.policy.describe()}.")
        for language, found in (export.aggregates or {}).items():
            self.stderr.write(f"Dawid–Skene, {language}: {found.describe()}.")
