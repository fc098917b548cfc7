"""The slots of an item: as many as its redundancy, one for each assignment that counts."""

from collections.abc import Container

from django.db.models import F

from annotation.models import Assignment, Item, Project, ProjectLanguage


def redundancy_of(project: Project, language: str) -> int | None:
    """How many automatic reservations an item of the language may have; None if there is no cap."""
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return None
    row = ProjectLanguage.objects.filter(project=project, language=language).first()
    return (row.redundancy if row else None) or project.redundancy


def lowest_free_slot(redundancy: int | None, taken: Container[int | None]) -> int | None:
    """The lowest slot below `redundancy` that is not taken. None if all are taken or there is no cap."""
    if redundancy is None:
        return None
    return next((slot for slot in range(redundancy) if slot not in taken), None)


def lowest_free_slot_of(item_id: int, redundancy: int | None) -> int | None:
    if redundancy is None:
        return None
    taken = set(Assignment.objects.filter(item=item_id).values_list("slot", flat=True))
    return lowest_free_slot(redundancy, taken)


def take_slot(item_id: int, redundancy: int | None) -> bool:
    """Add one to the item's coverage, unless it has reached `redundancy`. False if it has."""
    items = Item.objects.filter(pk=item_id)
    if redundancy is not None:
        items = items.filter(coverage__lt=redundancy)
    return bool(items.update(coverage=F("coverage") + 1))


def free_slot(item_id: int) -> None:
    """Take one from the item's coverage."""
    Item.objects.filter(pk=item_id, coverage__gt=0).update(coverage=F("coverage") - 1)
