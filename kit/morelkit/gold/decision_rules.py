"""Decide on the gold of an item by a stated rule instead of by hand: ties, and small differences of boundaries.

A rule settles an item completely or not at all: where anything is left that it does not speak about, a person decides.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_high, median_low
from typing import Final, Literal, get_args

from morelkit.agreement.character_counts import count_runs
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import hard_labels
from morelkit.text.normalization import Range
from morelkit.text.spans import Span

Boundaries = Literal["majority", "longest", "shortest", "median"]

BOUNDARIES: Final[tuple[Boundaries, ...]] = get_args(Boundaries)
MAX_DIFFERENCE: Final = 50
"""Most characters by which boundaries may differ under a rule."""

Ranges = Mapping[str, Sequence[Range]]
"""One annotator's normalized ranges by label, sorted and without overlap."""


@dataclass(frozen=True, slots=True)
class TieRule:
    """Characters that exactly half of the annotators marked are gold, or not. All others are decided by majority."""

    gold: bool


@dataclass(frozen=True, slots=True)
class BoundaryRule:
    """Marks that all annotators set, whose boundaries differ by at most `characters`, get the boundaries `take`.

    majority: the characters that more than half marked. longest, shortest: of one annotator, the first in the text if
    several are as long. median: the median of the starts and that of the ends; of two middle ones the longer mark.
    """

    characters: int
    take: Boundaries


DecisionRule = TieRule | BoundaryRule


def describe(rule: DecisionRule) -> str:
    """Return the rule in words, as decisions record it. Different rules have different descriptions."""
    if isinstance(rule, TieRule):
        return f"ties are {'gold' if rule.gold else 'not gold'}"
    return f"boundaries that differ by at most {rule.characters} characters: {rule.take}"


def decide_by_rule(rule: DecisionRule, annotations: Sequence[Ranges]) -> list[Span] | None:
    """Return the gold spans of an item by the rule, sorted, or None if the rule does not settle it."""
    if len(annotations) < 2:
        return None
    spans = _by_ties(rule, annotations) if isinstance(rule, TieRule) else _by_boundaries(rule, annotations)
    return None if spans is None else sorted(spans, key=lambda span: (span.start, span.end, span.label))


def _by_ties(rule: TieRule, annotations: Sequence[Ranges]) -> list[Span] | None:
    votes: defaultdict[str, list[Range]] = defaultdict(list)
    for ranges in annotations:
        for label, own in ranges.items():
            votes[label] += own
    n = len(annotations)
    runs = {label: count_runs(ranges) for label, ranges in votes.items()}
    if not any(2 * run.count == n for each in runs.values() for run in each):
        return None
    policy = GoldPolicy(ties="in" if rule.gold else "out")
    return [
        Span(start, end, label) for label, each in runs.items() for start, end in hard_labels(each, n, policy)
    ]


def _by_boundaries(rule: BoundaryRule, annotations: Sequence[Ranges]) -> list[Span] | None:
    found: list[Span] = []
    differing = False
    for start, end in _stretches(annotations):
        marks = [list(_marks_in(ranges, start, end)) for ranges in annotations]
        differing = differing or any(each != marks[0] for each in marks)
        if all(each == marks[0] for each in marks):
            found += marks[0]
            continue
        if any(len(each) != 1 for each in marks) or len({each[0].label for each in marks}) > 1:
            return None
        ranges = [(each[0].start, each[0].end) for each in marks]
        starts, ends = [start for start, _ in ranges], [end for _, end in ranges]
        if max(max(starts) - min(starts), max(ends) - min(ends)) > rule.characters:
            return None
        chosen = _TAKE[rule.take](ranges)
        if chosen is None:
            return None
        found.append(Span(*chosen, marks[0][0].label))
    return found if differing else None


def _stretches(annotations: Sequence[Ranges]) -> Iterator[Range]:
    """Yield the ranges that all marks together cover; marks that only touch stay apart."""
    ranges = sorted(each for own in annotations for marks in own.values() for each in marks)
    start = end = 0
    for left, right in ranges:
        if left < end:
            end = max(end, right)
            continue
        if start < end:
            yield start, end
        start, end = left, right
    if start < end:
        yield start, end


def _marks_in(ranges: Ranges, start: int, end: int) -> Iterator[Span]:
    for label, own in sorted(ranges.items()):
        for left, right in own:
            if start <= left < right <= end:
                yield Span(left, right, label)


def _majority(ranges: Sequence[Range]) -> Range | None:
    gold = hard_labels(count_runs(ranges), len(ranges))
    return (gold[0][0], gold[0][1]) if len(gold) == 1 else None


def _longest(ranges: Sequence[Range]) -> Range:
    return min(ranges, key=lambda each: (each[0] - each[1], each[0]))


def _shortest(ranges: Sequence[Range]) -> Range:
    return min(ranges, key=lambda each: (each[1] - each[0], each[0]))


def _median(ranges: Sequence[Range]) -> Range:
    return median_low(start for start, _ in ranges), median_high(end for _, end in ranges)


_TAKE: Final[Mapping[Boundaries, Callable[[Sequence[Range]], Range | None]]] = {
    "majority": _majority,
    "longest": _longest,
    "shortest": _shortest,
    "median": _median,
}
