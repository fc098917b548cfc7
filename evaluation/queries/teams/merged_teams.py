"""Teams that count as one after a merge."""

from collections.abc import Iterable

from evaluation.models import Task, Team


def surviving_teams(task: Task) -> dict[int, int]:
    """Return the team that each team of the task counts for: itself, or the one it was merged into at last."""
    into = dict(Team.objects.filter(task=task).values_list("pk", "merged_into"))
    return {team: _last(team, into) for team in into}


def family(task: Task, team: int) -> list[int]:
    """Return the team and all teams that were merged into it, by primary key."""
    return families_of(task, [team])


def families_of(task: Task, teams: Iterable[int]) -> list[int]:
    """Return teams and all that count for the same teams as they, by primary key."""
    surviving = surviving_teams(task)
    wanted = {surviving[team] for team in teams}
    return sorted(each for each, last in surviving.items() if last in wanted)


def _last(team: int, into: dict[int, int | None]) -> int:
    seen = {team}
    while (following := into[team]) is not None and following not in seen:
        seen.add(following)
        team = following
    return team
