"""One item as its annotator sees it, and the fields that all views of an item share."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from annotation.models import Annotation, Annotator, Assignment, Item, Project, Thread
from annotation.queries.annotate.annotation_content import AnnotationState
from annotation.queries.annotate.counted_items import ItemValues
from annotation.queries.annotate.language_choices import LanguageChoice
from annotation.queries.annotate.own_work import AssignmentState, neighbours
from annotation.queries.annotate.reopenings import Reopened, latest_reopening, reopened_of
from annotation.queries.projects.access import Access
from annotation.queries.references.item_images import ItemImageData, images_from_rows, images_in_statement
from annotation.queries.references.snapshots import ReferenceData, item_reference
from annotation.queries.shapes import ItemHead, MyProgress
from foundation.errors import NotFoundError
from foundation.prepared_statements import prepared
from morelkit.text.languages import direction

NextReason = Literal[
    "",
    "done",
    "no_items",
    "closed",
    "paused",
    "quota",
    "guidelines",
    "training",
    "not_qualified",
    "language",
    "language_done",
]
"""Why there is no next item; empty where there is one."""


@dataclass(frozen=True)
class WorkItem(ItemHead):
    answer: str
    claims: Annotated[list[list[int]] | None, "[start, end] of each, if the unit of the scheme is claims."]
    segmenter: Annotated[str, "That has cut the claims; `record`: they came with the item."]
    answer_sha256: str
    reference: ReferenceData | None
    reference_url: str
    images: Annotated[list[ItemImageData], "What the answer is about, in order."]
    scheme_version: Annotated[int, "Of the scheme in force."]
    annotation: AnnotationState
    unread: Annotated[int, "Messages of one's thread that one has not seen."]
    assigned: AssignmentState
    reopened: Reopened | None
    previous: Annotated[int | None, "Among one's own items, as they were given."]
    next: int | None


@dataclass(frozen=True)
class Next:
    item: WorkItem | None
    reason: NextReason
    mine: MyProgress
    languages: Annotated[list[LanguageChoice], "To choose among, where the reason is the language."]


def visible_item(project: Project, item_id: int) -> Item:
    """An item of the project of any kind that is published and not archived. Raises NotFoundError."""
    return _found(Item.objects.visible(project).filter(pk=item_id))


def work_item(project: Project, item_id: int) -> Item:
    """A visible item of the project that is no training item or hidden check. Raises NotFoundError."""
    return _found(Item.objects.visible(project).filter(pk=item_id, kind=Item.Kind.WORK))


def _found(items: "QuerySet[Item]") -> Item:
    item = items.first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    return item


def assigned_item(annotator: Annotator, item_id: int) -> Assignment:
    """The annotator's assignment to the item, which may be skipped or expired. Raises NotFoundError."""
    assignments = Assignment.objects.filter(annotator=annotator, item=item_id)
    assignment = assignments.select_related("item__imported_by", "annotator").first()
    if assignment is None:
        raise not_assigned()
    ensure_available(assignment.item)
    return assignment


def assigned_work_item(annotator: int, item_id: int) -> Assignment:
    """As `assigned_item`, with all that `work_item_data` shows."""
    assignment = _work_item.first(annotator, item_id)
    if assignment is None:
        raise not_assigned()
    ensure_available(assignment.item)
    return assignment


@prepared
def _work_item(annotator: int, item: int) -> "QuerySet[Assignment]":
    own = FilteredRelation("item__annotation", condition=Q(item__annotation__annotator=annotator))
    thread = Thread.objects.filter(annotator=annotator, item=OuterRef("item"))
    before, after = neighbours(annotator)
    rows = Assignment.objects.filter(annotator=annotator, item=item).annotate(
        own_annotation=own,
        unread=Subquery(thread.values(unread=F("count") - F("annotator_read"))),
        previous_item=Subquery(before),
        next_item=Subquery(after),
        images=images_in_statement("item"),
        **latest_reopening(annotation__annotator=annotator, annotation__item=item),
    )
    related: Any = ("own_annotation__head", "own_annotation__submitted")
    return rows.select_related("item__imported_by", "item__reference", "item__page", *related)


def readable_item(here: Access, item_id: int) -> Item:
    """An item that a lead sees, or that is assigned to the annotator. Raises NotFoundError."""
    if here.is_lead and (item := Item.objects.visible(here.project).filter(pk=item_id).first()):
        return item
    return assigned_item(here.annotator, item_id).item


def not_assigned() -> NotFoundError:
    """The error for an item that does not exist or is not assigned, so that neither can be told from the other."""
    return NotFoundError("There is no such item, or it was not given to this person.", code="not_yours")


def ensure_available(item: Item) -> None:
    """Raise NotFoundError if the item is archived or its import was undone."""
    if item.archived_at or not item.imported_by.published_at:
        raise NotFoundError("This item was taken out of the project.", code="item_gone")


def item_head(item: Item | ItemValues) -> dict[str, Any]:
    """The fields that all lists and views of items share."""
    return {
        "id": item.pk,
        "external_id": item.external_id,
        "language": item.language,
        "spelling": item.spelling,
        "direction": direction(item.language, item.answer),
        "question": item.question,
    }


def own_annotation(assignment: Assignment) -> Annotation | None:
    """The annotator's annotation, of the assignment that `assigned_work_item` returned."""
    return getattr(assignment, "own_annotation", None)


def work_item_data(project: Project, assignment: Assignment, annotation: AnnotationState) -> WorkItem:
    """The item of `assigned_work_item` as its annotator sees it: nothing about other people or the model."""
    item, more = assignment.item, cast("Any", assignment)
    return WorkItem(
        **item_head(item),
        answer=item.answer,
        claims=item.claims,
        segmenter=item.segmenter,
        answer_sha256=item.answer_sha256,
        reference=item_reference(item),
        reference_url=item.reference_url,
        images=images_from_rows(more.images),
        scheme_version=project.scheme_version,
        annotation=annotation,
        unread=more.unread or 0,
        assigned=AssignmentState(assignment.state),
        reopened=reopened_of(assignment),
        previous=more.previous_item,
        next=more.next_item,
    )
