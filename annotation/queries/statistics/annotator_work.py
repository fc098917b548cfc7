"""Time and majority votes of a project's annotators: too slow to sum on request in large projects."""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, Max, Min, Q, Sum
from django.utils import timezone

from annotation.models import Annotation, AnnotatorStatistics, Assignment, Item, Project
from annotation.models.annotation import is_counted
from annotation.queries.projects.access import scheme_of
from annotation.queries.statistics.annotator_statistics import (
    AT_ONCE,
    OVERALL,
    annotations_of,
    is_stale,
    latest_computation,
)
from annotation.queries.statistics.computed_statistics import may_start
from foundation.bulk_insert import batches

LATEST: Final = 2_000
"""Annotations of each annotator whose item labels are compared with those of others."""
_CHUNK: Final = 1_000  # items at a time


class AnnotatorWork(NamedTuple):
    """Of the counted annotations that somebody made in Morel. `majority`: see `_majority`; null: no such label."""

    submitted: int
    nothing: int
    seconds: int
    began_at: datetime | None
    ended_at: datetime | None
    majority: float | None

    def to_json(self) -> list[object]:
        return [each.isoformat() if isinstance(each, datetime) else each for each in self]

    @classmethod
    def from_json(cls, stored: list[Any]) -> "AnnotatorWork":
        submitted, nothing, seconds, began_at, ended_at, majority = stored
        began_at, ended_at = (each and datetime.fromisoformat(each) for each in (began_at, ended_at))
        return cls(submitted, nothing, seconds, began_at, ended_at, majority)


class LatestWork(NamedTuple):
    """Work by annotator id, and when it was computed. `due`: a page view may start a computation."""

    by_annotator: dict[int, AnnotatorWork]
    as_of: datetime
    due: bool


def latest_work(project: Project) -> LatestWork:
    """The work of now; in a large project, that of the latest computed statistics, if there are any."""
    stored = AnnotatorStatistics.objects.filter(project=project, language=OVERALL).first()
    stale = is_stale(project, stored)
    if stored is None or "work" not in stored.statistics or (stale and annotations_of(project) <= AT_ONCE):
        now = timezone.now()
        due = annotations_of(project) > AT_ONCE and may_start(latest_computation(project))
        return LatestWork(annotator_work(project, lambda: None), now, due)
    work = {int(pk): AnnotatorWork.from_json(row) for pk, row in stored.statistics["work"].items()}
    return LatestWork(work, stored.as_of, stale and may_start(latest_computation(project)))


def annotator_work(project: Project, beat: Callable[[], object]) -> dict[int, AnnotatorWork]:
    """The work of each annotator who has submitted a work item. `beat` is called often."""
    rows = list(
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
            items=Count("pk"),
            seconds=Sum("submitted__active_seconds"),
            nothing=Count("pk", filter=Q(submitted__nothing_to_mark=True)),
        )
    )
    beat()
    people = [row["annotator"] for row in rows]
    times = _times(project, people)
    majority = _majority(people, beat) if scheme_of(project).item_labels else {}
    return {
        row["annotator"]: AnnotatorWork(
            submitted=row["items"],
            nothing=row["nothing"],
            seconds=row["seconds"],
            began_at=times[row["annotator"]][0] if row["annotator"] in times else None,
            ended_at=times[row["annotator"]][1] if row["annotator"] in times else None,
            majority=majority.get(row["annotator"]),
        )
        for row in rows
    }


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


def _majority(annotators: list[int], beat: Callable[[], object]) -> dict[int, float]:
    """By annotator: how often their choice is the one that most others of the item made.

    Counted are the `LATEST` annotations that each has submitted last, without items where the others are tied.
    """
    own: dict[int, set[int]] = {
        annotator: set(
            Annotation.objects.filter(is_counted(), annotator=annotator, item__kind=Item.Kind.WORK)
            .order_by("-saved_at", "-pk")
            .values_list("item", flat=True)[:LATEST]
        )
        for annotator in annotators
    }
    compared: Counter[int] = Counter()
    agreed: Counter[int] = Counter()
    for batch in batches(sorted(set().union(*own.values())), _CHUNK):
        votes: dict[tuple[int, str], dict[int, str]] = defaultdict(dict)
        rows = Annotation.objects.counted().filter(item__in=batch)
        for item, annotator, labels in rows.values_list("item", "annotator", "submitted__labels"):
            for name, choice in labels.items():
                votes[item, name][annotator] = choice
        for (item, _), choices in votes.items():
            for annotator, choice in choices.items():
                if item in own.get(annotator, ()) and (most := _most_others(choices, annotator)):
                    compared[annotator] += 1
                    agreed[annotator] += choice == most
        beat()
    return {annotator: agreed[annotator] / number for annotator, number in compared.items()}


def _most_others(choices: dict[int, str], annotator: int) -> str:
    """The choice of most others, or "" if there are no others or they are tied."""
    others = Counter(choice for voter, choice in choices.items() if voter != annotator)
    ranked = others.most_common(2)
    return ranked[0][0] if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]) else ""
