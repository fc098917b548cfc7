"""Reads of items: as their annotator sees one, and as leads do."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.db.models import Prefetch, QuerySet

from annotation.domain.agreement import count_item
from annotation.domain.gold import curated_item_labels, curated_labels, hard_labels
from annotation.domain.languages import direction
from annotation.errors import NotFoundError
from annotation.models import (
    Annotation,
    Annotator,
    Assignment,
    ExcludedAnnotation,
    Item,
    Project,
    ProjectLanguage,
    Reference,
)
from annotation.queries.adjudications import decisions
from annotation.queries.annotations import (
    annotation_of,
    content_of,
    published,
    spans_of,
    state_of,
)
from annotation.queries.consulted import content_json
from annotation.queries.messages import unread_by_annotator
from annotation.queries.mine import place_of
from annotation.queries.people import author_name
from annotation.queries.projects import scheme_of
from annotation.queries.references import item_reference_json


def visible_items(project: Project) -> QuerySet[Item]:
    """Not archived, and not of an import that has not ended or was undone."""
    return Item.objects.filter(
        project=project, archived_at__isnull=True, imported_by__published_at__isnull=False
    )


def work_item(project: Project, item_id: int) -> Item:
    """Raises NotFoundError."""
    item = visible_items(project).filter(pk=item_id, kind=Item.Kind.WORK).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    return item


def items_with_gold(project: Project, kind: str) -> QuerySet[Item]:
    """Items to teach or to check people by, of which it is known what is right."""
    return visible_items(project).filter(kind=kind, known__isnull=False)


def with_what_came_along(items: QuerySet[Item]) -> QuerySet[Item]:
    """The references that were imported with the items, and not the pages fetched since: those are long."""
    imported = Reference.objects.exclude(kind=Reference.Kind.WIKIPEDIA)
    return items.prefetch_related(Prefetch("reference", imported))


def item_head(item: Item) -> dict[str, Any]:
    """What every list and every view of an item begins with."""
    return {
        "id": item.pk,
        "external_id": item.external_id,
        "language": item.language,
        "spelling": item.spelling,
        "direction": direction(item.language),
        "question": item.question,
    }


def work_item_json(project: Project, assignment: Assignment) -> dict[str, Any]:
    """The item as its annotator sees it: nothing of other people, nothing of the model."""
    item, annotator = assignment.item, assignment.annotator
    return {
        **item_head(item),
        "answer": item.answer,
        "answer_sha256": item.answer_sha256,
        "reference": item_reference_json(item),
        "reference_url": item.reference_url,
        "scheme_version": project.scheme_version,
        "annotation": state_of(annotation_of(annotator, item.pk)),
        "unread": unread_by_annotator(annotator, item.pk),
        **place_of(assignment),
    }


def given_item(annotator: Annotator, item_id: int) -> Assignment:
    """The person's place on the item, which may be skipped or expired. Raises NotFoundError."""
    places = Assignment.objects.filter(annotator=annotator, item=item_id)
    place = places.select_related("item__imported_by", "annotator").first()
    if place is None:
        raise not_given()
    must_be_there(place.item)
    return place


def not_given() -> NotFoundError:
    """Whether there is such an item is nothing to those who were not given it."""
    return NotFoundError("There is no such item, or it was not given to this person.", code="not_yours")


def must_be_there(item: Item) -> None:
    if item.archived_at or not item.imported_by.published_at:
        raise NotFoundError("This item was taken out of the project.", code="item_gone")


def item_view(project: Project, item_id: int, languages: Mapping[str, ProjectLanguage]) -> dict[str, Any]:
    """All annotations of an item above one another, and the gold as it would come out. Raises NotFoundError."""
    item = visible_items(project).select_related("reference", "page").filter(pk=item_id).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    scheme = scheme_of(project)
    annotations = list(
        Annotation.objects.filter(published(), item=item)
        .select_related("head", "submitted", "annotator__user")
        .order_by("id")
    )
    counts = [
        each.submitted for each in annotations if each.submitted and _annotation_status(each) == "counted"
    ]
    count = count_item(project.policy, item.answer, [spans_of(revision) for revision in counts])
    decision = decisions([item.pk]).get(item.pk) if project.adjudication else None
    gold = curated_labels(decision.spans) if decision else hard_labels(count.runs, count.n)
    language = languages[item.language]
    out = ExcludedAnnotation.objects.filter(annotation__item=item, returned_at__isnull=True)
    acts = dict(out.values_list("annotation", "exclusion"))
    return {
        **item_head(item),
        "answer": item.answer,
        "model_id": item.model_id,
        "split": item.split,
        "reference": item_reference_json(item),
        "reference_url": item.reference_url,
        "policy": project.policy,
        "n": count.n,
        "redundancy": language.redundancy or project.redundancy,
        "agreement": count.agreement if scheme.uses_spans else None,
        "status": item_status(project, language, count.n),
        "runs": [asdict(run) for run in count.runs],
        "gold": [{"start": start, "end": end} for start, end in gold],
        "gold_source": "curated" if decision else "majority",
        "item_labels": curated_item_labels(
            [label.name for label in scheme.item_labels],
            [revision.labels for revision in counts],
            decision.labels if decision else {},
        ),
        "annotations": [
            _annotation_json(project, item, each) | {"exclusion": acts.get(each.pk)} for each in annotations
        ],
    }


def item_status(project: Project, language: ProjectLanguage, n: int) -> str:
    """Of an item with `n` counted annotations. Where everyone annotates everything, a lead closes its language."""
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return "complete" if language.closed else "open"
    redundancy = language.redundancy or project.redundancy
    if n < redundancy:
        return "open"
    return "complete" if n == redundancy else "over-full"


def _annotation_status(annotation: Annotation) -> str:
    if annotation.submitted_id is None:
        return "draft"
    if annotation.excluded_at:
        return "excluded"
    return "surplus" if annotation.surplus else "counted"


def _annotation_json(project: Project, item: Item, annotation: Annotation) -> dict[str, Any]:
    """Leads see that a draft exists, not what is in it: only the submitted revision is shown."""
    revision = annotation.submitted
    content = content_of(revision)
    own = count_item(project.policy, item.answer, [spans_of(revision)] if revision else [])
    normalized = own.normalized[0] if own.normalized else ()
    return {
        "annotator": annotation.annotator.key,
        "name": author_name(project, annotation.annotator),
        "status": _annotation_status(annotation),
        "normalized": [{"start": start, "end": end} for start, end in normalized],
        "submitted_at": revision.saved_at.isoformat() if revision else None,
        "revision": revision.number if revision else 0,
        "reason": annotation.excluded_reason,
        **content_json(content, annotation.annotator_id),
    }
