"""What waits for the leads of a project, for the numbers in its navigation."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, QuerySet

from annotation.models import Item, ItemStatistic, Project, Review
from annotation.models.annotation import is_counted
from annotation.queries.curation.adjudications import decided
from annotation.queries.messages.threads import threads_waiting

MOST: Final = 1_000  # counted of each kind, so that the cost does not grow with the project


@dataclass(frozen=True)
class Waiting:
    """Numbers of what a lead has to do. Review and curation are counted up to `most`; one more stands for any number.

    `review`: annotations that their annotators are unsure of and that no lead has reviewed. `curation`: items whose
    annotations differ and that have no decision; 0 without adjudication. `questions`: threads without an answer.
    """

    review: int
    curation: int
    questions: int
    most: int


def waiting(project: Project) -> Waiting:
    return Waiting(
        review=_count(_unsure(project)),
        curation=_count(_undecided(project)) if project.adjudication else 0,
        questions=threads_waiting(project),
        most=MOST,
    )


def _count(rows: "QuerySet[Any]") -> int:
    return rows.order_by()[: MOST + 1].count()


def _unsure(project: Project) -> "QuerySet[ItemStatistic]":
    """One row for each annotation. It begins with the items, so that the database stops at the limit."""
    unsure = ItemStatistic.objects.filter(
        is_counted("item__annotation__"),
        item__annotation__submitted__unsure=True,
        project=project,
        policy=project.policy,
        unsure__gt=0,
        item__kind=Item.Kind.WORK,
        item__archived_at__isnull=True,
    ).annotate(annotation=F("item__annotation"), revision=F("item__annotation__submitted"))
    reviewed = Review.objects.filter(annotation=OuterRef("annotation"), revision=OuterRef("revision"))
    return unsure.filter(~Exists(reviewed))


def _undecided(project: Project) -> "QuerySet[ItemStatistic]":
    return ItemStatistic.objects.filter(
        ~decided("item"),
        project=project,
        policy=project.policy,
        differs=True,
        item__kind=Item.Kind.WORK,
        item__archived_at__isnull=True,
        item__imported_by__published_at__isnull=False,
    )
