import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from annotation.queries.gold.gold_policies import parse_policy
from annotation.queries.gold.policy_comparison import ChangeCount, ChangeTally, GoldComparison
from annotation.queries.projects.access import languages_of, project_by_slug
from foundation.base_command import MorelCommand, progress_bar
from morelkit.gold.policy import to_json
from morelkit.gold.policy_comparison import KINDS
from morelkit.text.languages import fold_tag

_COLUMN_TITLES = {
    "items": "items",
    "changed": "changed",
    "soft": "soft labels",
    "hard": "hard labels",
    "labels": "item labels",
    "left": "left only",
    "right": "right only",
}


class Command(MorelCommand):
    help = "Which items' gold changes between two policies, and how."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        for side in ("left", "right"):
            parser.add_argument(
                f"--{side}",
                nargs="+",
                default=[],
                metavar="WORD",
                help="policy=merged threshold=2/3 ties=in min_annotations=2 collapse=fluency=minor:y "
                "derive=not-factual; other values are the project's",
            )
        parser.add_argument("--lang", default="", help="one language (default: all)")
        parser.add_argument(
            "--json", action="store_true", help="policies, counts, and the changed items by id"
        )

    def handle(
        self, slug: str, left: list[str], right: list[str], lang: str, json: bool, **_: object
    ) -> None:
        project = project_by_slug(slug)
        comparison = GoldComparison(
            project,
            parse_policy(project, " ".join(left), "left"),
            parse_policy(project, " ".join(right), "right"),
            fold_tag(lang),
        )
        spellings = {row.language: row.spelling for row in languages_of(project)}
        counts = ChangeTally({fold_tag(lang): spellings[fold_tag(lang)]} if lang else spellings)
        watch, total, done = progress_bar("Comparing"), comparison.total, 0
        changed: list[dict[str, Any]] = []
        for chunk in comparison.chunks():
            counts.add(chunk)
            if json:
                changed += [
                    {"id": chunk.items[place].external_id, "changes": chunk.changes.of(place)}
                    for place in chunk.changed()
                ]
            done += len(chunk.items)
            if watch:
                watch(done, total)
        rows = counts.rows()
        self.stdout.write(_json(comparison, rows, changed) if json else "\n".join(_lines(comparison, rows)))


def _json(comparison: GoldComparison, rows: list[ChangeCount], changed: list[dict[str, Any]]) -> str:
    found = {
        "left": to_json(comparison.left),
        "right": to_json(comparison.right),
        "languages": [asdict(row) for row in rows],
        "changed": changed,
    }
    return json.dumps(found, ensure_ascii=False, indent=1)


def _lines(comparison: GoldComparison, rows: list[ChangeCount]) -> list[str]:
    columns = ("items", "changed", *KINDS)
    cells = [(row.spelling, [getattr(row, name) for name in columns]) for row in rows]
    cells.append(("all", [sum(getattr(row, name) for row in rows) for name in columns]))
    return [
        f"left:  {comparison.left.describe()}",
        f"right: {comparison.right.describe()}",
        "  ".join(["lang".ljust(8), *(_COLUMN_TITLES[name].rjust(11) for name in columns)]),
        *(
            "  ".join([head.ljust(8), *(str(number).rjust(11) for number in numbers)])
            for head, numbers in cells
        ),
    ]
