"""Reads of curators' decisions on items: which is in force, its content, and whether annotations have changed since."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from annotation.models import Adjudication, Annotation, Item, Project
from annotation.queries.annotate.annotation_content import counted_contents
from annotation.queries.annotate.counted_items import answer_claims
from annotation.queries.shapes import SpanContent
from foundation.bulk_insert import batches
from morelkit.agreement.character_counts import count_item, label_ranges
from morelkit.gold.votes import hard_labels, item_label_gold
from morelkit.text.spans import Span, clip, unite

_AT_ONCE: Final = 2_000  # items in one query


AdjudicationSource = Adjudication.Source


@dataclass(frozen=True)
class Majority:
    spans: list[SpanContent]
    labels: dict[str, str]


@dataclass(frozen=True)
class AnnotatorContent(Majority):
    annotator: str
    name: str
    normalized: Annotated[list[SpanContent], "The spans as they count: normalized by the project's policy."]


@dataclass(frozen=True)
class Decided(Majority):
    """A decision in the history of an item. `source`: its starting point. `withdrawn`: it ends the decision before."""

    revision: int
    by: str
    at: datetime
    note: str
    source: AdjudicationSource
    withdrawn: bool


@dataclass(frozen=True)
class AdjudicationData:
    """All decisions of an item, latest first. `stale`: counted annotations have changed since the latest."""

    majority: Annotated[Majority, "Gold by majority vote."]
    people: Annotated[list[AnnotatorContent], "Counted annotations, as editable spans."]
    revision: Annotated[int, "Number of the latest decision; 0: none."]
    stale: bool
    decisions: list[Decided]


@dataclass(frozen=True)
class DecisionCounts:
    """Items by decision. Items in `stale` are also in `done`."""

    open: int
    done: int
    stale: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A curator's decision on an item. `by`: their pseudonym. `stale`: counted annotations have changed since."""

    number: int
    by: str
    at: datetime
    spans: tuple[Span, ...]
    labels: dict[str, str]
    note: str
    source: str
    stale: bool


def decisions(items: Iterable[int]) -> dict[int, Decision]:
    """Decisions in force, by item; items without a decision are left out."""
    rows = {row.item_id: row for row in in_force(list(items)).select_related("curator")}
    counting = counted_revisions(rows)
    return {item: _decision(row, counting[item]) for item, row in rows.items()}


def in_force(items: "Iterable[int] | QuerySet[Any]") -> "QuerySet[Adjudication]":
    last = Adjudication.objects.filter(item=OuterRef("item")).order_by("-number").values("pk")[:1]
    decided: QuerySet[Adjudication] = Adjudication.objects.filter(item__in=items, withdrawn=False)
    return decided.filter(pk=Subquery(last))


def decided(item: str = "pk") -> Exists:
    """Condition on items, or on rows with an item: a decision is in force. `item`: the field with the item's key."""
    rows = Adjudication.objects.filter(item=OuterRef("item"), number__gt=OuterRef("number"))
    return Exists(Adjudication.objects.filter(~Exists(rows), item=OuterRef(item), withdrawn=False))


def stale_items(items: "QuerySet[Item]") -> list[int]:
    """Items whose counted annotations have changed since their decision."""
    stale = []
    for batch in batches(in_force(items.order_by()).values_list("item", "revisions"), _AT_ONCE):
        counting = counted_revisions(item for item, _ in batch)
        stale += [item for item, revisions in batch if _differ(revisions, counting[item])]
    return stale


def counted_revisions(items: Iterable[int]) -> dict[int, list[int]]:
    """Ids of the counted revisions, by item."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = (
        Annotation.objects.counted().filter(item__in=list(items)).order_by().values_list("item", "submitted")
    )
    for item, revision in rows:
        if revision is not None:
            found[item].append(revision)
    return found


def adjudication(project: Project, item: Item) -> AdjudicationData:
    rows = list(Adjudication.objects.filter(item=item).select_related("curator__user").order_by("-number"))
    counting = counted_revisions([item.pk])[item.pk]
    return AdjudicationData(
        majority=_majority(project, item),
        people=_people(project, item),
        revision=rows[0].number if rows else 0,
        stale=bool(rows) and not rows[0].withdrawn and _decision(rows[0], counting).stale,
        decisions=[
            Decided(
                spans=row.spans,
                labels=row.labels,
                revision=row.number,
                by=row.curator.author_name(project),
                at=row.at,
                note=row.note,
                source=AdjudicationSource(row.source),
                withdrawn=row.withdrawn,
            )
            for row in rows
        ],
    )


def _majority(project: Project, item: Item) -> Majority:
    """Gold by majority vote, as a starting point. Tied item labels are left out."""
    contents = counted_contents([item.pk]).get(item.pk, [])
    count = count_item(project.policy, item.answer, [each.spans for each in contents])
    claims = answer_claims(item)
    ranges: list[tuple[int, int, str]] = []
    for label, runs in count.by_label.items():
        gold = [(start, end) for start, end in hard_labels(runs, count.n)]
        ranges += [(start, end, label) for start, end in (claims.covered(gold) if claims else gold)]
    votes: dict[str, list[str]] = defaultdict(list)
    for each in contents:
        for name, choice in each.labels.items():
            votes[name].append(choice)
    golds = {name: item_label_gold(choices)["value"] for name, choices in votes.items()}
    labels = {name: value for name, value in golds.items() if value is not None}
    return Majority(_editable_spans(ranges, "majority"), labels)


def _people(project: Project, item: Item) -> list[AnnotatorContent]:
    """Spans and labels of counted annotations. Imported spans may be empty or past the end and are clipped."""
    rows = Annotation.objects.counted().filter(item=item).select_related("submitted", "annotator__user")
    return [
        AnnotatorContent(
            annotator=row.annotator.key,
            name=row.annotator.author_name(project),
            spans=_editable_spans(
                [
                    (span.start, span.end, span.label)
                    for span in unite(clip(row.submitted.read_spans(), len(item.answer)))
                    if span.start < span.end
                ],
                "from",
            ),
            labels=row.submitted.labels,
            normalized=_editable_spans(
                sorted(
                    (start, end, label)
                    for label, ranges in label_ranges(
                        project.policy, item.answer, row.submitted.read_spans()
                    ).items()
                    for start, end in ranges
                    if start < end
                ),
                "counted",
            ),
        )
        for row in rows
        if row.submitted
    ]


def _editable_spans(ranges: Iterable[tuple[int, int, str]], name: str) -> list[SpanContent]:
    """Editable spans with ids."""
    return [
        {"id": f"{name}-{place}", "start": start, "end": end, "label": label}
        for place, (start, end, label) in enumerate(ranges)
    ]


def _decision(row: Adjudication, counting: list[int]) -> Decision:
    return Decision(
        number=row.number,
        by=row.curator.key,
        at=row.at,
        spans=tuple(Span(**span) for span in row.spans),
        labels=row.labels,
        note=row.note,
        source=row.source,
        stale=_differ(row.revisions, counting),
    )


def _differ(then: Iterable[int], now: Iterable[int]) -> bool:
    return sorted(then) != sorted(now)
