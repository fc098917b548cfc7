"""Reads of annotations: their content, what statistics count, and the state that a browser edits."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import QuerySet

from annotation.models import Annotation, AnnotationRevision, Annotator
from annotation.queries.annotate.broken_rules import broken_codes
from annotation.queries.references.consulted_links import ContentData, content_data
from foundation.prepared_statements import prepared
from morelkit.scheme.content import Content
from morelkit.scheme.evidence import Evidence
from morelkit.scheme.link import Link
from morelkit.text.spans import Span

EMPTY = Content()

AnnotationStatus = Literal["new", "draft", "submitted", "edited"]


@dataclass(frozen=True)
class AnnotationState:
    """`revision`: number of the latest revision, 0 before the first save. `edited`: a draft after a submission."""

    revision: int
    submitted_revision: int | None
    status: AnnotationStatus
    surplus: bool
    saved_at: datetime | None
    content: ContentData


@dataclass(frozen=True)
class Saved:
    annotation: AnnotationState


@dataclass(frozen=True)
class RevisionData:
    number: int
    saved_at: datetime
    submit: bool
    content: ContentData
    overridden_rules: Annotated[list[str], "Codes of the consistency rules that it was submitted against."]


@dataclass(frozen=True, slots=True)
class CountedContent:
    """The part of one counted annotation that statistics use. Its spans are as stored."""

    spans: list[Span]
    labels: dict[str, str]
    unsure: bool
    commented: bool
    annotator: int


def counted_contents(items: Iterable[int]) -> dict[int, list[CountedContent]]:
    """The content of each item's counted annotations, by item id, in order of creation."""
    by_item: dict[int, list[CountedContent]] = defaultdict(list)
    for item_id, *row in _contents(Annotation.objects.counted().filter(item__in=list(items))):
        by_item[item_id].append(_counted_content(*row))
    return by_item


def counted_contents_of(item: int) -> list[CountedContent]:
    """The content of one item's counted annotations, in order of creation."""
    return [_counted_content(*row) for _, *row in _contents_of_item.rows(item)]


@prepared
def _contents_of_item(item: int) -> "QuerySet[Annotation, Any]":
    return _contents(Annotation.objects.counted().filter(item=item))


def _contents(counted: "QuerySet[Annotation]") -> "QuerySet[Annotation, Any]":
    content = (f"submitted__{name}" for name in ("spans", "labels", "unsure", "comment"))
    return counted.values_list("item_id", *content, "annotator_id")


def _counted_content(
    spans: list[dict[str, Any]], labels: dict[str, str], unsure: bool, comment: str, annotator: int
) -> CountedContent:
    return CountedContent([Span(**span) for span in spans], labels, unsure, comment != "", annotator)


def content_of(revision: AnnotationRevision | None) -> Content:
    if revision is None:
        return EMPTY
    return Content(
        spans=tuple(revision.read_spans()),
        labels=revision.labels,
        nothing_to_mark=revision.nothing_to_mark,
        unsure=revision.unsure,
        comment=revision.comment,
        links=tuple(Link(**link) for link in revision.links),
        evidence=tuple(map(Evidence.from_storage, revision.evidence)),
        active_seconds=revision.active_seconds,
    )


def status_of(annotation: Annotation | None) -> AnnotationStatus:
    if annotation is None or annotation.head_id is None:
        return "new"
    if annotation.submitted_id is None:
        return "draft"
    return "submitted" if annotation.submitted_id == annotation.head_id else "edited"


def state_of(annotation: Annotation | None) -> AnnotationState:
    """The content of an annotation's latest revision, and the numbers of its latest and submitted revisions."""
    head = annotation.head if annotation else None
    submitted = annotation.submitted if annotation else None
    return AnnotationState(
        revision=head.number if head else 0,
        submitted_revision=submitted.number if submitted else None,
        status=status_of(annotation),
        surplus=annotation.surplus if annotation else False,
        saved_at=head.saved_at if head else None,
        content=content_data(content_of(head), annotation.annotator_id if annotation else 0),
    )


def revision_data(revision: AnnotationRevision, annotator: Annotator) -> RevisionData:
    return RevisionData(
        number=revision.number,
        saved_at=revision.saved_at,
        submit=revision.submit,
        content=content_data(content_of(revision), annotator.pk),
        overridden_rules=broken_codes(revision.overridden_rules),
    )
