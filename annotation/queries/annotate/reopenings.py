"""Why a lead has reopened an annotation, for its annotator and for leads."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.db.models import Subquery

from annotation.models import Annotation, Reopening


@dataclass(frozen=True)
class Reopened:
    """A lead has reopened the annotation, which counts again once it is submitted."""

    at: datetime
    reason: Annotated[str, "What to change, by a lead; empty if none was given."]


def latest_reopening(**annotation: Any) -> dict[str, Subquery]:
    """The columns `reopened_at` and `reopened_reason` of the reopened annotation that meets the conditions.

    They are null once it is submitted again.
    """
    rows = Reopening.objects.filter(annotation__submitted__isnull=True, **annotation).order_by("-pk")
    return {
        "reopened_at": Subquery(rows.values("reopened_at")[:1]),
        "reopened_reason": Subquery(rows.values("reason")[:1]),
    }


def reopened_of(row: Any) -> Reopened | None:
    """The reopening of a row that has the columns of `latest_reopening`."""
    at = getattr(row, "reopened_at", None)
    return Reopened(at, row.reopened_reason) if at else None


def reopenings_of(annotations: Iterable[Annotation]) -> dict[int, Reopened]:
    """The reopenings that apply, by annotation."""
    drafts = [each.pk for each in annotations if each.submitted_id is None]
    rows = Reopening.objects.filter(annotation__in=drafts).order_by("pk")
    return {row.annotation_id: Reopened(row.reopened_at, row.reason) for row in rows}
