"""Past boards beside the current one. What they show of names follows the rules of the moment of reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from evaluation.models import PastBoard
from evaluation.queries.boards.board import board_metrics, metric_scores
from evaluation.queries.boards.board_access import PhaseReader, board_closed, phase_reader
from evaluation.queries.boards.board_entries import (
    BoardTeam,
    Entry,
    Ranked,
    board_entries,
    board_teams,
    by_priority,
    ranked_entries,
)
from evaluation.queries.boards.past_types import PastBoardData, PastBoardRow, PastBoardSummary
from evaluation.queries.tasks.access import task_access
from evaluation.queries.tasks.phase_rules import board_is_visible
from foundation.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class _Now:
    """The current board: ranks and entries by team, and by kind and system of rows without a team."""

    teams: Mapping[int, BoardTeam]
    ranks: Mapping[int, tuple[int | None, Entry]]
    others: Mapping[tuple[str, str], Entry]


def past_boards(user: User | None, task: str, now: datetime) -> list[PastBoardSummary]:
    """Return the past boards of the phases that the reader may see, latest first."""
    here = task_access(user, task)
    rows = PastBoard.objects.select_related("phase", "track", "revision").filter(task=here.task)
    return [
        PastBoardSummary(
            number=row.number,
            phase=row.phase.slug,
            phase_name=row.phase.name,
            track=row.track.slug,
            track_name=row.track.name,
            revision=row.revision.number,
            closed_at=row.closed_at,
            rows=sum(each["rank"] is not None for each in row.rows["rows"]),
        )
        for row in rows.order_by("-number")
        if here.organizes or board_is_visible(row.phase, now)
    ]


def past_board(user: User | None, task: str, number: int, now: datetime) -> PastBoardData:
    """Raises NotFoundError, and ForbiddenError while the phase hides its board."""
    here = task_access(user, task)
    row = (
        PastBoard.objects.select_related("phase", "track", "revision")
        .filter(task=here.task, number=number)
        .first()
    )
    if row is None:
        raise NotFoundError("The task has no past board with this number.", code="no_past_board")
    reader = phase_reader(here, row.phase, now)
    if reader.own_only:
        raise board_closed(row.phase)
    current = _current(reader, row)
    own = current.teams.get(here.team.pk) if here.team else None
    rows = [_row(each, current, own, names_hidden=reader.names_hidden) for each in row.rows["rows"]]
    if reader.names_hidden:  # as the current board: names must not order rows of equal rank
        rows.sort(key=lambda each: (each.rank is None, each.rank or 0, each.name))
    return PastBoardData(
        number=row.number,
        task=here.task.slug,
        phase=row.phase.slug,
        phase_name=row.phase.name,
        track=row.track.slug,
        track_name=row.track.name,
        revision=row.revision.number,
        revision_now=reader.revision.number,
        source=row.revision.source,
        source_now=reader.revision.source,
        closed_at=row.closed_at,
        metrics=board_metrics(here.task.format, row.track),
        signature=row.rows["signature"],
        names_hidden=reader.names_hidden,
        changed=sum(each.rank != each.rank_now for each in rows if each.rank is not None),
        rows=rows,
    )


def stored_rows(ranked: Ranked) -> list[dict[str, Any]]:
    """Return the rows of a board as a past board stores them."""
    rows = [*ranked.teams, *((None, entry) for entry in ranked.others)]
    return [
        {
            "rank": rank,
            "kind": entry.kind,
            "team": entry.team.pk if entry.team else None,
            "name": entry.team.name if entry.team else entry.system,
            "submission": entry.submission,
            "system": entry.system,
            "values": entry.values,
        }
        for rank, entry in rows
    ]


def _current(reader: PhaseReader, row: PastBoard) -> _Now:
    teams = board_teams(reader.here.task)
    entries = board_entries(row.phase, row.track, reader.revision, teams)
    metrics = by_priority(row.track, row.track.metrics[0])
    ranked = ranked_entries(entries, row.phase.board_rule, metrics)
    return _Now(
        teams,
        {entry.team.pk: (rank, entry) for rank, entry in ranked.teams if entry.team},
        {(entry.kind, entry.system): entry for entry in ranked.others},
    )


def _row(
    stored: Mapping[str, Any], current: _Now, own_team: BoardTeam | None, *, names_hidden: bool
) -> PastBoardRow:
    team = current.teams.get(stored["team"]) if stored["team"] is not None else None
    if team is not None:
        rank_now, entry = current.ranks.get(team.pk, (None, None))
    else:
        rank_now, entry = None, current.others.get((stored["kind"], stored["system"]))
    own = team is not None and own_team is not None and team.pk == own_team.pk
    visible = own or not names_hidden or team is None
    rank: int | None = stored["rank"]
    name = team.name if team else stored["name"]
    alias = team.alias if team else ""
    return PastBoardRow(
        kind=stored["kind"],
        name=name if visible else alias,
        name_then=stored["name"] if visible else alias,
        own=own,
        team_id=team.pk if team and visible else None,
        system=stored["system"] if visible else None,
        rank=rank,
        values=metric_scores(stored["values"]),
        rank_now=rank_now,
        values_now=metric_scores(entry.values) if entry else None,
        change=rank - rank_now if rank is not None and rank_now is not None else None,
    )
