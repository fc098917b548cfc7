"""Places of a team in its quota: numbered rows, so that the database refuses a submission beyond a cap.

The caller holds the lock of the task. A number that a failed submission gave back is taken again.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

from evaluation.models import AttemptSlot, Phase, QuotaSlot, Submission, Team, Track, Upload
from evaluation.queries.submissions.quota_state import counted_attempts, counted_slots
from foundation.errors import ConflictError, FieldError


def utc_day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def next_day(at: datetime) -> datetime:
    """Return the start of the next day (UTC), when the quota of a day resets."""
    return datetime.combine(utc_day(at) + timedelta(days=1), datetime.min.time(), UTC)


def take_attempt(upload: Upload, team: Team, family: Sequence[int]) -> None:
    """Count an upload as an attempt of its team. `family`: the team and those merged into it. Raises ConflictError."""
    phase, day = upload.phase, utc_day(upload.received_at)
    rows = counted_attempts(phase, family, upload.submitter).filter(day=day).values_list("team", "of_day")
    taken = list(rows)
    most = phase.daily_attempts
    if most and len(taken) >= most:
        detail = f"{len(taken)} of {most} attempts of today are used. They reset at 00:00 UTC."
        raise ConflictError(detail, code="attempts_used", errors=[FieldError("", "attempts_used", detail)])
    own = {number for owner, number in taken if owner == team.pk}
    AttemptSlot.objects.create(upload=upload, team=team, phase=phase, day=day, of_day=_lowest_free(own))


def take_slots(
    submissions: Sequence[tuple[str, Submission]], upload: Upload, team: Team, family: Sequence[int]
) -> None:
    """Count valid submissions (pointer to the file, and submission) in the quota of their team, all or none.

    Raises ConflictError, which names each file whose track has no quota left.
    """
    errors, slots = [], []
    for pointer, submission in submissions:
        track = submission.track
        if track is None:
            continue
        slot = _slot(submission, track, upload, team, family)
        if isinstance(slot, str):
            errors.append(FieldError(pointer, "quota_used", slot))
        else:
            slots.append(slot)
    if errors:
        detail = f"{errors[0].detail} Nothing of this upload was counted."
        raise ConflictError(detail, code="quota_used", errors=errors)
    QuotaSlot.objects.bulk_create(slots)


def _slot(
    submission: Submission, track: Track, upload: Upload, team: Team, family: Sequence[int]
) -> QuotaSlot | str:
    """Return the slot that a submission takes, or why there is none."""
    phase, day = upload.phase, utc_day(upload.received_at)
    rows = counted_slots(phase, family, upload.submitter).filter(track=track)
    taken = list(rows.values_list("team", "day", "of_day", "of_phase"))
    today = [row for row in taken if row[1] == day]
    if full := _fault(phase, track, len(today), len(taken)):
        return full
    own_today = {of_day for owner, _, of_day, _ in today if owner == team.pk}
    own = {of_phase for owner, _, _, of_phase in taken if owner == team.pk}
    return QuotaSlot(
        submission=submission,
        team=team,
        track=track,
        phase=phase,
        day=day,
        of_day=_lowest_free(own_today),
        of_phase=_lowest_free(own),
    )


def _fault(phase: Phase, track: Track, today: int, in_all: int) -> str:
    if phase.total_cap and in_all >= phase.total_cap:
        return f"{track.name}: {in_all} of {phase.total_cap} scored submissions of the phase are used."
    if phase.daily_cap and today >= phase.daily_cap:
        used = f"{track.name}: {today} of {phase.daily_cap} scored submissions of today are used."
        return f"{used} The quota resets at 00:00 UTC."
    return ""


def free_slot(submission: Submission) -> None:
    """Give the slot of a failed submission back."""
    QuotaSlot.objects.filter(submission=submission).delete()


def _lowest_free(taken: Iterable[int]) -> int:
    numbers = set(taken)
    return next(number for number in range(1, len(numbers) + 2) if number not in numbers)
