"""Remove duplicate outputs from the work, and restore them. Removed items are archived, so nothing is lost."""

from datetime import datetime

from annotation.models import Item, Project
from annotation.queries.items.duplicates import find_duplicates, not_begun, removed_items
from annotation.services.items.balanced_sample import count_items, draw_sample
from annotation.services.items.item_lock import locked_items
from annotation.services.projects.project_settings import touch
from foundation.audit import AuditKind, record
from foundation.bulk_insert import batches
from foundation.write_transaction import batch_transaction, write_transaction

_BATCH = 1_000


def remove_duplicates(project: Project, now: datetime) -> int:
    """Archive the items that repeat another one, and return their number. Items that somebody has begun stay."""
    found = sorted((each.item, each.kept) for each in find_duplicates(project) if not each.begun)
    removed = 0
    for batch in batches(found, _BATCH):
        with batch_transaction():
            locked = list(locked_items([key for pair in batch for key in pair]))
            # An item that was not begun before the lock is given to nobody until the transaction ends.
            present = Item.objects.filter(pk__in=locked, archived_at__isnull=True)
            there, free = (set(rows.values_list("pk", flat=True)) for rows in (present, not_begun(present)))
            copies = [pk for pk, kept in batch if pk in free and kept in there]
            removed += Item.objects.filter(pk__in=copies).update(archived_at=now, reservable=False)
    settle_visible_items(project)
    _record(project, AuditKind.DUPLICATES_REMOVED, removed)
    return removed


def restore_duplicates(project: Project) -> int:
    """Restore the removed items, and return their number."""
    restored = 0
    for batch in batches(sorted(removed_items(project).values_list("pk", flat=True)), _BATCH):
        with batch_transaction():
            rows = removed_items(project).filter(pk__in=list(locked_items(list(batch))))
            restored += rows.update(archived_at=None)
    settle_visible_items(project)
    _record(project, AuditKind.DUPLICATES_RESTORED, restored)
    return restored


def settle_visible_items(project: Project) -> None:
    """Draw the sample or make restored items reservable, and count the items of each language again."""
    draw_sample(project)
    stored = Project.objects.get(pk=project.pk)
    with write_transaction():
        if stored.assignment != Project.AssignmentPolicy.BALANCED:
            count_items(stored)
        touch(project)


def _record(project: Project, kind: AuditKind, items: int) -> None:
    if items:
        with write_transaction():
            record(kind, project.scope, items=items)
