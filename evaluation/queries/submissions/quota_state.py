"""How much of its quota a team has used today and in a phase.

What a person sent for another team of the task counts too. Otherwise a new team would be a new quota.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from evaluation.models import AttemptSlot, Phase, QuotaSlot, Task, Team
from evaluation.queries.teams.merged_teams import family

ANY_NUMBER = "0: any number."


@dataclass(frozen=True)
class TrackQuota:
    """Scored submissions of a team for a track."""

    track: Annotated[str, "Slug."]
    used_today: int
    daily_cap: Annotated[int, ANY_NUMBER]
    used_total: int
    total_cap: Annotated[int, ANY_NUMBER]


@dataclass(frozen=True)
class QuotaData:
    phase: Annotated[str, "Slug."]
    tracks: list[TrackQuota]
    attempts_today: Annotated[int, "Uploads, invalid and failed ones included."]
    daily_attempts: Annotated[int, ANY_NUMBER]
    resets_at: Annotated[datetime, "The next midnight, UTC."]


def counted_slots(phase: Phase, teams: Sequence[int], person: User | None) -> QuerySet[QuotaSlot]:
    """Return the slots of a phase that count when this person submits for these teams."""
    by_person = Q(submission__upload__submitter=person) if person else Q()
    return QuotaSlot.objects.filter(Q(team__in=teams) | by_person, phase=phase)


def counted_attempts(phase: Phase, teams: Sequence[int], person: User | None) -> QuerySet[AttemptSlot]:
    """Return the attempts in a phase that count when this person submits for these teams."""
    by_person = Q(upload__submitter=person) if person else Q()
    return AttemptSlot.objects.filter(Q(team__in=teams) | by_person, phase=phase)


def quota_state(task: Task, team: Team, person: User, phase: Phase, now: datetime) -> QuotaData:
    """Return the quota of a team, and those merged into it, for one of its members."""
    today = now.astimezone(UTC).date()
    teams = family(task, team.pk)
    slots = counted_slots(phase, teams, person).values_list("track", "day")
    in_all: Counter[int] = Counter()
    of_today: Counter[int] = Counter()
    for track, day in slots:
        in_all[track] += 1
        of_today[track] += day == today
    attempts = counted_attempts(phase, teams, person).filter(day=today)
    return QuotaData(
        phase.slug,
        [
            TrackQuota(each.slug, of_today[each.pk], phase.daily_cap, in_all[each.pk], phase.total_cap)
            for each in task.tracks.all()
        ],
        attempts.count(),
        phase.daily_attempts,
        datetime.combine(today + timedelta(days=1), datetime.min.time(), UTC),
    )
