"""Surplus: late submissions without a free slot. A lead accepts or excludes them, or undoes that decision."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotation.models import Annotation, Assignment, Item, Project
from annotation.services.annotate.slots import free_slot, take_slot
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, NotFoundError
from foundation.write_transaction import write_transaction

ACCEPTED, LEFT_OUT, WAITING = "accepted", "left_out", "waiting"


def decide_surplus(
    project: Project, item_id: int, key: str, decision: str, lead: User, now: datetime
) -> Annotation:
    """Accept a late submission, which may make the item over-full, exclude it, or let it wait again.

    An accepted one takes no slot. An assignment without a slot marks it as late, so that the decision can be undone.
    Raises NotFoundError, ConflictError.
    """
    with write_transaction():
        visible = Item.objects.visible(project).filter(pk=item_id, kind=Item.Kind.WORK).exists()
        item = Item.objects.select_for_update(of=("self",)).filter(pk=item_id).first() if visible else None
        if item is None:
            raise NotFoundError("There is no such item in this project.")
        annotation = Annotation.objects.filter(item=item, annotator__key=key).first()
        if annotation is None or annotation.submitted_id is None or not _came_late(annotation):
            raise ConflictError("This is no surplus submission.", code="no_surplus")
        counted, accepted, excluded = not annotation.surplus, decision == ACCEPTED, decision == LEFT_OUT
        annotation.surplus = not accepted
        annotation.excluded_at = now if excluded else None
        annotation.excluded_by = lead if excluded else None
        annotation.excluded_reason = ""
        annotation.save(update_fields=["surplus", "excluded_at", "excluded_by", "excluded_reason"])
        if accepted and not counted:
            take_slot(item.pk, None)
        elif counted and not accepted:
            free_slot(item.pk)
        refresh_items(project, [item])
        details: dict[str, Any] = {"item": item.external_id, "annotator": key, "decision": decision}
        record(AuditKind.SURPLUS_DECIDED, project.scope, actor=lead, **details)
        touch(project)
    return annotation


def _came_late(annotation: Annotation) -> bool:
    if annotation.surplus or annotation.excluded_at:
        return annotation.surplus
    if annotation.exclusions.exists():
        return False  # included again: its slot may belong to someone else by now
    assignment = Assignment.objects.filter(item=annotation.item_id, annotator=annotation.annotator_id).first()
    capped = annotation.item.project.assignment != Project.AssignmentPolicy.EVERYONE
    return capped and annotation.imported_by_id is None and assignment is not None and assignment.slot is None
