"""Results of one annotator on training items and hidden checks over time."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from django.db.models import Avg, Count, Max, QuerySet

from annotation.models import Annotator, Item, Project, Trial

_LATEST: Final = 200


@dataclass(frozen=True)
class TrainingRound:
    """A round of training. `agreement`: the mean with the known gold over its `items`."""

    round: int
    items: int
    agreement: float
    ended_at: Annotated[datetime, "When the last of these items was submitted."]


@dataclass(frozen=True)
class CheckResult:
    item: int
    external_id: str
    language: str
    submitted_at: datetime
    agreement: Annotated[float, "With the known gold."]
    passed: bool


def training_rounds(annotator: Annotator, *, seen: bool = False) -> list[TrainingRound]:
    """Return the rounds in order. `seen`: only the results that the annotator has been shown."""
    rows = Trial.objects.filter(annotator=annotator, item__kind=Item.Kind.TRAINING)
    if seen:
        rows = rows.filter(seen_at__isnull=False)
    found = rows.values("round").annotate(
        items=Count("pk"), agreement=Avg("agreement"), ended_at=Max("revision__saved_at")
    )
    return [TrainingRound(**row) for row in found.order_by("round")]


def check_results(project: Project, annotator: Annotator) -> list[CheckResult]:
    """Return the latest hidden checks, in the order of submission."""
    rows = checks_of(annotator).select_related("item", "revision").order_by("-revision__saved_at", "-pk")
    return [
        CheckResult(
            item=row.item.pk,
            external_id=row.item.external_id,
            language=row.item.language,
            submitted_at=row.revision.saved_at,
            agreement=row.agreement,
            passed=row.agreement >= project.pass_mark / 100,
        )
        for row in reversed(rows[:_LATEST])
    ]


def checks_of(annotator: Annotator) -> QuerySet[Trial]:
    """The annotator's results on hidden checks."""
    return Trial.objects.filter(annotator=annotator, item__kind=Item.Kind.CHECK)
