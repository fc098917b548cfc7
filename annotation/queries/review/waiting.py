"""What waits for the leads of a project, for the numbers in its navigation."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Annotation, Item, ItemStatistic, Project, Review
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


def _unsure(project: Project) -> "QuerySet[Annotation]":
    unsure = ItemStatistic.objects.filter(project=project, policy=project.policy, unsure__gt=0)
    reviewed = Review.objects.filter(annotation=OuterRef("pk"), revision=OuterRef("submitted"))
    return Annotation.objects.filter(
        is_counted(),
        ~Exists(reviewed),
        submitted__unsure=True,
        item__in=unsure.values("item"),
        item__kind=Item.Kind.WORK,
        item__archived_at__isnull=True,
    )


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
