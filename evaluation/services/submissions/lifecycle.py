"""What happens to a submission after it was received: withdrawn, chosen for the board, disqualified.

None of it changes the quota, and nothing is deleted.
"""

from datetime import datetime

from django.contrib.auth.models import User

from evaluation.models import Submission
from evaluation.queries.tasks.phase_rules import PhaseState, phase_state
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, wrong_field
from foundation.write_transaction import write_transaction

State = Submission.State


def withdraw(submission: Submission, user: User, now: datetime) -> Submission:
    """Hide a submission from the board for good. A second withdrawal changes nothing."""
    with write_transaction():
        row = _locked(submission)
        if row.withdrawn_at is None:
            row.withdrawn_at, row.withdrawn_by = now, user
            row.save(update_fields=["withdrawn_at", "withdrawn_by"])
            record(AuditKind.SUBMISSION_WITHDRAWN, row.task.scope, submission=row.number)
        return row


def choose(submission: Submission, now: datetime) -> Submission:
    """Choose a submission for the board; of several choices for a track, the latest counts.

    Raises ConflictError for one that cannot be on a board, and after the end of its phase: scores may be known then.
    """
    with write_transaction():
        row = _locked(submission)
        if row.state not in (State.WAITING, State.SCORED) or row.withdrawn_at or row.disqualified_at:
            raise ConflictError(
                "Only a valid submission that was not withdrawn can be chosen.", code="not_valid"
            )
        if phase_state(row.phase, now) == PhaseState.ENDED:
            raise ConflictError(f"{row.phase.name} has ended.", code="phase_ended")
        row.chosen_at = now
        row.save(update_fields=["chosen_at"])
        record(AuditKind.SUBMISSION_CHOSEN, row.task.scope, submission=row.number)
        return row


def disqualify(submission: Submission, reason: str, now: datetime) -> Submission:
    """Take a submission off the board, with a reason that its team sees. Raises InvalidError without one."""
    if not reason.strip():
        raise wrong_field("reason", "Write why the submission is disqualified.", "required")
    with write_transaction():
        row = _locked(submission)
        row.disqualified_at = row.disqualified_at or now
        row.disqualified_reason = reason
        row.save(update_fields=["disqualified_at", "disqualified_reason"])
        record(AuditKind.SUBMISSION_DISQUALIFIED, row.task.scope, submission=row.number)
        return row


def restore(submission: Submission) -> Submission:
    """Undo a disqualification."""
    with write_transaction():
        row = _locked(submission)
        if row.disqualified_at is not None:
            row.disqualified_at, row.disqualified_reason = None, ""
            row.save(update_fields=["disqualified_at", "disqualified_reason"])
            record(AuditKind.SUBMISSION_RESTORED, row.task.scope, submission=row.number)
        return row


def _locked(submission: Submission) -> Submission:
    rows = Submission.objects.select_for_update(of=("self",)).select_related("task", "phase")
    return rows.get(pk=submission.pk)
