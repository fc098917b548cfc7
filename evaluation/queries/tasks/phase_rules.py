"""What a phase allows at a moment: pure functions of the phase, the time and who asks.

A phase contains its start and not its end. Organizers see everything at any time.
"""

from datetime import datetime
from enum import StrEnum

from evaluation.models import Phase


class PhaseState(StrEnum):
    UPCOMING = "upcoming"
    OPEN = "open"
    PAUSED = "paused"
    ENDED = "ended"


def phase_state(phase: Phase, now: datetime) -> PhaseState:
    if now < phase.starts_at:
        return PhaseState.UPCOMING
    if phase.ends_at is not None and now >= phase.ends_at:
        return PhaseState.ENDED
    return PhaseState.PAUSED if phase.paused_at is not None else PhaseState.OPEN


def results_open_at(phase: Phase) -> datetime | None:
    """Return when board and own scores open if they are not open during the phase. None: never."""
    return phase.results_at or phase.ends_at


def board_is_visible(phase: Phase, now: datetime) -> bool:
    """Return whether participants and visitors see the board."""
    if now < phase.starts_at:
        return False
    if phase.visibility == Phase.Visibility.BOARD:
        return True
    opens = results_open_at(phase)
    return opens is not None and now >= opens


def own_scores_are_visible(phase: Phase, now: datetime) -> bool:
    """Return whether a team sees the scores of its own submissions."""
    if now >= phase.starts_at and phase.visibility == Phase.Visibility.OWN:
        return True
    return board_is_visible(phase, now)


def is_blind(phase: Phase, now: datetime) -> bool:
    """Return whether participants see no score at all, not even of their own submissions."""
    return not own_scores_are_visible(phase, now)


def names_are_visible(phase: Phase, now: datetime) -> bool:
    return phase.names_at is None or now >= phase.names_at


def gold_is_visible(phase: Phase, now: datetime) -> bool:
    """Return whether participants see gold, predictions of others and scores of single items."""
    return phase.gold_at is not None and now >= phase.gold_at and board_is_visible(phase, now)
