"""Compare gold under two policies: which items change, and how. Items are read in chunks with constant memory."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, cast

import numpy as np

from annotation.models import Item, Project
from annotation.queries.annotate.annotation_content import CountedContent, counted_contents
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.projects.access import minimum_by_language, scheme_of
from annotation.queries.shapes import GoldLabel, GoldSpan, ItemHead
from annotation.queries.statistics.dawid_skene import DawidSkene, stored_aggregates
from morelkit.agreement.arrays import Integers, Runs
from morelkit.agreement.character_counts import Run, count_item, label_blind_ranges, label_ranges
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.formats.formula_escaping import escape_formula
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.policy_comparison import KINDS, Flags, GoldDifferences, ItemsUnderPolicy, compare_gold
from morelkit.gold.votes import hard_labels, item_labels_gold

CHUNK: Final = 500


@dataclass(frozen=True)
class GoldVersion:
    runs: tuple[Run, ...]
    gold: list[GoldSpan]
    item_labels: dict[str, GoldLabel]


@dataclass(frozen=True)
class ChangedItem(ItemHead):
    """An item with its gold under both policies. A side is null if the item has no gold under its policy."""

    answer: str
    n: int
    changes: list[Annotated[str, {"enum": list(KINDS)}]]
    left: GoldVersion | None
    right: GoldVersion | None
    dawid_skene: Annotated[
        list[GoldSpan] | None, "Spans by Dawid–Skene, never gold; null if not computed."
    ] = None


@dataclass(frozen=True)
class ChangeCount:
    """Counts of one language. `items` have gold under either policy; `changed` of them differ; the others by kind."""

    language: str
    spelling: str
    items: int
    changed: int
    soft: int
    hard: int
    labels: int
    left: Annotated[int, "Gold under the left policy only."]
    right: Annotated[int, "Gold under the right policy only."]


@dataclass(frozen=True)
class ChangeCounts:
    """Counts of the items that this request compared. The counts of all pages add up to those of all items."""

    left: Annotated[str, "The policy in words."]
    right: str
    results: list[ChangeCount]
    looked_at: int
    total: Annotated[int | None, "Number of work items; only on the first page."]
    next: str | None


@dataclass(frozen=True)
class Chunk:
    """Some work items in the order of import, their counted annotations and the changes of their gold."""

    items: Sequence[Item]
    contents: Sequence[Sequence[CountedContent]]
    changes: GoldDifferences

    def changed(self, kind: str = "") -> list[int]:
        """Indexes of the items that change, or whose change is of this kind."""
        flags = self.changes.kinds[kind] if kind else self.changes.any
        return [int(place) for place in np.flatnonzero(flags)]


class GoldComparison:
    """Comparison over the work items of a project, or of one of its languages."""

    def __init__(self, project: Project, left: GoldPolicy, right: GoldPolicy, language: str = "") -> None:
        self.left, self.right = left, right
        self.scheme = scheme_of(project)
        self._items = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
        if language:
            self._items = self._items.filter(language=language)
        self._minimum = {
            side: minimum_by_language(project, language, policy.min_annotations)
            for side, policy in (("left", left), ("right", right))
        }
        self._project = project
        self._labels = [label.name for label in self.scheme.item_labels]

    @cached_property
    def _aggregates(self) -> dict[str, DawidSkene]:
        return stored_aggregates(self._project)

    @property
    def total(self) -> int:
        return self._items.count()

    def chunks(self, after: int = -1, size: int = CHUNK) -> Iterator[Chunk]:
        """Yield chunks of the items behind the ordinal `after`."""
        while items := list(self._items.filter(ordinal__gt=after).order_by("ordinal")[:size]):
            after = items[-1].ordinal
            by_item = counted_contents(item.pk for item in items)
            contents = [by_item[item.pk] for item in items]
            yield Chunk(items, contents, self._changes(items, contents))

    def changed_item(self, chunk: Chunk, place: int) -> ChangedItem:
        """An item with gold under both policies and its Dawid–Skene spans."""
        aggregate = self._aggregate(chunk.items[place], chunk.contents[place])
        return replace(self.versions(chunk, place), dawid_skene=aggregate)

    def versions(self, chunk: Chunk, place: int) -> ChangedItem:
        """An item with gold under both policies, without Dawid–Skene spans."""
        item, contents = chunk.items[place], chunk.contents[place]
        return ChangedItem(
            **item_head(item),
            answer=item.answer,
            n=len(contents),
            changes=chunk.changes.of(place),
            left=self._version(item, contents, self.left, self._minimum["left"]),
            right=self._version(item, contents, self.right, self._minimum["right"]),
        )

    def _version(
        self, item: Item, contents: Sequence[CountedContent], policy: GoldPolicy, minimum: Mapping[str, int]
    ) -> GoldVersion | None:
        if len(contents) < minimum[item.language]:
            return None
        count = count_item(policy.normalization, item.answer, [each.spans for each in contents])
        return GoldVersion(
            runs=count.runs,
            gold=[GoldSpan(start, end) for start, end in hard_labels(count.runs, count.n, policy)],
            item_labels=self._item_labels(contents, policy),
        )

    def _aggregate(self, item: Item, contents: Sequence[CountedContent]) -> list[GoldSpan] | None:
        """Spans by the stored Dawid–Skene estimates; None if there are none."""
        stored = self._aggregates.get(item.language)
        found = (
            stored.of(item.answer, [(each.annotator, each.spans) for each in contents]) if stored else None
        )
        return [GoldSpan(start, end) for start, end in found["hard_labels"]] if found else None

    def _changes(
        self, items: Sequence[Item], contents: Sequence[Sequence[CountedContent]]
    ) -> GoldDifferences:
        runs = {self.left.normalization: self._runs(self.left.normalization, items, contents)}
        if self.right.normalization not in runs:
            runs[self.right.normalization] = self._runs(self.right.normalization, items, contents)
        n = np.array([len(each) for each in contents])
        left, right = (
            ItemsUnderPolicy(policy, runs[policy.normalization], n, _minimum(items, self._minimum[side]))
            for side, policy in (("left", self.left), ("right", self.right))
        )
        return compare_gold(left, right, self._labels_differ(contents))

    def _runs(
        self, normalization: str, items: Sequence[Item], contents: Sequence[Sequence[CountedContent]]
    ) -> list[Runs]:
        if not self.scheme.uses_spans:
            return []
        lengths = [len(item.answer) for item in items]
        ranges = [
            [label_ranges(normalization, item.answer, each.spans) for each in of_item]
            for item, of_item in zip(items, contents, strict=True)
        ]
        blind = [[label_blind_ranges(each) for each in of_item] for of_item in ranges]
        found = [SpanArrays.of(lengths, blind).runs]
        names = [label.name for label in self.scheme.span_labels]
        for name in names if len(names) > 1 else []:
            of_label = [[each.get(name, ()) for each in of_item] for of_item in ranges]
            found.append(SpanArrays.of(lengths, of_label).runs)
        return found

    def _labels_differ(self, contents: Sequence[Sequence[CountedContent]]) -> Flags:
        """Flags of items whose item labels differ: none if `collapse` and `derive` are equal, the usual case."""
        same = (self.left.collapse, self.left.derive) == (self.right.collapse, self.right.derive)
        if same or not self._labels:
            return np.zeros(len(contents), dtype=bool)
        return np.array(
            [self._item_labels(each, self.left) != self._item_labels(each, self.right) for each in contents],
            dtype=bool,
        )

    def _item_labels(self, contents: Sequence[CountedContent], policy: GoldPolicy) -> dict[str, GoldLabel]:
        gold = item_labels_gold(self._labels, [each.labels for each in contents], policy)
        return cast(dict[str, GoldLabel], gold)  # each kind of label has some of these keys


def _minimum(items: Sequence[Item], by_language: Mapping[str, int]) -> Integers:
    return np.array([by_language[item.language] for item in items])


class ChangeTally:
    """Counts of items with gold and of changes, by language."""

    def __init__(self, spellings: Mapping[str, str]) -> None:
        self._spellings = spellings
        self._found: dict[str, Counter[str]] = {language: Counter() for language in spellings}

    def add(self, chunk: Chunk) -> None:
        out = chunk.changes.both | chunk.changes.any
        columns: Iterable[tuple[str, Flags]] = (
            ("items", out),
            ("changed", chunk.changes.any),
            *chunk.changes.kinds.items(),
        )
        for name, flags in columns:
            for place in np.flatnonzero(flags):
                self._found[chunk.items[int(place)].language][name] += 1

    def rows(self) -> list[ChangeCount]:
        return [
            ChangeCount(
                language,
                self._spellings[language],
                **{name: found[name] for name in ("items", "changed", *KINDS)},
            )
            for language, found in self._found.items()
        ]


_SIDES: Final = ("left", "right")
_COLUMNS: Final = (
    "id",
    "lang",
    "n",
    "changes",
    *(f"{side}_{what}" for side in _SIDES for what in ("hard_labels", "hard_texts", "item_labels")),
)


def csv_lines(comparison: GoldComparison, kind: str = "") -> Iterator[str]:
    """Yield CSV: a header and a row for each changed item. Columns of a side without gold are empty."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(_COLUMNS)
    for chunk in comparison.chunks():
        for place in chunk.changed(kind):
            table.writerow([escape_formula(cell) for cell in _cells(comparison.versions(chunk, place))])
        yield written.getvalue()
        written.seek(0)
        written.truncate()
    yield written.getvalue()


def _cells(item: ChangedItem) -> Iterator[Any]:
    yield from (item.external_id, item.spelling, item.n, " ".join(item.changes))
    for version in (item.left, item.right):
        if version is None:
            yield from ("", "", "")
            continue
        yield json.dumps([[each.start, each.end] for each in version.gold])
        yield json.dumps([item.answer[each.start : each.end] for each in version.gold], ensure_ascii=False)
        yield json.dumps(
            {name: each["value"] for name, each in version.item_labels.items()}, ensure_ascii=False
        )
