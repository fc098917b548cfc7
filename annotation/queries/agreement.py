"""Agreement recomputed from the annotations themselves, for any policy."""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from annotation.bulk import batches
from annotation.domain.agreement import count_item
from annotation.models import Item, Project
from annotation.queries.annotations import counted_spans
from annotation.queries.projects import languages_of, scheme_of

_CHUNK = 500


class ItemAgreement(NamedTuple):
    external_id: str
    spelling: str
    language: str
    n: int
    agreement: float | None


def by_item(project: Project, policy: str) -> list[dict[str, Any]]:
    """`id, lang, n, agreement, policy` of every work item, in the order of import."""
    return [
        {
            "id": row.external_id,
            "lang": row.spelling,
            "n": row.n,
            "agreement": row.agreement,
            "policy": policy,
        }
        for row in _items(project, policy)
    ]


def by_language(project: Project, policy: str) -> list[dict[str, Any]]:
    """Of every language: its items, how many are counted (n ≥ 2), fewest and most annotators, mean agreement."""
    ns: dict[str, list[int]] = defaultdict(list)
    values: dict[str, list[float]] = defaultdict(list)
    for row in _items(project, policy):
        ns[row.language].append(row.n)
        if row.agreement is not None:
            values[row.language].append(row.agreement)
    return [
        {
            "lang": row.spelling,
            "items": len(ns[row.language]),
            "counted": sum(n >= 2 for n in ns[row.language]),
            "annotators_min": min(ns[row.language], default=0),
            "annotators_max": max(ns[row.language], default=0),
            "agreement": _mean(values[row.language]),
            "policy": policy,
        }
        for row in languages_of(project)
    ]


def _mean(values: list[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _items(project: Project, policy: str) -> Iterator[ItemAgreement]:
    uses_spans = scheme_of(project).uses_spans
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK).order_by("ordinal")
    rows = items.only("external_id", "spelling", "language", "answer").iterator(_CHUNK)
    for chunk in batches(rows, _CHUNK):
        spans = counted_spans(item.pk for item in chunk)
        for item in chunk:
            count = count_item(policy, item.answer, spans.get(item.pk, []))
            agreement = count.agreement if uses_spans else None
            yield ItemAgreement(item.external_id, item.spelling, item.language, count.n, agreement)
