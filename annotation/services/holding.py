"""The item somebody is at work on, held until the transaction ends. Items are always locked before their places."""

from annotation.models import Annotator, Assignment, Import, Item
from annotation.queries.workspace_item import ensure_available, not_assigned


def held_item(annotator: Annotator, item_id: int) -> tuple[Item, Assignment]:
    """The item, and the annotator's place on it, which may have been skipped or have expired. Raises NotFoundError."""
    rows = Item.objects.select_for_update(of=("self",)).filter(pk=item_id, project=annotator.project_id)
    item = (
        rows.select_related("imported_by")
        .only(
            "kind",
            "known",
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
    place = Assignment.objects.filter(annotator=annotator, item=item_id).first()
    if item is None or place is None:
        raise not_assigned()
    ensure_available(item)
    return item, place


def note_work(import_: Import) -> None:
    """Somebody has said something of what this import brought: it cannot be undone any more."""
    if not import_.worked_on:
        Import.objects.filter(pk=import_.pk, worked_on=False).update(worked_on=True)
