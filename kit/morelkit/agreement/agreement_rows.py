"""Agreement of items and of languages as rows, and rows as the text that the commands print."""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class ItemAgreement(NamedTuple):
    """`spelling`: the item's language as it was imported; `language`: as languages are compared."""

    external_id: str
    spelling: str
    language: str
    n: int
    agreement: float | None


def item_rows(items: Iterable[ItemAgreement], policy: str) -> list[dict[str, Any]]:
    """Return `id, lang, n, agreement, policy` of every item, in order."""
    return [
        {
            "id": row.external_id,
            "lang": row.spelling,
            "n": row.n,
            "agreement": row.agreement,
            "policy": policy,
        }
        for row in items
    ]


def language_rows(
    items: Iterable[ItemAgreement], spellings: Mapping[str, str], policy: str
) -> list[dict[str, Any]]:
    """Return a row for each language of `spellings`: items, counted items (n ≥ 2), the range of n, mean agreement."""
    ns: dict[str, list[int]] = defaultdict(list)
    values: dict[str, list[float]] = defaultdict(list)
    for row in items:
        ns[row.language].append(row.n)
        if row.agreement is not None:
            values[row.language].append(row.agreement)
    return [
        {
            "lang": spelling,
            "items": len(ns[language]),
            "counted": sum(n >= 2 for n in ns[language]),
            "annotators_min": min(ns[language], default=0),
            "annotators_max": max(ns[language], default=0),
            "agreement": _mean(values[language]),
            "policy": policy,
        }
        for language, spelling in spellings.items()
    ]


def label_rows(measures: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each language and item label. `measures`: the `AgreementMeasures` of each spelling."""
    columns = ("alpha", "percentage", "majority_accuracy")
    return [
        {
            "lang": spelling,
            "label": label["name"],
            "annotations": label["n"],
            "counted": label["counted"],
            **{column: label[column] for column in columns},
        }
        for spelling, found in measures.items()
        for label in found["item_labels"]
    ]


def with_claims(
    rows: Iterable[Mapping[str, Any]], measures: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the rows of languages with agreement on claims. `measures`: the `AgreementMeasures` of each spelling."""
    return [
        {
            **row,
            "claims": measures[row["lang"]]["claims"]["counted"],
            "claim_kappa": measures[row["lang"]]["claims"]["kappa"],
            "claim_alpha": measures[row["lang"]]["claims"]["alpha"],
        }
        for row in rows
    ]


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def rows_json(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the rows as a JSON list, numbers unrounded."""
    return json.dumps(rows, ensure_ascii=False, indent=1)


def rows_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the rows as a table for people, numbers rounded to six decimals."""
    if not rows:
        return "No items."
    columns = list(rows[0])
    cells = [columns, *([_cell(row[column]) for column in columns] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def _cell(value: object) -> str:
    if value is None or value == "":
        return "–"
    return f"{value:.6f}" if isinstance(value, float) else str(value)
