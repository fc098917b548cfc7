"""Which submission of each team a board shows: a pure function of the submissions, so that a change applies at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from evaluation.models import Phase

_UNDEFINED: Final = float("-inf")


@dataclass(frozen=True, slots=True)
class Eligible:
    """A scored submission that is neither withdrawn nor disqualified. All are of one phase and track.

    `team`: the one it counts for, after merges. `keys`: what ranks compare, the first metric first, higher is better.
    """

    submission: int
    number: int
    team: int
    received_at: datetime
    chosen_at: datetime | None
    keys: tuple[float, ...]


def rank_keys(keys: Mapping[str, Any], metrics: Sequence[str]) -> tuple[float, ...]:
    """Return what ranks compare, from the keys of a score: the ranking metric, then the one that decides ties."""
    found = (keys.get(name) for name in metrics[:2])
    return tuple(_UNDEFINED if key is None else key for key in found)


def on_board(submissions: Iterable[Eligible], rule: str) -> dict[int, int]:
    """Return the submission on the board for each team.

    best: the highest keys, of equal ones the earliest. last: the latest by receipt. chosen: the one that the team chose
    last, or the best if it chose none.
    """
    by_team: dict[int, list[Eligible]] = {}
    for each in submissions:
        by_team.setdefault(each.team, []).append(each)
    return {team: _shown(found, rule).submission for team, found in by_team.items()}


def _shown(submissions: Sequence[Eligible], rule: str) -> Eligible:
    if rule == Phase.BoardRule.LAST:
        return max(submissions, key=_order)
    if rule == Phase.BoardRule.CHOSEN:
        chosen = [(each.chosen_at, _order(each), each) for each in submissions if each.chosen_at]
        if chosen:
            return max(chosen, key=lambda found: found[:2])[2]
    earliest_first = sorted(submissions, key=_order)
    return max(earliest_first, key=lambda each: each.keys)


def _order(submission: Eligible) -> tuple[datetime, int]:
    return submission.received_at, submission.number
