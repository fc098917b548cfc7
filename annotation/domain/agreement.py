"""How many annotators marked each character of an item, and how far they agree.

Agreement is the multiset IoU of Mu-SHROOM (Vázquez et al., SemEval-2025 Task 3, eq. 1):
agg = Σ_k |C_k| / (n · |∪ C_k|), where C_k is the *set* of code points that annotator k marked, after
normalization. Its floor is 1/n, not 0, so values with different n do not compare.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from annotation.domain.normalization import Range, normalize, unite_ranges
from annotation.domain.spans import Span

AGREEMENT_SCALE: Final = 10**12
"""Stored sums of agreement are integers of this many parts: equal, in whatever order they grew."""


@dataclass(frozen=True, slots=True)
class Run:
    """A maximal stretch `[start, end)` of code points that equally many annotators marked; count ≥ 1."""

    start: int
    end: int
    count: int


@dataclass(frozen=True)
class ItemCount:
    """The votes of an item's `n` counted annotations, an annotation without spans included.

    `runs` are label-blind and sorted. `normalized` holds, in the order of the annotators, the label-blind
    union of each one's ranges: sorted, without overlap. `by_label` has the runs of every label that was used.
    """

    n: int
    runs: tuple[Run, ...]
    normalized: tuple[tuple[Range, ...], ...]
    by_label: Mapping[str, tuple[Run, ...]]

    @cached_property
    def mass(self) -> int:
        """Σ_k |C_k|: marked characters, each as often as it was marked."""
        return sum(run.count * (run.end - run.start) for run in self.runs)

    @cached_property
    def union(self) -> int:
        """|∪ C_k|: characters that anyone marked."""
        return sum(run.end - run.start for run in self.runs)

    @property
    def agreement(self) -> float | None:
        """Eq. 1; 1.0 where nobody marked anything, None below two annotations."""
        if self.n < 2:
            return None
        return self.mass / (self.n * self.union) if self.union else 1.0

    @property
    def agreement_scaled(self) -> int | None:
        """Eq. 1 in parts of `AGREEMENT_SCALE`, by integer arithmetic, halves up."""
        if self.n < 2:
            return None
        if not self.union:
            return AGREEMENT_SCALE
        whole = self.n * self.union
        return (2 * AGREEMENT_SCALE * self.mass + whole) // (2 * whole)

    @property
    def tie_characters(self) -> int:
        """Characters marked by exactly one half of the annotators. They are not gold."""
        return sum(run.end - run.start for run in self.runs if 2 * run.count == self.n)

    @property
    def disputed_characters(self) -> int:
        """Characters marked by some annotators and not by all."""
        return sum(run.end - run.start for run in self.runs if run.count < self.n)

    @property
    def differs(self) -> bool:
        """Whether a character is marked with a label by some annotators and not by all."""
        return any(run.count < self.n for runs in self.by_label.values() for run in runs)

    @property
    def single_characters(self) -> int:
        """Characters marked by one of several annotators."""
        return sum(run.end - run.start for run in self.runs if run.count == 1 < self.n)

    @property
    def gold_characters(self) -> int:
        """Characters marked by more than one half of the annotators."""
        return sum(run.end - run.start for run in self.runs if 2 * run.count > self.n)


def count_item(policy: str, text: str, annotations: Sequence[Sequence[Span]]) -> ItemCount:
    """Count an item whose answer is `text`; `annotations` holds the stored spans of each counted annotator.

    Spans are normalized here, label by label and exactly once, after they are cut to the text: do not pass
    spans that are normalized already. Raises `ValueError` for an unknown policy.
    """
    blind: list[tuple[Range, ...]] = []
    votes: defaultdict[str, list[Range]] = defaultdict(list)
    for spans in annotations:
        by_label = label_ranges(policy, text, spans)
        for label, ranges in by_label.items():
            votes[label] += ranges
        blind.append(blind_ranges(by_label))
    runs = count_runs(range_ for ranges in blind for range_ in ranges)
    if len(votes) == 1:
        return ItemCount(len(blind), runs, tuple(blind), dict.fromkeys(votes, runs))
    labelled = {label: count_runs(ranges) for label, ranges in sorted(votes.items())}
    return ItemCount(len(blind), runs, tuple(blind), labelled)


def label_ranges(policy: str, text: str, spans: Iterable[Span]) -> dict[str, list[Range]]:
    """What one annotator marked with each label: normalized, once, then sorted and without overlap."""
    stored: defaultdict[str, list[Range]] = defaultdict(list)
    for span in spans:
        stored[span.label].append((span.start, span.end))
    return {label: unite_ranges(normalize(policy, text, ranges)) for label, ranges in stored.items()}


def blind_ranges(by_label: Mapping[str, Sequence[Range]]) -> tuple[Range, ...]:
    """What one annotator marked, whatever the label."""
    everything = [range_ for ranges in by_label.values() for range_ in ranges]
    return tuple(everything if len(by_label) == 1 else unite_ranges(everything))


def count_runs(ranges: Iterable[Range]) -> tuple[Run, ...]:
    """The number of `ranges` at each character, as runs. No two ranges of one annotator may overlap."""
    change: defaultdict[int, int] = defaultdict(int)
    for start, end in ranges:
        change[start] += 1
        change[end] -= 1
    runs: list[Run] = []
    opened = count = 0
    for position in sorted(change):
        if not change[position]:  # one annotator stops where another starts: the run goes on
            continue
        if count:
            runs.append(Run(opened, position, count))
        opened = position
        count += change[position]
    return tuple(runs)
