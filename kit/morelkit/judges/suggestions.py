"""What suggestions of a judge change: work done with them beside blind work, on items that a seed drew.

Closeness is that of each annotation to the judge: IoU of the spans, and κ of the claims. Agreement is that of two
annotations of an item, as in `morelkit.agreement.annotator_comparison`. Spans are normalized as everywhere.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import combinations, product
from typing import Any, Final

import numpy as np

from morelkit.agreement.bootstrap_interval import bootstrap_interval
from morelkit.agreement.character_counts import ItemCount, count_runs
from morelkit.agreement.undefined import Undefined
from morelkit.annotated import AnnotatedItem
from morelkit.judges.alternative_annotator import MIN_ITEMS
from morelkit.judges.comparison import CLAIM_CHOICES, CLAIMS, Comparison, Question, iou
from morelkit.judges.confusion import Confusion
from morelkit.text.normalization import Range

Report = dict[str, Any]


class Condition(StrEnum):
    """What an annotator saw. `first`: the blind answer before suggestions were revealed; `revealed`: the one after."""

    BLIND = "blind"
    SHOWN = "shown"
    FIRST = "first"
    REVEALED = "revealed"


SEEN: Final = (Condition.SHOWN, Condition.REVEALED)


@dataclass(frozen=True, slots=True)
class Offered:
    """What became of the suggestions that an annotator saw on an item.

    `moved`: accepted ones that no mark has the bounds of: their mark was changed, or united with another one.
    """

    suggestions: int
    accepted: int = 0
    dismissed: int = 0
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """The spans of an annotator on an item, as in `AnnotatedItem`. `judge`: of the suggestions they are compared with.

    `seconds`: active time, 0 if unknown; of `revealed` work that after the first answer.
    """

    judge: str
    item: AnnotatedItem
    annotator: str
    condition: Condition
    spans: Sequence[list[Any]]
    seconds: int
    offered: Offered | None = None


@dataclass(frozen=True, slots=True)
class _Measured:
    """Work with its normalized spans. `iou`, `claims`: None if the judge says nothing comparable.

    `claims`: their number by the choice of the annotator and of the judge, row by row of the confusion matrix.
    """

    work: Work
    ranges: tuple[Range, ...]
    iou: float | None
    claims: tuple[int, ...] | None


def suggestions_report(comparison: Comparison, works: Iterable[Work], by: str, seed: int) -> list[Report]:
    """Return the figures of each judge with suggestions that were seen, and with several of all (`judge`: None)."""
    measured: defaultdict[str, list[_Measured]] = defaultdict(list)
    for work in works:
        measured[work.judge].append(_measured(comparison, work))
    seen = {
        judge: found
        for judge, found in measured.items()
        if any(each.work.condition != Condition.BLIND for each in found)
    }
    groups = [
        ({group.by: group.value} if group.by else {}, {item.id for item in group.items})
        for group in comparison.groups(by)
    ]
    rows: list[tuple[str | None, list[_Measured]]] = [(judge, seen[judge]) for judge in sorted(seen)]
    if len(seen) > 1:
        rows.append((None, [each for found in seen.values() for each in found]))
    return [
        {
            "judge": judge,
            "groups": [
                {**name, **_figures([each for each in found if each.work.item.id in ids], seed)}
                for name, ids in groups
            ],
        }
        for judge, found in rows
    ]


def _measured(comparison: Comparison, work: Work) -> _Measured:
    item = AnnotatedItem(work.item.record, {work.annotator: list(work.spans)})
    [ranges] = item.count(comparison.scheme, comparison.policy).normalized
    if comparison.judgement(work.judge, item).spans is None:
        return _Measured(work, ranges, None, None)
    of_judge = comparison.choices(work.judge, Question(CLAIMS, CLAIM_CHOICES), item) or []
    pairs = Counter(zip(comparison.claim_choices(item, ranges), of_judge, strict=False))
    return _Measured(
        work,
        ranges,
        iou(comparison.ranges(work.judge, item), ranges),
        tuple(pairs[own, judged] for own, judged in product(range(len(CLAIM_CHOICES)), repeat=2)),
    )


def _figures(found: Sequence[_Measured], seed: int) -> Report:
    of = {each: [one for one in found if one.work.condition == each] for each in Condition}
    return {
        "acceptance": {each.value: _acceptance(of[each]) for each in SEEN if of[each]},
        "conditions": {each.value: _condition(of[each], seed) for each in Condition if of[each]},
        "revealed": _revealed(of[Condition.FIRST], of[Condition.REVEALED]) if of[Condition.FIRST] else None,
    }


def _acceptance(found: Sequence[_Measured]) -> Report:
    offered = [each.work.offered for each in found if each.work.offered]
    suggestions = sum(each.suggestions for each in offered)
    accepted = sum(each.accepted for each in offered)
    dismissed = sum(each.dismissed for each in offered)
    return {
        "annotations": len(offered),
        "suggestions": suggestions,
        "accepted": accepted,
        "dismissed": dismissed,
        "neither": suggestions - accepted - dismissed,
        "moved": sum(each.moved for each in offered),
    }


def _condition(found: Sequence[_Measured], seed: int) -> Report:
    """Blind work may be compared with several judges; its time and its agreement count once."""
    own = {(each.work.item.id, each.work.annotator): each for each in found}
    seconds = [each.work.seconds for each in own.values() if each.work.seconds]
    by_item: defaultdict[str, list[_Measured]] = defaultdict(list)
    for each in own.values():
        by_item[each.work.item.id].append(each)
    closeness: defaultdict[str, list[float]] = defaultdict(list)
    for each in found:
        if each.iou is not None:
            closeness[each.work.item.id].append(each.iou)
    agreement = [_agreement(each) for each in by_item.values() if len(each) > 1]
    return {
        "annotations": len(own),
        "items": len(by_item),
        "timed": len(seconds),
        "seconds": float(np.median(seconds)) if seconds else None,
        "iou": _mean([float(np.mean(each)) for each in closeness.values()], seed),
        "kappa": _kappa(found, seed),
        "agreement": _mean(agreement, seed),
    }


def _agreement(found: Sequence[_Measured]) -> float:
    """Return the mean agreement of the pairs of annotations of an item."""
    pairs = combinations([each.ranges for each in found], 2)
    counts = [ItemCount(2, count_runs([*pair[0], *pair[1]]), pair, {}) for pair in pairs]
    return float(np.mean([count.agreement for count in counts]))


def _mean(values: Sequence[float], seed: int) -> Report:
    """Return the mean over items, with an interval from `MIN_ITEMS` items on."""
    array = np.array(values)
    return {
        "n": len(values),
        "value": float(array.mean()) if values else None,
        "interval": _interval(len(values), partial(bootstrap_interval, array, seed)),
    }


def _kappa(found: Sequence[_Measured], seed: int) -> Report:
    """Return κ of the claims of each annotation with those of the judge. `n`: items."""
    by_item: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for each in found:
        if each.claims and any(each.claims):
            by_item[each.work.item.id].update(dict(enumerate(each.claims)))
    size = len(CLAIM_CHOICES)
    rows = [[counts[cell] for cell in range(size**2)] for counts in by_item.values()]
    tables = np.array(rows, dtype=np.int64).reshape(-1, size, size)
    table = Confusion(tables, np.zeros(size, dtype=np.int64))
    kappa = table.kappa
    return {
        "n": len(rows),
        "value": None if isinstance(kappa, Undefined) else kappa,
        "interval": _interval(len(rows), partial(table.kappa_interval, seed)),
    }


def _interval(items: int, interval: Callable[[], tuple[float, float] | Undefined]) -> list[float] | None:
    if items < MIN_ITEMS:
        return None
    found = interval()
    return None if isinstance(found, Undefined) else list(found)


def _revealed(first: Sequence[_Measured], revealed: Sequence[_Measured]) -> Report:
    """Return how many first answers were kept and changed: toward the judge, away from it, or neither, by IoU."""
    later = {(each.work.judge, each.work.item.id, each.work.annotator): each for each in revealed}
    counts = dict.fromkeys(("kept", "toward", "away", "neither"), 0)
    for before in first:
        after = later[before.work.judge, before.work.item.id, before.work.annotator]
        if _marks(before.work) == _marks(after.work):
            counts["kept"] += 1
        elif before.iou is None or after.iou is None or before.iou == after.iou:
            counts["neither"] += 1
        else:
            counts["toward" if after.iou > before.iou else "away"] += 1
    return {"n": len(first), **counts}


def _marks(work: Work) -> set[tuple[Any, ...]]:
    return {tuple(span) for span in work.spans}
