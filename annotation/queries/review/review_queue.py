"""The queue of submitted annotations that leads review, the most doubtful first.

It covers only the most recently begun items, so that its cost does not grow with the project.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.contrib.auth.models import User
from django.db.models import F, Q

from annotation.models import Annotation, Item, ItemStatistic, Project, Review
from annotation.models.annotation import is_counted
from annotation.models.item import seeded_rank
from annotation.queries.annotate.broken_rules import broken_codes
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.projects.access import languages_of, scheme_of
from annotation.queries.shapes import ItemHead
from annotation.queries.statistics.annotator_comparison import compare_with_others
from foundation.accounts.names import display_name

WINDOW = 2_000  # items
KINDS = ("fastest", "agreement", "nothing", "unsure", "random")


@dataclass(frozen=True)
class ReviewData:
    by: str
    mine: bool
    at: datetime


@dataclass(frozen=True)
class Reviews:
    reviews: list[ReviewData]


@dataclass(frozen=True)
class ReviewRow(ItemHead):
    annotator: str
    name: str
    revision: Annotated[int, "The one that is submitted."]
    submitted_at: datetime
    active_seconds: int
    marks: int
    nothing_to_mark: bool
    broken_rules: Annotated[list[str], "Codes of the consistency rules that it breaks."]
    agreement: Annotated[float | None, "With the others of the item."]
    said_nothing: Annotated[int, "How often they did, of `submitted` items that were looked at."]
    submitted: int
    reviews: list[ReviewData]


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """The annotations that a lead asks to review: of all languages, of one, or of the annotator with this key."""

    language: str = ""  # ignored where there is an annotator
    annotator: str = ""
    kind: str = "fastest"
    n: int = 20
    draw: int = 0  # seed of the random kind
    reviewed: bool = False  # include reviewed annotations


@dataclass(frozen=True, slots=True)
class _Submitted:
    pk: int
    annotator: int
    imported: bool
    seconds: int
    nothing: bool
    unsure: bool


def review_queue(project: Project, reader: User, query: ReviewQuery) -> list[ReviewRow]:
    """At most `query.n` counted annotations, in the order of `query.kind`."""
    window = _submitted_last(project, query.annotator) if query.annotator else _begun_last(project, query)
    submitted = _submitted(window, query.annotator)
    excluded = set() if query.reviewed else _reviewed(window)
    ordered = _ORDERS[query.kind](project, query, window, submitted)
    chosen = [pk for pk in ordered if pk in submitted and pk not in excluded][: query.n]
    return _rows(project, reader, chosen, submitted)


def reviews(annotations: Sequence[int], reader: User) -> dict[int, list[ReviewData]]:
    """By annotation, the reviews of its submitted revision, oldest first."""
    rows = Review.objects.filter(annotation__in=annotations, revision=F("annotation__submitted"))
    by_annotation: dict[int, list[ReviewData]] = defaultdict(list)
    for row in rows.select_related("by").order_by("reviewed_at", "pk"):
        review = ReviewData(display_name(row.by), row.by_id == reader.pk, row.reviewed_at)
        by_annotation[row.annotation_id].append(review)
    return by_annotation


def _begun_last(project: Project, query: ReviewQuery) -> list[int]:
    """Keys of the most recently begun items. An item has statistics from its first counted annotation on.

    Those of the unsure kind have unsure annotations, so that the queue shows what `waiting` counts.
    """
    begun = ItemStatistic.objects.filter(
        project=project, policy=project.policy, item__archived_at__isnull=True
    ).order_by("-pk")
    if query.kind == "unsure":
        begun = begun.filter(unsure__gt=0)
    # One query for each language: the index of the latest statistics begins with the language.
    languages = [query.language] if query.language else [row.language for row in languages_of(project)]
    latest = [
        row
        for language in languages
        for row in begun.filter(language=language).values_list("pk", "item")[:WINDOW]
    ]
    return [item for _, item in sorted(latest, reverse=True)[:WINDOW]]


def _submitted_last(project: Project, key: str) -> list[int]:
    """Keys of the items that the annotator submitted last."""
    theirs = Annotation.objects.filter(is_counted(), annotator__project=project, annotator__key=key)
    theirs = theirs.filter(item__kind=Item.Kind.WORK, item__archived_at__isnull=True)
    return list(theirs.order_by("-saved_at", "-pk").values_list("item", flat=True)[:WINDOW])


def _submitted(window: Sequence[int], annotator: str) -> dict[int, _Submitted]:
    """The counted annotations of the items: all, or those of one annotator."""
    theirs = Q(annotator__key=annotator) if annotator else Q()
    rows = (
        Annotation.objects.counted()
        .filter(theirs, item__in=window)
        .values_list(
            "pk",
            "annotator",
            "imported_by",
            "submitted__active_seconds",
            "submitted__nothing_to_mark",
            "submitted__unsure",
        )
    )
    return {
        pk: _Submitted(pk, annotator, imported_by is not None, seconds, nothing, unsure)
        for pk, annotator, imported_by, seconds, nothing, unsure in rows
    }


def _reviewed(window: Sequence[int]) -> set[int]:
    rows = Review.objects.filter(annotation__item__in=window, revision=F("annotation__submitted"))
    return set(rows.values_list("annotation", flat=True))


def _fastest(
    _project: Project, _query: ReviewQuery, _window: object, rows: Mapping[int, _Submitted]
) -> list[int]:
    """By active time. Imported annotations have none and are left out."""
    timed = [row for row in rows.values() if not row.imported]
    return [row.pk for row in sorted(timed, key=lambda row: (row.seconds, row.pk))]


def _least_agreeing(
    project: Project, _query: ReviewQuery, window: Sequence[int], _rows: Mapping[int, _Submitted]
) -> list[int]:
    agreement = _agreement(project, window)
    return sorted(agreement, key=lambda pk: (agreement[pk], pk))


def _most_nothing(
    _project: Project, _query: ReviewQuery, _window: object, rows: Mapping[int, _Submitted]
) -> list[int]:
    """Annotations with nothing to mark, first those of annotators with the largest share of them."""
    empty_counts, counts = _nothing_to_mark_counts(rows)
    empty = [row for row in rows.values() if row.nothing]
    return [
        row.pk
        for row in sorted(
            empty,
            key=lambda row: (
                -empty_counts[row.annotator] / counts[row.annotator],
                -counts[row.annotator],
                -row.pk,
            ),
        )
    ]


def _unsure(
    _project: Project, _query: ReviewQuery, _window: object, rows: Mapping[int, _Submitted]
) -> list[int]:
    """Annotations that their annotators are unsure of, oldest first."""
    return sorted(row.pk for row in rows.values() if row.unsure)


def _random(
    project: Project, query: ReviewQuery, _window: object, rows: Mapping[int, _Submitted]
) -> list[int]:
    return sorted(rows, key=lambda pk: (seeded_rank(project.seed, f"review:{query.draw}:{pk}"), pk))


_ORDERS: Mapping[
    str, Callable[[Project, ReviewQuery, Sequence[int], Mapping[int, _Submitted]], list[int]]
] = {
    "fastest": _fastest,
    "agreement": _least_agreeing,
    "nothing": _most_nothing,
    "unsure": _unsure,
    "random": _random,
}


def _nothing_to_mark_counts(rows: Mapping[int, _Submitted]) -> tuple[Counter[int], Counter[int]]:
    """By annotator: number of annotations with nothing to mark, and of all annotations."""
    empty = Counter(row.annotator for row in rows.values() if row.nothing)
    return empty, Counter(row.annotator for row in rows.values())


def _agreement(project: Project, items: Sequence[int]) -> dict[int, float]:
    """By annotation: its agreement with the other annotations of its item."""
    if not scheme_of(project).uses_spans:
        return {}
    return {
        annotation: agreement
        for compared in compare_with_others(project, items)
        for annotation, agreement in zip(
            compared.annotation.tolist(), compared.agreement.tolist(), strict=True
        )
    }


def _rows(
    project: Project, reader: User, chosen: Sequence[int], submitted: Mapping[int, _Submitted]
) -> list[ReviewRow]:
    found = Annotation.objects.select_related("item", "annotator__user", "submitted").in_bulk(chosen)
    agreement = _agreement(project, [each.item_id for each in found.values()])
    reviewed = reviews(chosen, reader)
    empty_counts, counts = _nothing_to_mark_counts(submitted)
    rows = []
    for pk in chosen:
        annotation = found.get(pk)
        if annotation is None or annotation.submitted is None:
            continue  # reopened or undone since the queue was read
        item, revision = annotation.item, annotation.submitted
        rows.append(
            ReviewRow(
                **item_head(item),
                annotator=annotation.annotator.key,
                name=annotation.annotator.author_name(project),
                revision=revision.number,
                submitted_at=revision.saved_at,
                active_seconds=revision.active_seconds,
                marks=len(revision.spans),
                nothing_to_mark=revision.nothing_to_mark,
                broken_rules=broken_codes(annotation.broken_rules),
                agreement=agreement.get(pk),
                said_nothing=empty_counts[annotation.annotator_id],
                submitted=counts[annotation.annotator_id],
                reviews=reviewed.get(pk, []),
            )
        )
    return rows
