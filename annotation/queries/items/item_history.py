"""The history of an item, for leads: assignments, submissions, exclusions and decisions.

It has no drafts: only their authors see them.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from annotation.models import (
    Adjudication,
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    ExcludedAnnotation,
    Project,
)
from annotation.queries.annotate.broken_rules import broken_codes
from annotation.queries.annotate.workspace_item import visible_item
from annotation.queries.shapes import SpanContent
from foundation.accounts.names import display_name
from morelkit.scheme.validity_rules import RULES

MAX_EVENTS: Final = 500

EventKind = Literal["given", "submitted", "imported", "excluded", "included", "decided", "withdrawn"]


@dataclass(frozen=True)
class ItemEvent:
    """`given`: an assignment, with its present state. `submitted`, `imported`: the content. `excluded`: the reason.

    `included`: the annotation counts again. `by`: the lead who decided, by which `rule`.

    `decided`, `withdrawn`: decisions of a curator on the item.
    """

    kind: EventKind
    at: datetime
    annotator: str
    name: str
    by: str = ""
    reason: str = ""
    rule: Annotated[str, {"enum": ["", *RULES]}] = ""
    threshold: int = 0
    state: Annotated[str, {"enum": ["", *Assignment.State.values]}] = ""
    revision: int | None = None
    in_force: Annotated[bool, "It is what the annotator has submitted last."] = False
    spans: list[SpanContent] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    nothing_to_mark: bool = False
    active_seconds: int = 0
    overridden_rules: Annotated[
        list[str], "Codes of the consistency rules that it was submitted against."
    ] = field(default_factory=list)


def item_history(project: Project, item_id: int) -> list[ItemEvent]:
    """The latest events of an item, newest first. Raises NotFoundError."""
    visible_item(project, item_id)
    events = [*_assigned(project, item_id), *_submitted(project, item_id), *_excluded(project, item_id)]
    events += _decided(project, item_id)
    return sorted(events, key=lambda event: event.at, reverse=True)[:MAX_EVENTS]


def _assigned(project: Project, item_id: int) -> list[ItemEvent]:
    """Assignments to people. Imported annotations have an assignment as well, but nobody made it."""
    assignments = Assignment.objects.filter(item=item_id).exclude(
        annotator__in=Annotation.objects.filter(item=item_id, imported_by__isnull=False).values("annotator")
    )
    return [
        _event(
            project,
            assignment.annotator,
            "given",
            assignment.reserved_at,
            reason=assignment.reason,
            state=assignment.state,
        )
        for assignment in assignments.select_related("annotator__user").order_by("-pk")[:MAX_EVENTS]
    ]


def _submitted(project: Project, item_id: int) -> list[ItemEvent]:
    annotations = Annotation.objects.published().filter(item=item_id)
    revisions = AnnotationRevision.objects.filter(annotation__in=annotations, submit=True)
    rows = revisions.select_related("annotation__annotator__user").order_by("-pk")[:MAX_EVENTS]
    return [
        _event(
            project,
            each.annotation.annotator,
            "imported" if each.annotation.imported_by_id and each.number == 1 else "submitted",
            each.saved_at,
            revision=each.number,
            in_force=each.annotation.submitted_id == each.pk,
            spans=each.spans,
            labels=each.labels,
            nothing_to_mark=each.nothing_to_mark,
            active_seconds=each.active_seconds,
            overridden_rules=broken_codes(each.overridden_rules),
        )
        for each in rows
    ]


def _excluded(project: Project, item_id: int) -> list[ItemEvent]:
    """Late submissions store their exclusion themselves; all other exclusions are rows of ExcludedAnnotation."""
    late = Annotation.objects.published().filter(item=item_id, excluded_at__isnull=False, surplus=True)
    events = [
        _event(project, each.annotator, "excluded", each.excluded_at, by=display_name(each.excluded_by))
        for each in late.select_related("annotator__user", "excluded_by").order_by("-pk")[:MAX_EVENTS]
        if each.excluded_at
    ]
    excluded_annotations = ExcludedAnnotation.objects.filter(annotation__item=item_id).select_related(
        "annotation__annotator__user", "exclusion__by", "returned_by"
    )
    for each in excluded_annotations.order_by("-pk")[:MAX_EVENTS]:
        annotator, act = each.annotation.annotator, each.exclusion
        excluded = _event(
            project,
            annotator,
            "excluded",
            act.at,
            by=display_name(act.by),
            reason=act.reason,
            rule=act.rule,
            threshold=act.threshold,
        )
        events.append(excluded)
        if each.returned_at:
            by = display_name(each.returned_by)
            events.append(_event(project, annotator, "included", each.returned_at, by=by))
    return events


def _decided(project: Project, item_id: int) -> list[ItemEvent]:
    rows = Adjudication.objects.filter(item=item_id).select_related("curator__user").order_by("-number")
    return [
        _event(
            project,
            row.curator,
            "withdrawn" if row.withdrawn else "decided",
            row.at,
            reason=row.note,
            revision=row.number,
            spans=row.spans,
            labels=row.labels,
        )
        for row in rows[:MAX_EVENTS]
    ]


def _event(project: Project, annotator: Annotator, kind: EventKind, at: datetime, **more: Any) -> ItemEvent:
    """An event of an annotator. `more`: the fields that only this kind of event has."""
    return ItemEvent(kind, at, annotator.key, annotator.author_name(project), **more)
