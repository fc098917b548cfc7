"""The fastest annotators of a project and others drawn at random, so that a lead checks their work.

SHROOM checked its crowd so: those who took the least time for their assignment, and as many at random.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Count, F, Max, Min, Q, Sum

from annotation.models import Annotation, Annotator, Assignment, Item, Project, Review
from annotation.models.annotation import is_counted
from annotation.models.item import seeded_rank
from annotation.queries.review.review_queue import WINDOW
from annotation.queries.statistics.annotator_statistics import annotator_statistics
from foundation.bulk_insert import batches


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


def people_review(project: Project, n: int, draw: int, *, unfinished: bool = False) -> PeopleReview:
    """The `n` fastest annotators and `n` others at random, the same for the same `draw`.

    Without `unfinished`, only those who have submitted as many items as they may. Whoever may submit any number counts
    as finished.
    """
    work = _work(project)
    everybody = {each.pk: each for each in Annotator.objects.filter(pk__in=work).select_related("user")}
    limits = {pk: _limit(project, each) for pk, each in everybody.items()}
    finished = [pk for pk in everybody if work[pk]["submitted"] >= (limits[pk] or 0)]
    chosen = list(everybody) if unfinished else finished
    speed = sorted(chosen, key=lambda pk: (work[pk]["seconds"] / work[pk]["submitted"], pk))
    fastest, others = speed[:n], speed[n:]
    random = sorted(others, key=lambda pk: (seeded_rank(project.seed, f"review:{draw}:{pk}"), pk))[:n]
    shown = [*fastest, *random]
    times, reviewed, majority = _times(project, shown), _reviewed(shown), _majority(shown)
    computed = annotator_statistics(project).rows

    def rows(keys: Iterable[int]) -> list[PersonReview]:
        return [
            PersonReview(
                annotator=everybody[pk].key,
                name=everybody[pk].author_name(project),
                submitted=work[pk]["submitted"],
                assigned=limits[pk],
                seconds=work[pk]["seconds"],
                began_at=times.get(pk, (None, None))[0],
                ended_at=times.get(pk, (None, None))[1],
                said_nothing=work[pk]["nothing"],
                agreement=computed[pk]["agreement"] if pk in computed else None,
                majority=majority.get(pk),
                reviewed=reviewed.get(pk, 0),
            )
            for pk in keys
        ]

    return PeopleReview(rows(fastest), rows(random), len(chosen), len(everybody) - len(finished))


def _work(project: Project) -> dict[int, dict[str, int]]:
    """By annotator: number of counted annotations, those with nothing to mark, and their active seconds."""
    rows = (
        Annotation.objects.counted()
        .filter(
            annotator__project=project,
            imported_by__isnull=True,
            item__kind=Item.Kind.WORK,
            item__archived_at__isnull=True,
        )
        .order_by()
        .values("annotator")
        .annotate(
            submitted_items=Count("pk"),
            seconds=Sum("submitted__active_seconds"),
            nothing=Count("pk", filter=Q(submitted__nothing_to_mark=True)),
        )
    )
    return {
        row["annotator"]: {
            "submitted": row["submitted_items"],
            "seconds": row["seconds"],
            "nothing": row["nothing"],
        }
        for row in rows
    }


def _limit(project: Project, annotator: Annotator) -> int | None:
    limits = [each for each in (project.quota, annotator.allowance) if each]
    return min(limits) if limits else None


def _times(project: Project, annotators: list[int]) -> dict[int, tuple[datetime, datetime]]:
    """By annotator: when the first of their submitted items was assigned, and when the last was submitted."""
    rows = Assignment.objects.filter(
        project=project,
        annotator__in=annotators,
        state=Assignment.State.SUBMITTED,
        submitted_at__isnull=False,
    )
    found = rows.order_by().values_list("annotator").annotate(Min("reserved_at"), Max("submitted_at"))
    return {annotator: (first, last) for annotator, first, last in found}


def _majority(annotators: list[int]) -> dict[int, float]:
    """By annotator: how often their choice is the one that most others of the item made.

    Counted are the `WINDOW` annotations that each has submitted last, without items where the others are tied.
    """
    own: dict[int, set[int]] = {
        annotator: set(
            Annotation.objects.filter(is_counted(), annotator=annotator, item__kind=Item.Kind.WORK)
            .order_by("-saved_at", "-pk")
            .values_list("item", flat=True)[:WINDOW]
        )
        for annotator in annotators
    }
    votes: dict[tuple[int, str], dict[int, str]] = defaultdict(dict)
    for batch in batches(sorted(set().union(*own.values())), WINDOW):
        rows = Annotation.objects.counted().filter(item__in=batch)
        for item, annotator, labels in rows.values_list("item", "annotator", "submitted__labels"):
            for name, choice in labels.items():
                votes[item, name][annotator] = choice
    hits: dict[int, list[bool]] = defaultdict(list)
    for (item, _), choices in votes.items():
        for annotator in annotators:
            if item in own[annotator] and annotator in choices:
                others = Counter(choice for voter, choice in choices.items() if voter != annotator)
                ranked = others.most_common(2)
                if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
                    hits[annotator].append(choices[annotator] == ranked[0][0])
    return {annotator: sum(found) / len(found) for annotator, found in hits.items()}


def _reviewed(annotators: list[int]) -> dict[int, int]:
    rows = Review.objects.filter(annotation__annotator__in=annotators, revision=F("annotation__submitted"))
    return dict(
        rows.order_by().values_list("annotation__annotator").annotate(Count("annotation", distinct=True))
    )
