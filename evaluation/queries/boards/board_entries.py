"""The scored submissions of a board: which of them are on it, and their order.

A merged team is its last successor. Withdrawn and disqualified submissions are left out, as are disqualified and
refused teams. Trials and baselines are never ranked: the latest of each system is shown.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from evaluation.models import GoldRevision, Phase, Score, Submission, Task, Team, Track, Upload
from evaluation.queries.boards.board_rule import Eligible, on_board, rank_keys
from evaluation.queries.teams.merged_teams import surviving_teams
from morelkit.scoring.ranking import competition_ranks

Keys = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class BoardTeam:
    """A team on a board: after merging."""

    pk: int
    name: str
    alias: str
    excluded: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A scored submission. `keys`: what ranks compare, by metric; None if undefined."""

    submission: int
    number: int
    kind: str
    team: BoardTeam | None
    system: str
    received_at: datetime
    chosen_at: datetime | None
    n: int
    signature: str
    values: Mapping[str, Mapping[str, Any]]
    keys: Keys


@dataclass(frozen=True, slots=True)
class Ranked:
    """Entries on the board. `ranks`: of those of teams, best first, None at the end for undefined scores."""

    teams: list[tuple[int | None, Entry]]
    others: list[Entry]
    scored: Counter[int]

    @property
    def ranked(self) -> list[Entry]:
        return [entry for rank, entry in self.teams if rank is not None]


def board_teams(task: Task) -> dict[int, BoardTeam]:
    """Return the team that counts for each team of a task, by the id of the latter."""
    survivors = surviving_teams(task)
    rows = {team.pk: team for team in Team.objects.filter(task=task)}
    found = {}
    for pk, survivor in survivors.items():
        last = rows[survivor]
        excluded = last.disqualified_at is not None or last.state == Team.State.REFUSED
        found[pk] = BoardTeam(last.pk, last.name, last.alias, excluded)
    return found


def board_entries(
    phase: Phase, track: Track, revision: GoldRevision, teams: Mapping[int, BoardTeam]
) -> list[Entry]:
    """Return all submissions of a phase and track with a score under a revision that may be on the board."""
    scores = (
        Score.objects.filter(
            revision=revision,
            submission__phase=phase,
            submission__track=track,
            submission__withdrawn_at=None,
            submission__disqualified_at=None,
        )
        .exclude(submission__state__in=[Submission.State.INVALID, Submission.State.FAILED])
        .order_by("submission__number")
        .values_list(
            "submission_id",
            "submission__number",
            "submission__upload__kind",
            "submission__team_id",
            "submission__upload__system",
            "submission__upload__received_at",
            "submission__chosen_at",
            "n",
            "signature",
            "values",
            "keys",
        )
    )
    found = []
    for pk, number, kind, team_id, *rest in scores.iterator(chunk_size=1_000):
        team = teams.get(team_id) if team_id is not None else None
        if team is None or not team.excluded:
            found.append(Entry(pk, number, kind, team, *rest))
    return found


def ranked_entries(entries: Iterable[Entry], rule: str, metrics: Sequence[str]) -> Ranked:
    """Return the board: one submission of each team by the rule, ordered by the first metric, ties by the second."""
    by_team: dict[int, list[Entry]] = {}
    others: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        if entry.team is not None:
            by_team.setdefault(entry.team.pk, []).append(entry)
        elif entry.kind != Upload.Kind.TEAM:
            others[entry.kind, entry.system] = entry
    by_submission = {entry.submission: entry for each in by_team.values() for entry in each}
    eligible = [
        Eligible(
            entry.submission,
            entry.number,
            team,
            entry.received_at,
            entry.chosen_at,
            rank_keys(entry.keys, metrics),
        )
        for team, each in by_team.items()
        for entry in each
    ]
    shown = [by_submission[each] for each in on_board(eligible, rule).values()]
    return Ranked(
        ranked_by_key(shown, metrics),
        sorted(others.values(), key=lambda entry: (entry.kind, entry.system, entry.number)),
        Counter({team: len(each) for team, each in by_team.items()}),
    )


def ranked_by_key(entries: Sequence[Entry], metrics: Sequence[str]) -> list[tuple[int | None, Entry]]:
    """Return entries with their competition ranks, best first; those with an undefined first metric last, unranked.

    Entries of equal rank are in no order that says anything about their teams but their pseudonyms.
    """
    defined = [entry for entry in entries if entry.keys.get(metrics[0]) is not None]
    undefined = [entry for entry in entries if entry.keys.get(metrics[0]) is None]
    ranks: list[int | None] = [*competition_ranks([rank_keys(entry.keys, metrics) for entry in defined])]
    rows = sorted(zip(ranks, defined, strict=True), key=lambda row: (row[0] or 0, _alias(row[1])))
    return [*rows, *((None, entry) for entry in sorted(undefined, key=_alias))]


def _alias(entry: Entry) -> str:
    return entry.team.alias if entry.team else ""


def by_priority(track: Track, metric: str) -> list[str]:
    """Return the metrics of a track, beginning with one."""
    return [metric, *(each for each in track.metrics if each != metric)]
