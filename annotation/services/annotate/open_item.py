"""Open an item for an annotator. From then on its reference is fixed, so that all annotators judge the same text."""

from datetime import datetime

from annotation.models import Annotator, Item, Project
from annotation.queries.annotate.workspace_item import (
    WorkItem,
    assigned_work_item,
    own_annotation,
    work_item_data,
)
from annotation.queries.sources.exposure import exposed_state
from annotation.services.annotate.exposure import expose
from foundation.write_transaction import write_transaction


def open_item(project: Project, annotator: Annotator, item_id: int, now: datetime) -> WorkItem:
    """Return the item as its annotator sees it, and note when it was first shown. Raises NotFoundError.

    Nothing is noted in an archived project.
    """
    assignment = assigned_work_item(annotator.pk, item_id)
    if assignment.item.shown_at is None and project.archived_at is None:
        with write_transaction():
            Item.objects.filter(pk=item_id, shown_at=None).update(shown_at=now)
        assignment = assigned_work_item(annotator.pk, item_id)
    annotation = own_annotation(assignment)
    exposure = None
    if project.uses_suggestions:
        begun = annotation is not None and annotation.head_id is not None
        exposure = expose(project, assignment, begun=begun, now=now)
    return work_item_data(project, assignment, exposed_state(project, annotation, exposure))
