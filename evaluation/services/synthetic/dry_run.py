"""A dry run of a phase: synthetic trial systems, so that organizers see scores and boards before teams submit."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db.models import QuerySet

from evaluation.models import Phase, Task, Upload
from evaluation.queries.tasks.phase_rules import PhaseState, phase_state
from evaluation.services.submissions.scoring import Scorers
from evaluation.services.synthetic.systems import SYNTHETIC, SyntheticSystem, run_system
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError
from foundation.write_transaction import write_transaction

SYSTEMS: Final = tuple(
    SyntheticSystem(f"dry-run-{number}", quality)
    for number, quality in enumerate((0.95, 0.85, 0.7, 0.55, 0.4, 0.2), 1)
)


def create_dry_run(task: Task, by: User, now: datetime) -> int:
    """Create trial systems for the phase that is open, or the next one, and return their number.

    They are unranked rows that only organizers see as such. Raises ConflictError without a phase, and if there is a dry
    run already.
    """
    phases = list(Phase.objects.filter(task=task).select_related("task"))
    running = [each for each in phases if phase_state(each, now) in (PhaseState.OPEN, PhaseState.PAUSED)]
    following = [each for each in phases if phase_state(each, now) == PhaseState.UPCOMING]
    if not running and not following:
        raise ConflictError("The task has no phase that is open or yet to start.", code="no_open_phase")
    if dry_run_uploads(task).exists():
        raise ConflictError("There is a dry run already. Remove it first.", code="dry_run_exists")
    phase = min(running or following, key=lambda each: each.starts_at)
    scorers: Scorers = {}
    for system in SYSTEMS:
        run_system(system, phase, Upload.Kind.TRIAL, now, scorers, submitter=by)
    with write_transaction():
        record(AuditKind.DRY_RUN_CREATED, task.scope, phase=phase.slug, systems=len(SYSTEMS))
    return len(SYSTEMS)


def remove_dry_run(task: Task) -> int:
    """Remove all trial systems of dry runs, with their submissions and scores, and return their number."""
    with write_transaction():
        uploads = dry_run_uploads(task)
        count = uploads.count()
        uploads.delete()
        if count:
            record(AuditKind.DRY_RUN_REMOVED, task.scope, systems=count)
    return count


def dry_run_uploads(task: Task) -> QuerySet[Upload]:
    """Return the uploads of dry runs. Their predictions are removed later, as those without a submission."""
    return Upload.objects.filter(
        task=task, kind=Upload.Kind.TRIAL, system__startswith="dry-run-", **{f"answers__{SYNTHETIC}": True}
    )
