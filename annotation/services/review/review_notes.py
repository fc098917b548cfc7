"""Mark a submitted annotation as reviewed by a lead, or withdraw the mark."""

from datetime import datetime

from django.contrib.auth.models import User

from annotation.models import Annotation, Project, Review
from annotation.queries.annotate.workspace_item import work_item
from annotation.services.projects.project_settings import touch
from foundation.errors import ConflictError, NotFoundError
from foundation.write_transaction import write_transaction


def mark_reviewed(
    project: Project, item_id: int, key: str, revision: int, lead: User, now: datetime, *, reviewed: bool
) -> Annotation:
    """Add or withdraw the lead's own review of an annotation. `revision`: number of the revision that they looked at.

    Raises NotFoundError, and ConflictError if it is not the submitted revision.
    """
    with write_transaction():
        item = work_item(project, item_id)
        annotations = Annotation.objects.published().select_for_update(of=("self",)).filter(item=item)
        annotation = annotations.filter(annotator__key=key).select_related("submitted").first()
        if annotation is None:
            raise NotFoundError("They have not annotated this item.")
        if annotation.submitted is None or annotation.submitted.number != revision:
            raise ConflictError(
                "The annotation has been submitted again. Look at the new version first.",
                code="reviewed_other",
            )
        own = Review.objects.filter(annotation=annotation, by=lead)
        if not reviewed:
            own.delete()
        elif not own.filter(revision=annotation.submitted).exists():
            Review.objects.update_or_create(
                annotation=annotation,
                by=lead,
                defaults={"revision": annotation.submitted, "reviewed_at": now},
            )
        touch(project)
    return annotation
