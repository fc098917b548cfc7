"""Count the stored spans of a batch of answers: votes, agreement and hard labels of all its items at once.

The definitions are those of `character_counts` and `votes`; the counting is that of `morelkit.gold.arrays`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import numpy as np

from morelkit.agreement.arrays import Integers, Runs
from morelkit.agreement.character_counts import ItemCount, Run
from morelkit.gold.arrays import Ranges, SpanCounts, count_spans
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import MAJORITY, share
from morelkit.scheme.schemes import Scheme
from morelkit.text.normalization import Range
from morelkit.text.normalization_arrays import GroupedSpans, normalize_spans, unite_spans
from morelkit.text.spans import Span

BATCH: Final = 1_000
"""Items to count at once: enough to amortize the calls of numpy, few enough for flat memory."""

StoredSpan = tuple[int, int, str]
"""Start, end and label."""


@dataclass(frozen=True, eq=False)
class AnswerCounts:
    """Counts of a batch of answers.

    `n`, shape (items,): counted annotations of each. `blind`: counts without labels. `by_label`: counts of each label
    in use, in alphabetical order. `uses`, shape (items,), by label: whether a stored span of the item has it.
    `normalized`: label-blind spans by annotation. `edges`, shape (items + 1,): the annotations of item k are
    edges[k] … edges[k + 1] − 1.
    """

    n: Integers
    blind: SpanCounts
    by_label: dict[str, SpanCounts]
    uses: dict[str, list[bool]]
    normalized: GroupedSpans
    edges: Integers

    def agreement(self) -> list[float | None]:
        """Return the agreement of each item (eq. 1); None for n < 2."""
        return [None if each != each else each for each in self.blind.agreement.tolist()]

    def items(self) -> Iterator[ItemCount]:
        """Yield the counts of each item, as `count_item` returns them."""
        blind = _runs_by_item(self.blind.runs, len(self.n))
        labelled = {name: _runs_by_item(each.runs, len(self.n)) for name, each in self.by_label.items()}
        annotations = self._normalized
        for k, n in enumerate(self.n.tolist()):
            low, high = int(self.edges[k]), int(self.edges[k + 1])
            own = {name: runs[k] for name, runs in labelled.items() if self.uses[name][k]}
            yield ItemCount(n, blind[k], tuple(annotations[low:high]), own)

    def label_fields(self, scheme: Scheme, *, by_label: bool = False) -> list[dict[str, Any]]:
        """Return soft and hard labels of each item, as `vote_labels` does; empty for a scheme without spans.

        `by_label`: add those of each span label even if the scheme has only one.
        """
        if not scheme.uses_spans:
            return [{} for _ in self.n]
        fields = self._fields(self.blind)
        if len(scheme.span_labels) > 1 or by_label:
            nothing = SpanCounts(Runs(*_EMPTY, *_EMPTY[:1]), self.blind.agreement, Ranges(*_EMPTY))
            labelled = {
                label.name: self._fields(self.by_label.get(label.name, nothing))
                for label in scheme.span_labels
            }
            for k, each in enumerate(fields):
                each["span_labels"] = {name: of_label[k] for name, of_label in labelled.items()}
        return fields

    def _fields(self, counts: SpanCounts) -> list[dict[str, Any]]:
        runs, gold = counts.runs, counts.gold
        n = self.n.tolist()
        fields: list[dict[str, Any]] = [{"soft_labels": [], "hard_labels": []} for _ in n]
        shares: dict[tuple[int, int], float] = {}
        columns = (column.tolist() for column in (runs.item, runs.start, runs.end, runs.count))
        for item, start, end, count in zip(*columns, strict=True):
            key = count, n[item]
            prob = shares.get(key)
            if prob is None:
                prob = shares[key] = share(*key)
            fields[item]["soft_labels"].append({"start": start, "prob": prob, "end": end})
        for item, start, end in zip(*(column.tolist() for column in gold), strict=True):
            fields[item]["hard_labels"].append([start, end])
        return fields

    @cached_property
    def _normalized(self) -> list[tuple[Range, ...]]:
        columns = (column.tolist() for column in self.normalized)
        found: list[list[Range]] = [[] for _ in range(int(self.edges[-1]))]
        for annotation, start, end in zip(*columns, strict=True):
            found[annotation].append((start, end))
        return [tuple(each) for each in found]


def count_answers(
    answers: Sequence[str],
    n: Sequence[int],
    annotations: Iterable[Iterable[StoredSpan]],
    policy: GoldPolicy = MAJORITY,
) -> AnswerCounts:
    """Return the counts of a batch of answers under the policy.

    `n`: the number of counted annotations of each answer. `annotations`: the stored spans of all of them, answer by
    answer. Do not pass normalized spans. Raises `ValueError` for an unknown normalization policy.
    """
    names: dict[str, int] = {}
    rows = [
        (owner, start, end, names.setdefault(label, len(names)))
        for owner, spans in enumerate(annotations)
        for start, end, label in spans
    ]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4)
    owner, start, end, label = (np.ascontiguousarray(columns[:, k]) for k in range(4))
    sizes = np.array(n, dtype=np.int64)
    edges = np.append(0, np.cumsum(sizes))
    item = np.repeat(np.arange(len(sizes)), sizes)
    width = max(len(names), 1)
    used = np.zeros((width, len(sizes)), dtype=bool)
    used[label, item[owner]] = True
    group = owner * width + label
    if width > 1:
        order = np.argsort(group, kind="stable")
        owner, group, start, end = owner[order], group[order], start[order], end[order]
    apart = normalize_spans(policy.normalization, answers, item[owner], GroupedSpans(group, start, end))
    blind = unite_spans(apart._replace(group=apart.group // width)) if width > 1 else apart

    def counted(spans: GroupedSpans) -> SpanCounts:
        return count_spans(item[spans.group], *spans, sizes, policy)

    together = counted(blind)
    by_label = {}
    for name in sorted(names):
        own = apart.group % width == names[name]
        by_label[name] = (
            counted(GroupedSpans(apart.group[own] // width, apart.start[own], apart.end[own]))
            if width > 1
            else together
        )
    uses = {name: used[names[name]].tolist() for name in by_label}
    return AnswerCounts(sizes, together, by_label, uses, blind, edges)


def stored_spans(spans: Iterable[Span]) -> Iterator[StoredSpan]:
    """Yield start, end and label of each span."""
    return ((span.start, span.end, span.label) for span in spans)


def _runs_by_item(runs: Runs, items: int) -> list[tuple[Run, ...]]:
    columns = (column.tolist() for column in (runs.start, runs.end, runs.count))
    found = [Run(*each) for each in zip(*columns, strict=True)]
    edges = np.searchsorted(runs.item, np.arange(items + 1)).tolist()
    return [tuple(found[low:high]) for low, high in pairwise(edges)]


_EMPTY: Final = (np.zeros(0, dtype=np.int64),) * 3
