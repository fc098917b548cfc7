"""Show an annotator an item. From the first time on its reference stays, so that all of them judge the same text."""

from datetime import datetime

from annotation.models import Annotator, Item, Project
from annotation.queries.annotate.workspace_item import WorkItem, assigned_item, work_item_data
from foundation.write_transaction import write_transaction


def show_item(project: Project, annotator: Annotator, item_id: int, now: datetime) -> WorkItem:
    """The item as its annotator sees it. What was claimed counts as shown already. Raises NotFoundError."""
    assignment = assigned_item(annotator, item_id)
    if assignment.item.shown_at is None:
        with write_transaction():
            Item.objects.filter(pk=item_id, shown_at=None).update(shown_at=now)
        assignment = assigned_item(annotator, item_id)
    return work_item_data(project, assignment)
