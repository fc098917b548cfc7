"""What came late, when no place was free: a lead accepts it, leaves it out, or lets it wait again."""

from datetime import datetime

from django.contrib.auth.models import User

from annotation.models import Annotation, Assignment, Item, Project
from annotation.services.annotate.reservations import free_slot, take_slot
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.errors import ConflictError, NotFoundError
from foundation.write_transaction import write_transaction

ACCEPTED, LEFT_OUT, WAITING = "accepted", "left_out", "waiting"


def decide_surplus(
    project: Project, item_id: int, key: str, decision: str, lead: User, now: datetime
) -> Annotation:
    """Accepted, it counts, though the item be over-full; left out, it is excluded. Raises NotFoundError, ConflictError.

    It takes no slot: by its place without one it is known as surplus that was accepted, and can wait again.
    """
    with write_transaction():
        there = Item.objects.visible(project).filter(pk=item_id, kind=Item.Kind.WORK).exists()
        item = Item.objects.select_for_update(of=("self",)).filter(pk=item_id).first() if there else None
        if item is None:
            raise NotFoundError("There is no such item in this project.")
        annotation = Annotation.objects.filter(item=item, annotator__key=key).first()
        if annotation is None or annotation.submitted_id is None or not _came_late(annotation):
            raise ConflictError("This is no surplus submission.", code="no_surplus")
        counted, counts, out = not annotation.surplus, decision == ACCEPTED, decision == LEFT_OUT
        annotation.surplus = not counts
        annotation.excluded_at = now if out else None
        annotation.excluded_by = lead if out else None
        annotation.excluded_reason = ""
        annotation.save(update_fields=["surplus", "excluded_at", "excluded_by", "excluded_reason"])
        if counts and not counted:
            take_slot(item.pk, None)
        elif counted and not counts:
            free_slot(item.pk)
        refresh_items(project, [item])
        touch(project)
    return annotation


def _came_late(annotation: Annotation) -> bool:
    if annotation.surplus or annotation.excluded_at:
        return annotation.surplus
    if annotation.exclusions.exists():
        return False  # it counts again beside whoever had its place meanwhile
    place = Assignment.objects.filter(item=annotation.item_id, annotator=annotation.annotator_id).first()
    capped = annotation.item.project.assignment != Project.AssignmentPolicy.EVERYONE
    return capped and annotation.imported_by_id is None and place is not None and place.slot is None
