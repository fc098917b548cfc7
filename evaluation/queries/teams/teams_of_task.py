"""All teams of a task, as its organizers see them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from django.contrib.auth.models import User
from django.db.models import Count, Max

from evaluation.models import Submission, Task, Team, TeamMember, TeamName
from evaluation.queries.teams.merged_teams import surviving_teams
from evaluation.queries.teams.team import EarlierName, TeamMemberData, members_data
from foundation.errors import NotFoundError

TeamFlag = Literal["no_members", "terms_not_accepted", "same_files"]


@dataclass(frozen=True)
class OrganizedTeam:
    """A team of the task. `flags`: `same_files`: another team has submitted a file with identical bytes."""

    id: int
    name: str
    alias: str
    state: Team.State
    affiliation: str
    terms_version: int
    merged_into: Annotated[int | None, "Id of the team that it was merged into."]
    merged_at: datetime | None
    disqualified_at: datetime | None
    reason: Annotated[str, "Why it was refused or disqualified."]
    created_at: datetime
    members: list[TeamMemberData]
    earlier_names: list[EarlierName]
    submissions: Annotated[int, "All of the team, in every state."]
    scored: int
    last_submission_at: datetime | None
    flags: list[TeamFlag]


def teams_of(task: Task, reader: User) -> list[OrganizedTeam]:
    """Return all teams by name, those that were refused or merged included."""
    members: dict[int, list[TeamMember]] = defaultdict(list)
    rows = TeamMember.objects.filter(task=task, left_at__isnull=True).select_related("user")
    for member in rows.order_by("joined_at", "pk"):
        members[member.team_id].append(member)
    names: dict[int, list[EarlierName]] = defaultdict(list)
    for name in TeamName.objects.filter(team__task=task).order_by("-until", "-pk"):
        names[name.team_id].append(EarlierName(name.name, name.until))
    counts = _counts(task)
    same_files = _teams_with_same_files(task)
    return [
        OrganizedTeam(
            id=team.pk,
            name=team.name,
            alias=team.alias,
            state=Team.State(team.state),
            affiliation=team.affiliation,
            terms_version=team.terms_version,
            merged_into=team.merged_into_id,
            merged_at=team.merged_at,
            disqualified_at=team.disqualified_at,
            reason=team.disqualified_reason,
            created_at=team.created_at,
            members=members_data(members[team.pk], reader),
            earlier_names=names[team.pk],
            submissions=counts[team.pk].submissions,
            scored=counts[team.pk].scored,
            last_submission_at=counts[team.pk].last_at,
            flags=_flags(team, task, bool(members[team.pk]), team.pk in same_files),
        )
        for team in Team.objects.filter(task=task).order_by("name_key", "pk")
    ]


def team_of(task: Task, team_id: int, reader: User) -> OrganizedTeam:
    """Return one team as `teams_of` does. Raises NotFoundError."""
    found = next((each for each in teams_of(task, reader) if each.id == team_id), None)
    if found is None:
        raise NotFoundError("The task has no such team.", code="unknown_team")
    return found


@dataclass(slots=True)
class _Counts:
    submissions: int = 0
    scored: int = 0
    last_at: datetime | None = None


def _counts(task: Task) -> dict[int, _Counts]:
    found: dict[int, _Counts] = defaultdict(_Counts)
    rows = Submission.objects.filter(task=task, team__isnull=False).values_list("team", "state")
    for team, state, number, last in rows.annotate(Count("pk"), Max("upload__received_at")):
        of_team = found[team]
        of_team.submissions += number
        of_team.scored += number if state == Submission.State.SCORED else 0
        of_team.last_at = max(last, of_team.last_at or last)
    return found


def _flags(team: Team, task: Task, has_members: bool, has_same_files: bool) -> list[TeamFlag]:
    active = team.state in {Team.State.APPROVED, Team.State.PENDING}
    flags: dict[TeamFlag, bool] = {
        "no_members": active and not has_members,
        "terms_not_accepted": active and team.terms_version < task.terms_version,
        "same_files": has_same_files,
    }
    return [flag for flag, applies in flags.items() if applies]


def _teams_with_same_files(task: Task) -> set[int]:
    """Return the teams whose files another team has submitted too. Merged teams are one."""
    rows = Submission.objects.filter(task=task, team__isnull=False)
    shared = rows.values("sha256").annotate(teams=Count("team", distinct=True)).filter(teams__gt=1)
    surviving = surviving_teams(task)
    teams: dict[str, set[int]] = defaultdict(set)
    pairs = rows.filter(sha256__in=shared.values("sha256")).values_list("sha256", "team").distinct()
    for sha256, team in pairs:
        if team is not None:
            teams[sha256].add(team)
    return {team for each in teams.values() if len({surviving[team] for team in each}) > 1 for team in each}
