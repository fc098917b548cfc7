"""What a reader may see of the boards of a phase.

While a phase hides its board, teams see at most their own scores. Gold, predictions of others and scores of single
items show when the phase says so. Slices and the held-out human are aggregates of gold: they show when the phase has
ended and its board is open. Organizers see everything at any time.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import User

from evaluation.models import GoldRevision, Phase, Track
from evaluation.queries.tasks.access import TaskAccess, task_access
from evaluation.queries.tasks.phase_rules import (
    PhaseState,
    board_is_visible,
    gold_is_visible,
    names_are_visible,
    own_scores_are_visible,
    phase_state,
    results_open_at,
)
from foundation.errors import FieldError, ForbiddenError, NotFoundError


@dataclass(frozen=True, slots=True)
class PhaseReader:
    """A reader of a phase at a moment. `own_only`: they see the scores of their own team and of no other."""

    here: TaskAccess
    phase: Phase
    revision: GoldRevision
    now: datetime
    own_only: bool
    names_hidden: bool
    gold_visible: bool
    gold_statistics_visible: bool


@dataclass(frozen=True, slots=True)
class BoardReader:
    """A reader of the board of a track."""

    phase_reader: PhaseReader
    track: Track

    @property
    def here(self) -> TaskAccess:
        return self.phase_reader.here

    @property
    def phase(self) -> Phase:
        return self.phase_reader.phase

    @property
    def revision(self) -> GoldRevision:
        return self.phase_reader.revision

    @property
    def own_only(self) -> bool:
        return self.phase_reader.own_only

    @property
    def names_hidden(self) -> bool:
        return self.phase_reader.names_hidden


def board_reader(user: User | None, task: str, phase: str, track: str, now: datetime) -> BoardReader:
    """Return the reader of a board.

    Raises NotFoundError, and ForbiddenError with the instant at which the board opens.
    """
    here = task_access(user, task)
    found = here.task.phases.filter(slug=phase).first()
    if found is None:
        raise NotFoundError("The task has no such phase.", code="no_phase")
    return BoardReader(phase_reader(here, found, now), track_of(here, track))


def track_of(here: TaskAccess, slug: str) -> Track:
    """Raises NotFoundError."""
    track = here.task.tracks.filter(slug=slug).first()
    if track is None:
        raise NotFoundError("The task has no such track.", code="no_track")
    return track


def phase_reader(here: TaskAccess, phase: Phase, now: datetime) -> PhaseReader:
    """Raises ForbiddenError if the phase shows the reader no scores at all, NotFoundError for a task without gold."""
    revision = current_revision(here)
    if here.organizes:
        return PhaseReader(here, phase, revision, now, False, False, True, True)
    visible = board_is_visible(phase, now)
    if not visible and not (here.team is not None and own_scores_are_visible(phase, now)):
        raise board_closed(phase)
    return PhaseReader(
        here,
        phase,
        revision,
        now,
        own_only=not visible,
        names_hidden=not names_are_visible(phase, now),
        gold_visible=gold_is_visible(phase, now),
        gold_statistics_visible=gold_is_visible(phase, now)
        or (visible and phase_state(phase, now) == PhaseState.ENDED),
    )


def board_closed(phase: Phase) -> ForbiddenError:
    opens = results_open_at(phase)
    if opens is None:
        return ForbiddenError("The organizers have not said when this board opens.", code="board_closed")
    instant = opens.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    errors = [FieldError("/opens_at", "opens_at", instant)]
    return ForbiddenError(f"It opens at {instant} (UTC).", code="board_closed", errors=errors)


def current_revision(here: TaskAccess) -> GoldRevision:
    revision = GoldRevision.objects.filter(task=here.task).order_by("-number").first()
    if revision is None:
        raise NotFoundError("The task has no gold yet.", code="no_gold")
    return revision
