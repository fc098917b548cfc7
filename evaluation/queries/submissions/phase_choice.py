"""The phase that an upload counts in: the receipt time decides, at the start inclusive and at the end exclusive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from evaluation.models import Phase, Task
from evaluation.queries.tasks.phase_rules import PhaseState, phase_state
from foundation.errors import ConflictError, FieldError, wrong_field
from foundation.zoned_time import zone_of


@dataclass(frozen=True, slots=True)
class PhaseChoice:
    """`late_for`: the phase that the upload missed."""

    phase: Phase
    late_for: Phase | None = None


def named_phase(task: Task, name: str) -> Phase | None:
    """Return the phase of this slug or id, None for "". Raises InvalidError."""
    if not name:
        return None
    phases = {phase.slug: phase for phase in task.phases.all()}
    by_key = {str(phase.pk): phase for phase in phases.values()}
    found = phases.get(name) or by_key.get(name)
    if found is None:
        names = ", ".join(phases) or "none yet"
        raise wrong_field("phase", f"The task has no phase “{name}”. Its phases: {names}.")
    return found


def present_phase(task: Task, now: datetime) -> Phase:
    """Return the phase that takes submissions now, the latest that has begun, or the first. Raises ConflictError."""
    phases = list(task.phases.all())
    if not phases:
        raise _refused("no_phase", "The task has no phases yet.")
    begun = [phase for phase in phases if phase.starts_at <= now] or phases[:1]
    running = [phase for phase in begun if phase.ends_at is None or now < phase.ends_at] or begun
    return max(running, key=lambda phase: (phase.kind != Phase.Kind.POST, phase.starts_at))


def begun_splits(task: Task, at: datetime, *, all_phases: bool) -> set[str]:
    """Return the splits of the phases that have begun. Participants know the items of no other."""
    return {phase.split for phase in task.phases.all() if all_phases or phase.starts_at <= at}


def chosen_phase(
    phases: Sequence[Phase], wanted: Phase | None, splits: set[str], received_at: datetime
) -> PhaseChoice:
    """Return the phase of a team's upload. `wanted`: the one it names; otherwise the open one for its items' split.

    An upload that misses the end of its phase goes to the open post phase. Raises ConflictError if no phase takes it.
    """
    if wanted is not None:
        return _named(phases, wanted, received_at)
    states = {phase.pk: phase_state(phase, received_at) for phase in phases}
    fitting = [phase for phase in phases if phase.split in splits] or list(phases)
    taking = [phase for phase in fitting if states[phase.pk] in (PhaseState.OPEN, PhaseState.PAUSED)]
    if len(taking) > 1:
        taking = [phase for phase in taking if phase.kind != Phase.Kind.POST] or taking
    if len(taking) > 1:
        names = ", ".join(phase.slug for phase in taking)
        raise _refused("phase_needed", f"Several phases are open: {names}. Name one of them.")
    if taking:
        return _named(phases, taking[0], received_at)
    ended = [phase for phase in fitting if states[phase.pk] == PhaseState.ENDED]
    if ended:
        return _named(phases, max(ended, key=lambda phase: phase.ends_at or received_at), received_at)
    upcoming = [phase for phase in fitting if states[phase.pk] == PhaseState.UPCOMING]
    if upcoming:
        return _named(phases, min(upcoming, key=lambda phase: phase.starts_at), received_at)
    raise _refused("no_phase", "The task has no phases yet.")


def _named(phases: Sequence[Phase], wanted: Phase, received_at: datetime) -> PhaseChoice:
    state = phase_state(wanted, received_at)
    if state == PhaseState.UPCOMING:
        raise _refused("phase_not_started", f"{wanted.name} opens on {named_time(wanted.starts_at, wanted)}.")
    if state == PhaseState.PAUSED:
        raise _refused("phase_paused", f"{wanted.name} is paused: {wanted.paused_reason}")
    if state == PhaseState.OPEN:
        return PhaseChoice(wanted)
    for post in phases:
        is_open = phase_state(post, received_at) == PhaseState.OPEN
        if post.kind == Phase.Kind.POST and post.split == wanted.split and is_open:
            return PhaseChoice(post, late_for=wanted)
    end = named_time(wanted.ends_at, wanted) if wanted.ends_at else ""
    raise _refused("phase_ended", f"{wanted.name} ended on {end}. The upload arrived {_utc(received_at)}.")


def named_time(at: datetime, phase: Phase) -> str:
    """Return an instant in the zone of the phase and in UTC."""
    local = at.astimezone(zone_of(phase.zone))
    return f"{local:%Y-%m-%d, %H:%M} {phase.zone} ({_utc(at)})"


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d, %H:%M:%S} UTC"


def _refused(code: str, detail: str) -> ConflictError:
    return ConflictError(detail, code=code, errors=[FieldError("/phase", code, detail)])
