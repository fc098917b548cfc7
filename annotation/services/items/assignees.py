"""Assignment by a field: each item goes to the member whom one of its fields names, such as the one who asked."""

import json
from typing import Any

from annotation.models import Item, Project
from annotation.queries.projects.assignees import assignee_of
from annotation.services.items.item_lock import locked_items
from foundation.bulk_insert import batches
from foundation.errors import wrong_field
from foundation.write_transaction import batch_transaction

MAX_FIELD = 200
_BATCH = 1_000
_NAMED = 20


def check_field(project: Project, field: str) -> None:
    """Raise InvalidError if the field cannot assign the items of the project: if there are items, one must have it."""
    if not field or len(field) > MAX_FIELD:
        raise wrong_field(
            "assignment_field", "Say which field of the items names their annotator.", "assignment_field"
        )
    if project.pk is None:
        return
    known: dict[str, None] = {}
    rows = Item.objects.filter(project=project, kind=Item.Kind.WORK).values_list("metadata", flat=True)
    for text in rows.iterator():
        metadata: dict[str, Any] = json.loads(text)
        if assignee_of(metadata, field):
            return
        if len(known) < _NAMED:
            known |= dict.fromkeys(metadata)
    if rows.exists():
        fields = ", ".join(list(known)[:_NAMED])
        raise wrong_field(
            "assignment_field",
            f"No item has a name in the field “{field}”. Fields of the items: {fields or 'none'}.",
            "assignment_field",
        )


def store_assignees(project: Project) -> None:
    """Store in each item who its field names, in batches; nobody if no field decides."""
    field = project.assignment_field
    rows = Item.objects.filter(project=project).order_by("pk").values_list("pk", "metadata", "assignee")
    changed = {
        pk: named
        for pk, metadata, stored in rows.iterator()
        if (named := assignee_of(json.loads(metadata), field) if field else None) != stored
    }
    for batch in batches(sorted(changed), _BATCH):
        with batch_transaction():
            items = [Item(pk=pk, assignee=changed[pk]) for pk in locked_items(list(batch))]
            Item.objects.bulk_update(items, ["assignee"])
