import json
from argparse import ArgumentParser
from dataclasses import asdict

from annotation.queries.gold.gold_policies import gold_policy
from annotation.queries.projects.access import project_by_slug
from annotation.queries.statistics.crossed_labels import FIELDS, MAX_FIELDS, CrossedLabels
from foundation.base_command import MorelCommand
from morelkit.agreement.crossed_labels import CrossTable, ShareTally
from morelkit.agreement.undefined import Undefined
from morelkit.gold.gold_options import add_gold_options


class Command(MorelCommand):
    help = (
        "Cross gold of a label with fields of the items: counts, residuals (O − E) / √E, χ² and Cramér's V. With "
        "--choice: the distribution of its share by field, with Mann–Whitney and Kolmogorov–Smirnov tests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--field",
            nargs="+",
            required=True,
            help=f"metadata, or one of {', '.join(FIELDS)}; up to {MAX_FIELDS} are combined",
        )
        parser.add_argument(
            "--label", required=True, help="an item label, or a label field of the record format"
        )
        parser.add_argument("--choice", default="", help="of the item label, for its shares")
        parser.add_argument("--json", action="store_true", help="unrounded numbers as JSON")
        add_gold_options(parser, policy="the project's", minimum="the redundancy")

    def handle(
        self,
        slug: str,
        field: list[str],
        label: str,
        choice: str,
        json: bool,
        policy: str,
        threshold: str,
        ties: str,
        min_annotations: int | None,
        collapse: list[str],
        derive: str,
        **_: object,
    ) -> None:
        project = project_by_slug(slug)
        chosen = gold_policy(
            project,
            policy=policy,
            threshold=threshold,
            ties=ties,
            min_annotations=min_annotations,
            collapse=collapse,
            derive=derive,
        )
        crossed = CrossedLabels(project, field, label, chosen, choice)
        if choice:
            tally = crossed.shares
            self.stdout.write(_shares_json(tally) if json else _shares_text(tally))
        else:
            self.stdout.write(_table_json(crossed.table) if json else _table_text(crossed.table))


def _table_json(table: CrossTable) -> str:
    found = asdict(table) | {"majority": table.majority, "majority_accuracy": table.majority_accuracy}
    for name in ("chi_square", "cramers_v"):
        value = found["association"][name]
        found["association"][name] = None if isinstance(value, Undefined) else value
    return json.dumps(found, ensure_ascii=False)


def _table_text(table: CrossTable) -> str:
    lines = ["\t".join(["", *table.columns, *(f"residual {column}" for column in table.columns)])]
    for row, counts, residuals in zip(table.rows, table.counts, table.residuals, strict=True):
        lines.append("\t".join([row, *map(str, counts), *(f"{each:+.3f}" for each in residuals)]))
    found = table.association
    if table.majority_accuracy is not None:
        lines.append(f"Most frequent: {table.majority}, {table.majority_accuracy:.6f} of {found.n} items.")
    if isinstance(found.chi_square, Undefined):
        return "\n".join([*lines, f"χ² is undefined: {found.chi_square.message}."])
    return "\n".join(
        [
            *lines,
            f"χ² = {found.chi_square:.6f}, {found.degrees_of_freedom} degrees of freedom, N = {found.n}, "
            f"V = {found.cramers_v:.6f}",
        ]
    )


def _shares_json(tally: ShareTally) -> str:
    found = {
        "distribution": tally.distribution(),
        "comparisons": [asdict(each) for each in tally.comparisons()],
    }
    return json.dumps(found, ensure_ascii=False)


def _shares_text(tally: ShareTally) -> str:
    lines = []
    for value, shares in tally.distribution().items():
        items = sum(n for _, n in shares)
        mean = sum(share * n for share, n in shares) / items
        lines.append(f"{value}: {items} items, mean {mean:.6f}")
        lines += [f"  {share:.6f}\t{n}" for share, n in shares]
    lines += [
        f"{each.first} > {each.second}: Mann–Whitney p = {each.greater:.3g}; Kolmogorov–Smirnov D = {each.ks:.6f}, "
        f"p = {each.ks_p:.3g}"
        for each in tally.comparisons()
    ]
    return "\n".join(lines)
