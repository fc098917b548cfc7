"""Count the annotators who marked each character of an item, and compute their agreement.

Agreement is the multiset IoU of Mu-SHROOM (Vázquez et al., SemEval-2025 Task 3, eq. 1):
agg = Σ_k |C_k| / (n · |∪ C_k|), where C_k is the *set* of code points that annotator k marked, after
normalization. Its floor is 1/n, not 0, so values with different n do not compare.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from morelkit.text.normalization import Range, normalize, unite_ranges
from morelkit.text.spans import Span

AGREEMENT_SCALE: Final = 10**12
"""Stored sums of agreement are integers in units of 1/AGREEMENT_SCALE, so their value does not depend on the order
of additions.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """A maximal range `[start, end)` of code points marked by the same number of annotators; count ≥ 1."""

    start: int
    end: int
    count: int


@dataclass(frozen=True)
class ItemCount:
    """The character votes of an item's `n` counted annotations, including those without spans.

    `runs` are label-blind and sorted. `normalized` holds the label-blind union of each annotator's ranges, sorted and
    without overlap, in the order of the annotators. `by_label` maps each label in use to its runs.
    """

    n: int
    runs: tuple[Run, ...]
    normalized: tuple[tuple[Range, ...], ...]
    by_label: Mapping[str, tuple[Run, ...]]

    @cached_property
    def mass(self) -> int:
        """Σ_k |C_k|: the sum of the annotators' marked characters."""
        return sum(run.count * (run.end - run.start) for run in self.runs)

    @cached_property
    def union(self) -> int:
        """|∪ C_k|: characters marked by at least one annotator."""
        return sum(run.end - run.start for run in self.runs)

    @property
    def agreement(self) -> float | None:
        """Eq. 1; 1.0 if nothing is marked, None for n < 2."""
        if self.n < 2:
            return None
        return self.mass / (self.n * self.union) if self.union else 1.0

    @property
    def agreement_scaled(self) -> int | None:
        """Eq. 1 in units of 1/AGREEMENT_SCALE, in integer arithmetic, rounded half up; None for n < 2."""
        if self.n < 2:
            return None
        if not self.union:
            return AGREEMENT_SCALE
        denominator = self.n * self.union
        return (2 * AGREEMENT_SCALE * self.mass + denominator) // (2 * denominator)

    @property
    def tie_characters(self) -> int:
        """Characters marked by exactly half of the annotators. They are not gold."""
        return sum(run.end - run.start for run in self.runs if 2 * run.count == self.n)

    @property
    def disputed_characters(self) -> int:
        """Characters marked by some annotators but not all."""
        return sum(run.end - run.start for run in self.runs if run.count < self.n)

    @property
    def differs(self) -> bool:
        """Whether any character has a label from some annotators but not all."""
        return any(run.count < self.n for runs in self.by_label.values() for run in runs)

    @property
    def single_characters(self) -> int:
        """Characters marked by exactly one annotator, for n > 1."""
        return sum(run.end - run.start for run in self.runs if run.count == 1 < self.n)

    @property
    def gold_characters(self) -> int:
        """Characters marked by more than half of the annotators."""
        return sum(run.end - run.start for run in self.runs if 2 * run.count > self.n)


def count_item(policy: str, text: str, annotations: Sequence[Sequence[Span]]) -> ItemCount:
    """Return the character votes on the answer `text`; `annotations` holds the stored spans of each counted annotator.

    Spans are cut to the text and normalized here, label by label and exactly once: do not pass normalized spans.
    Raises `ValueError` for an unknown policy.
    """
    label_blind: list[tuple[Range, ...]] = []
    votes: defaultdict[str, list[Range]] = defaultdict(list)
    for spans in annotations:
        by_label = label_ranges(policy, text, spans)
        for label, ranges in by_label.items():
            votes[label] += ranges
        label_blind.append(label_blind_ranges(by_label))
    runs = count_runs(range_ for ranges in label_blind for range_ in ranges)
    if len(votes) == 1:
        return ItemCount(len(label_blind), runs, tuple(label_blind), dict.fromkeys(votes, runs))
    labelled = {label: count_runs(ranges) for label, ranges in sorted(votes.items())}
    return ItemCount(len(label_blind), runs, tuple(label_blind), labelled)


def label_ranges(policy: str, text: str, spans: Iterable[Span]) -> dict[str, list[Range]]:
    """Return one annotator's ranges by label: normalized once, then sorted and without overlap."""
    stored: defaultdict[str, list[Range]] = defaultdict(list)
    for span in spans:
        stored[span.label].append((span.start, span.end))
    return {label: unite_ranges(normalize(policy, text, ranges)) for label, ranges in stored.items()}


def label_blind_ranges(by_label: Mapping[str, Sequence[Range]]) -> tuple[Range, ...]:
    """Return the union of one annotator's ranges over all labels."""
    all_ranges = [range_ for ranges in by_label.values() for range_ in ranges]
    return tuple(all_ranges if len(by_label) == 1 else unite_ranges(all_ranges))


def count_runs(ranges: Iterable[Range]) -> tuple[Run, ...]:
    """Return the number of `ranges` that cover each character, as runs. One annotator's ranges must not overlap."""
    change: defaultdict[int, int] = defaultdict(int)
    for start, end in ranges:
        change[start] += 1
        change[end] -= 1
    runs: list[Run] = []
    opened = count = 0
    for position in sorted(change):
        if not change[position]:  # as many ranges end here as start: the run continues
            continue
        if count:
            runs.append(Run(opened, position, count))
        opened = position
        count += change[position]
    return tuple(runs)
