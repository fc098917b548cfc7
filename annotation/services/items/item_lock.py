"""Row locks on annotators and items, kept until the transaction ends.

Every transaction locks in the same order, so that none can deadlock: the annotator, then items, then assignments.
"""

from collections.abc import Iterable

from annotation.models import Annotator, Assignment, Import, Item
from annotation.queries.annotate.workspace_item import ensure_available, not_assigned


def lock_annotator(annotator: Annotator) -> Annotator:
    """Lock the annotator's row and return it as it is stored now.

    The lock leaves the key free: a save has its item locked while its commit checks that the annotator exists. It would
    deadlock with a transaction that has locked the annotator and waits for the item.
    """
    return Annotator.objects.select_for_update(no_key=True).get(pk=annotator.pk)


def locked_items(items: list[int], *, skip_locked: bool = False) -> Iterable[int]:
    """Keys of the items, locked in ascending order."""
    rows = Item.objects.select_for_update(skip_locked=skip_locked).filter(pk__in=items)
    return rows.order_by("pk").values_list("pk", flat=True)


def locked_item(annotator: Annotator, item_id: int) -> tuple[Item, Assignment]:
    """The item, locked, and the annotator's assignment on it, which may be skipped or expired. Raises NotFoundError."""
    rows = Item.objects.select_for_update(of=("self",)).filter(pk=item_id, project=annotator.project_id)
    item = (
        rows.select_related("imported_by")
        .only(
            "kind",
            "check_gold",
            "language",
            "answer",
            "answer_sha256",
            "reference",
            "archived_at",
            "imported_by__published_at",
            "imported_by__worked_on",
        )
        .order_by()
        .first()
    )
    assignment = Assignment.objects.filter(annotator=annotator, item=item_id).first()
    if item is None or assignment is None:
        raise not_assigned()
    ensure_available(item)
    return item, assignment


def mark_worked_on(import_: Import) -> None:
    """Record that someone saved or wrote something on an item of the import, so that it cannot be undone."""
    if not import_.worked_on:
        Import.objects.filter(pk=import_.pk, worked_on=False).update(worked_on=True)
