"""What became of an item, for its leads: to whom it was given, what they submitted and when, what was left out.

Drafts are their authors' own: none of them is in it.
"""

from typing import Any, Final

from annotation.models import (
    Adjudication,
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    ExcludedAnnotation,
    Item,
    Project,
)
from foundation.accounts.names import display_name
from foundation.errors import NotFoundError

MOST: Final = 500  # events, the latest


def item_history(project: Project, item_id: int) -> list[dict[str, Any]]:
    """The latest first. Raises NotFoundError."""
    if not Item.objects.visible(project).filter(pk=item_id).exists():
        raise NotFoundError("There is no such item in this project.")
    events = [*_given(project, item_id), *_submitted(project, item_id), *_left_out(project, item_id)]
    events += _decided(project, item_id)
    return sorted(events, key=lambda event: event["at"], reverse=True)[:MOST]


def _given(project: Project, item_id: int) -> list[dict[str, Any]]:
    """Imported annotations have a place on the item, and were given to nobody."""
    places = Assignment.objects.filter(item=item_id).exclude(
        annotator__in=Annotation.objects.filter(item=item_id, imported_by__isnull=False).values("annotator")
    )
    return [
        _event(project, place.annotator, "given", place.reserved_at)
        | {"reason": place.reason, "state": place.state}
        for place in places.select_related("annotator__user").order_by("-pk")[:MOST]
    ]


def _submitted(project: Project, item_id: int) -> list[dict[str, Any]]:
    annotations = Annotation.objects.published().filter(item=item_id)
    revisions = AnnotationRevision.objects.filter(annotation__in=annotations, submit=True)
    rows = revisions.select_related("annotation__annotator__user").order_by("-pk")[:MOST]
    return [
        _event(
            project,
            each.annotation.annotator,
            "imported" if each.annotation.imported_by_id and each.number == 1 else "submitted",
            each.saved_at,
        )
        | {
            "revision": each.number,
            "in_force": each.annotation.submitted_id == each.pk,
            "spans": each.spans,
            "labels": each.labels,
            "nothing_to_mark": each.nothing_to_mark,
            "active_seconds": each.active_seconds,
        }
        for each in rows
    ]


def _left_out(project: Project, item_id: int) -> list[dict[str, Any]]:
    """What came late and was left out says so itself; all else stands in the acts that took it out."""
    late = Annotation.objects.published().filter(item=item_id, excluded_at__isnull=False, surplus=True)
    events = [
        _event(project, each.annotator, "excluded", each.excluded_at) | {"by": display_name(each.excluded_by)}
        for each in late.select_related("annotator__user", "excluded_by").order_by("-pk")[:MOST]
    ]
    excluded_annotations = ExcludedAnnotation.objects.filter(annotation__item=item_id).select_related(
        "annotation__annotator__user", "exclusion__by", "returned_by"
    )
    for each in excluded_annotations.order_by("-pk")[:MOST]:
        annotator, act = each.annotation.annotator, each.exclusion
        decided = {
            "by": display_name(act.by),
            "reason": act.reason,
            "rule": act.rule,
            "threshold": act.threshold,
        }
        events.append(_event(project, annotator, "excluded", act.at) | decided)
        if each.returned_at:
            returned = {"by": display_name(each.returned_by)}
            events.append(_event(project, annotator, "included", each.returned_at) | returned)
    return events


def _decided(project: Project, item_id: int) -> list[dict[str, Any]]:
    rows = Adjudication.objects.filter(item=item_id).select_related("curator__user").order_by("-number")
    return [
        _event(project, row.curator, "withdrawn" if row.withdrawn else "decided", row.at)
        | {
            "reason": row.note,
            "revision": row.number,
            "spans": row.spans,
            "labels": row.labels,
        }
        for row in rows[:MOST]
    ]


def _event(project: Project, annotator: Annotator, kind: str, at: Any) -> dict[str, Any]:
    return _blank(annotator.key, kind, at) | {"name": annotator.author_name(project)}


def _blank(key: str, kind: str, at: Any) -> dict[str, Any]:
    return {
        "kind": kind,
        "at": at,
        "annotator": key,
        "name": "",
        "by": "",
        "reason": "",
        "rule": "",
        "threshold": 0,
        "state": "",
        "revision": None,
        "in_force": False,
        "spans": [],
        "labels": {},
        "nothing_to_mark": False,
        "active_seconds": 0,
    }
