"""Reads of items: an annotator's view, and the leads' list and item view."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from annotation.domain.agreement import count_item
from annotation.domain.gold import hard_labels, item_label_gold
from annotation.domain.languages import direction
from annotation.domain.scheme import Scheme
from annotation.errors import NotFoundError
from annotation.models import Annotation, Annotator, Assignment, Item, Project, Reference
from annotation.queries.annotations import (
    annotation_of,
    content_of,
    counted_spans,
    published,
    spans_of,
    state_of,
)
from annotation.queries.projects import scheme_of


def visible_items(project: Project) -> QuerySet[Item]:
    """Not archived, and not of an import that has not ended or was undone."""
    return Item.objects.filter(
        project=project, archived_at__isnull=True, imported_by__published_at__isnull=False
    )


def work_item(project: Project, annotator: Annotator, item_id: int) -> dict[str, Any]:
    """The item as its annotator sees it: nothing of other people, nothing of the model. Raises NotFoundError."""
    given = Assignment.objects.filter(item=item_id, annotator=annotator).exists()
    item = visible_items(project).select_related("reference").filter(pk=item_id).first() if given else None
    if item is None:
        raise NotFoundError("There is no such item, or it was not given to you.")
    return work_item_json(item, annotator)


def work_item_json(item: Item, annotator: Annotator) -> dict[str, Any]:
    return {
        "id": item.pk,
        "external_id": item.external_id,
        "language": item.language,
        "spelling": item.spelling,
        "direction": direction(item.language),
        "question": item.question,
        "answer": item.answer,
        "answer_sha256": item.answer_sha256,
        "reference": reference_json(item.reference),
        "reference_url": item.reference_url,
        "annotation": state_of(annotation_of(annotator, item.pk)),
    }


def reference_json(reference: Reference | None) -> dict[str, Any] | None:
    if reference is None:
        return None
    return {
        "id": reference.pk,
        "kind": reference.kind,
        "language": reference.language,
        "title": reference.title,
        "url": reference.url,
        "revision_id": reference.revision_id,
        "fetched_at": reference.fetched_at.isoformat() if reference.fetched_at else None,
        "extract": reference.extract,
    }


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """Which items a lead looks at, and in which order."""

    language: str = ""
    order: str = "agreement"  # or "ordinal"
    search: str = ""

    def rows(self, project: Project) -> QuerySet[Item]:
        """Items with `sort`, the first part of their sort key; the item's ordinal is the second.

        By agreement only items that have one: those with n ≥ 2.
        """
        items = visible_items(project).filter(kind=Item.Kind.WORK)
        if self.language:
            items = items.filter(language=self.language)
        if self.search:
            items = items.filter(
                Q(external_id__icontains=self.search)
                | Q(question__icontains=self.search)
                | Q(answer__icontains=self.search)
            )
        if self.order == "ordinal":
            return items.annotate(sort=F("ordinal"))
        return items.filter(
            statistics__policy=project.policy, statistics__agreement__isnull=False
        ).annotate(sort=F("statistics__agreement"))


def item_page(
    project: Project, chosen: ItemFilter, after: Sequence[Any] | None, limit: int
) -> list[Item]:
    """At most `limit` items behind the sort key `after`."""
    rows = chosen.rows(project)
    if after:
        rows = rows.filter(Q(sort__gt=after[0]) | Q(sort=after[0], pk__gt=after[1]))
    return list(rows.order_by("sort", "pk")[:limit])


def item_rows(project: Project, items: Sequence[Item], redundancies: dict[str, int]) -> list[dict[str, Any]]:
    """What the list shows of each item. The shares are computed from the annotations of these items only."""
    spans = counted_spans(item.pk for item in items)
    notes = _notes([item.pk for item in items])
    uses_spans = scheme_of(project).uses_spans
    rows = []
    for item in items:
        count = count_item(project.policy, item.answer, spans.get(item.pk, []))
        redundancy = redundancies.get(item.language, project.redundancy)
        rows.append(
            {
                "id": item.pk,
                "external_id": item.external_id,
                "language": item.language,
                "spelling": item.spelling,
                "direction": direction(item.language),
                "question": item.question,
                "answer_length": len(item.answer),
                "redundancy": redundancy,
                "status": _status(project, count.n, redundancy),
                "ties": count.tie_characters,
                "gold_characters": count.gold_characters,
                "runs": [asdict(run) for run in count.runs],
                "n": count.n,
                "agreement": count.agreement if uses_spans else None,
                **notes.get(item.pk, {"drafts": 0, "unsure": 0, "comments": 0}),
            }
        )
    return rows


def _notes(items: list[int]) -> dict[int, dict[str, int]]:
    submitted = Q(submitted__isnull=False)
    rows = (
        Annotation.objects.filter(published(), item__in=items)
        .order_by()
        .values("item_id")
        .annotate(
            drafts=Count("pk", filter=Q(submitted__isnull=True)),
            unsure=Count("pk", filter=submitted & Q(submitted__unsure=True)),
            comments=Count("pk", filter=submitted & ~Q(submitted__comment="")),
        )
    )
    return {row.pop("item_id"): row for row in rows}


def _status(project: Project, n: int, redundancy: int) -> str:
    if project.assignment == Project.AssignmentPolicy.EVERYONE or n < redundancy:
        return "open"
    return "complete" if n == redundancy else "over-full"


def item_view(project: Project, item_id: int, redundancies: dict[str, int]) -> dict[str, Any]:
    """All annotations of an item above one another, and the gold as it would come out. Raises NotFoundError."""
    item = visible_items(project).select_related("reference").filter(pk=item_id).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    scheme = scheme_of(project)
    annotations = list(
        Annotation.objects.filter(published(), item=item)
        .select_related("head", "submitted", "annotator__user")
        .order_by("id")
    )
    counts = [each for each in annotations if _annotation_status(each) == "counted"]
    count = count_item(project.policy, item.answer, [spans_of(each.submitted) for each in counts])
    redundancy = redundancies.get(item.language, project.redundancy)
    return {
        "id": item.pk,
        "external_id": item.external_id,
        "language": item.language,
        "spelling": item.spelling,
        "direction": direction(item.language),
        "question": item.question,
        "answer": item.answer,
        "model_id": item.model_id,
        "split": item.split,
        "reference": reference_json(item.reference),
        "reference_url": item.reference_url,
        "policy": project.policy,
        "n": count.n,
        "redundancy": redundancy,
        "agreement": count.agreement if scheme.uses_spans else None,
        "status": _status(project, count.n, redundancy),
        "runs": [asdict(run) for run in count.runs],
        "gold": [{"start": start, "end": end} for start, end in hard_labels(count.runs, count.n)],
        "item_labels": item_labels(scheme, [each.submitted.labels for each in counts]),
        "annotations": [_annotation_json(project, item, each) for each in annotations],
    }


def item_labels(scheme: Scheme, chosen: Sequence[dict[str, str]]) -> dict[str, Any]:
    """Gold of the item labels over the annotations that set them."""
    gold = {}
    for label in scheme.item_labels:
        values = [labels[label.name] for labels in chosen if label.name in labels]
        if values:
            gold[label.name] = item_label_gold(values)
    return gold


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
        "name": _name(annotation.annotator),
        "status": _annotation_status(annotation),
        "normalized": [{"start": start, "end": end} for start, end in normalized],
        "submitted_at": revision.saved_at.isoformat() if revision else None,
        "reason": annotation.excluded_reason,
        **content.to_json(),
    }


def _name(annotator: Annotator) -> str:
    user = annotator.user
    return (user.get_full_name() or user.username) if user else annotator.key


def neighbours(project: Project, chosen: ItemFilter, item_id: int) -> dict[str, Any]:
    """The items before and after one in the chosen order, its place and how many there are."""
    rows = chosen.rows(project)
    sort = rows.filter(pk=item_id).values_list("sort", flat=True).first()
    total = rows.count()
    if sort is None:
        return {"previous": None, "next": None, "position": None, "total": total}
    before = rows.filter(Q(sort__lt=sort) | Q(sort=sort, pk__lt=item_id))
    after = rows.filter(Q(sort__gt=sort) | Q(sort=sort, pk__gt=item_id))
    return {
        "previous": before.order_by("-sort", "-pk").values_list("pk", flat=True).first(),
        "next": after.order_by("sort", "pk").values_list("pk", flat=True).first(),
        "position": before.count() + 1,
        "total": total,
    }

