"""An annotator's own work over time, as they see it.

Hidden checks count as items, so that the numbers do not reveal them. Agreement with others is left out: on an item of
two annotators it would reveal the other's marks.
"""

from dataclasses import dataclass
from datetime import tzinfo
from statistics import median
from typing import Annotated

from annotation.models import Annotation, Annotator, Item, QuestionnaireAnswer
from annotation.queries.learning.trial_results import TrainingRound, training_rounds
from annotation.queries.statistics.work_periods import (
    OwnLanguage,
    OwnPeriod,
    PeriodLength,
    Submission,
    chosen_length,
    own_languages,
    own_periods,
)


@dataclass(frozen=True)
class OwnStatistics:
    submitted: int
    seconds: Annotated[float | None, "Median active time of a submitted item."]
    active_seconds: Annotated[int, "Active time of all submitted items."]
    languages: list[OwnLanguage]
    period: PeriodLength
    periods: Annotated[list[OwnPeriod], "Periods with a submission, in the person's time zone."]
    rounds: Annotated[list[TrainingRound], "Results of training that the person has been shown."]
    questionnaire_answered: Annotated[bool, "The person's answers to the questionnaire are stored."]


def own_statistics(annotator: Annotator, zone: tzinfo, length: str) -> OwnStatistics:
    """The annotator's submitted items by language and by day or week. `length`: one of `LENGTHS`, or "" for either."""
    found = (
        Annotation.objects.published()
        .filter(annotator=annotator, submitted__isnull=False)
        .exclude(item__kind=Item.Kind.TRAINING)
        .order_by()
        .values_list("submitted__saved_at", "submitted__active_seconds", "item__language")
    )
    rows = [
        Submission(at.astimezone(zone).date(), seconds, language)
        for at, seconds, language in found.iterator()
    ]
    period = chosen_length(length, (row.day for row in rows))
    return OwnStatistics(
        submitted=len(rows),
        seconds=median(row.seconds for row in rows) if rows else None,
        active_seconds=sum(row.seconds for row in rows),
        languages=own_languages(rows),
        period=period,
        periods=own_periods(rows, period),
        rounds=training_rounds(annotator, seen=True),
        questionnaire_answered=QuestionnaireAnswer.objects.filter(
            project=annotator.project_id, user=annotator.user_id
        ).exists(),
    )
