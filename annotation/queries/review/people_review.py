"""The fastest annotators of a project and others drawn at random, so that a lead checks their work.

SHROOM checked its crowd so: those who took the least time for their assignment, and as many at random.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import F

from annotation.models import Annotator, Project, Review
from annotation.models.item import seeded_rank
from annotation.queries.statistics.annotator_statistics import annotator_statistics
from annotation.queries.statistics.annotator_work import latest_work


@dataclass(frozen=True)
class PersonReview:
    """Of the counted annotations that somebody made in Morel. Imported ones have no time."""

    annotator: str
    name: str
    submitted: int
    assigned: Annotated[int | None, "Items that they may submit in all; null: any number."]
    seconds: Annotated[int, "Active time on all submitted items."]
    began_at: Annotated[datetime | None, "When their first item was assigned."]
    ended_at: Annotated[datetime | None, "When they submitted last."]
    said_nothing: Annotated[int, "Submitted with nothing to mark."]
    agreement: Annotated[float | None, "Mean agreement with the others, if the scheme has spans."]
    majority: Annotated[
        float | None, "Share of their item labels that most others of the item chose; null: none."
    ]
    reviewed: Annotated[int, "Their annotations that a lead has reviewed."]


@dataclass(frozen=True)
class PeopleReview:
    """`fastest`: least active time per item first. `random`: of the others. `of`: people who can be drawn."""

    fastest: list[PersonReview]
    random: list[PersonReview]
    of: int
    unfinished: Annotated[int, "People with submissions who have not finished their assignment."]
    as_of: Annotated[datetime, "When the work was summed; in a large project, earlier than now."]
    due: Annotated[bool, "A computation of newer sums may be requested, as of the comparison of annotators."]


def people_review(project: Project, n: int, draw: int, *, unfinished: bool = False) -> PeopleReview:
    """The `n` fastest annotators and `n` others at random, the same for the same `draw`.

    Without `unfinished`, only those who have submitted as many items as they may. Whoever may submit any number counts
    as finished.
    """
    latest = latest_work(project)
    work = latest.by_annotator
    everybody = {each.pk: each for each in Annotator.objects.filter(pk__in=work).select_related("user")}
    limits = {pk: _limit(project, each) for pk, each in everybody.items()}
    finished = [pk for pk in everybody if work[pk].submitted >= (limits[pk] or 0)]
    chosen = list(everybody) if unfinished else finished
    speed = sorted(chosen, key=lambda pk: (work[pk].seconds / work[pk].submitted, pk))
    fastest, others = speed[:n], speed[n:]
    random = sorted(others, key=lambda pk: (seeded_rank(project.seed, f"review:{draw}:{pk}"), pk))[:n]
    reviewed = _reviewed()
    computed = annotator_statistics(project).rows

    def rows(keys: Iterable[int]) -> list[PersonReview]:
        return [
            PersonReview(
                annotator=everybody[pk].key,
                name=everybody[pk].author_name(project),
                submitted=work[pk].submitted,
                assigned=limits[pk],
                seconds=work[pk].seconds,
                began_at=work[pk].began_at,
                ended_at=work[pk].ended_at,
                said_nothing=work[pk].nothing,
                agreement=computed[pk]["agreement"] if pk in computed else None,
                majority=work[pk].majority,
                reviewed=reviewed[pk],
            )
            for pk in keys
        ]

    return PeopleReview(
        fastest=rows(fastest),
        random=rows(random),
        of=len(chosen),
        unfinished=len(everybody) - len(finished),
        as_of=latest.as_of,
        due=latest.due,
    )


def _limit(project: Project, annotator: Annotator) -> int | None:
    limits = [each for each in (project.quota, annotator.allowance) if each]
    return min(limits) if limits else None


def _reviewed() -> Counter[int]:
    """Number of reviewed annotations by annotator.

    Of all projects: there are few reviews, and a condition on the project would make SQLite read all its annotations.
    """
    rows = Review.objects.filter(revision=F("annotation__submitted"))
    return Counter(dict(rows.values_list("annotation", "annotation__annotator")).values())
