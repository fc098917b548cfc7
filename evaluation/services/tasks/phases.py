"""Create, change, pause and delete phases."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evaluation.models import GoldPart, Phase, PhaseChange, Submission, Task, Upload
from evaluation.queries.tasks.phase_rules import results_open_at
from evaluation.queries.tasks.task_details import current_revision
from evaluation.services.tasks.task_settings import check_slug, check_title, locked_task, require_version
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction

MAX_NAME: Final = 100
MAX_REASON: Final = 500
_TIMES: Final = ("starts_at", "ends_at", "results_at", "names_at", "gold_at")
_LIMITS: Final = {"daily_cap": 1_000, "total_cap": 100_000, "daily_attempts": 10_000}
_FIRST_AND_LAST: Final = (2000, 2200)


def create_phase(task: Task, by: User | None, fields: Mapping[str, Any]) -> Phase:
    """Return a new phase. Raises InvalidError, which names the field.

    Without `visibility`, a test phase is blind and others have an open board. Without `gold_at`, participants see the
    gold of a development phase from its start, and that of others never.
    """
    values = dict(fields)
    development = values["kind"] == Phase.Kind.DEVELOPMENT
    blind = values["kind"] == Phase.Kind.TEST
    values.setdefault("visibility", Phase.Visibility.BLIND if blind else Phase.Visibility.BOARD)
    values.setdefault("gold_at", values["starts_at"] if development else None)
    with write_transaction():
        locked_task(task)
        phase = Phase(task=task, **values)
        _check(phase)
        _store(phase)
        record(
            AuditKind.PHASE_CREATED,
            task.scope,
            actor=by,
            phase=phase.slug,
            starts=_text(phase.starts_at),
            ends=_text(phase.ends_at),
        )
    return phase


def change_phase(
    task: Task,
    key: int,
    by: User,
    now: datetime,
    *,
    version: int,
    changes: Mapping[str, Any],
    reason: str = "",
) -> Phase:
    """Change the given fields of a phase and return it.

    Slug, kind, split and start are fixed once the phase has submissions: their addresses and gold depend on them. A
    new end of a phase that has begun needs a reason, is not in the past, and is recorded for participants. Raises
    NotFoundError, ConflictError if `version` is not the current one or submissions depend on it, InvalidError.
    """
    with write_transaction():
        locked_task(task)
        phase = locked_phase(task, key)
        require_version(phase.version, version, "The phase has changed. Reload it.")
        before = {field: getattr(phase, field) for field in changes}
        different = {field: value for field, value in changes.items() if before[field] != value}
        begun = phase.starts_at <= now
        used = Upload.objects.filter(phase=phase).exists()
        for field in ("slug", "kind", "split", "starts_at"):
            if field in different and used:
                count = Submission.objects.filter(phase=phase).count()
                detail = f"The phase has {count:,} submissions, which depend on this field."
                raise ConflictError(
                    detail,
                    code="has_submissions",
                    errors=[FieldError(f"/{field}", "has_submissions", detail)],
                )
        for field, value in different.items():
            setattr(phase, field, value)
        _check(phase)
        if begun and "ends_at" in different:
            _check_new_end(phase, reason, now)
            PhaseChange.objects.create(
                phase=phase,
                kind=PhaseChange.Kind.DATES,
                old_end=before["ends_at"],
                new_end=phase.ends_at,
                reason=reason.strip(),
                at=now,
                by=by,
            )
        phase.version += 1
        _store(phase)
        if different:
            record(
                AuditKind.PHASE_CHANGED,
                task.scope,
                phase=phase.slug,
                changes={
                    field: (_text(before[field]), _text(value))
                    for field, value in different.items()
                    if field != "name"
                },
            )
    return phase


def pause_phase(task: Task, key: int, by: User, now: datetime, reason: str) -> Phase:
    """Refuse submissions to a phase until it is resumed. Participants see the reason."""
    stated = _check_reason(reason)
    return _set_paused(task, key, by, now, stated, PhaseChange.Kind.PAUSED)


def resume_phase(task: Task, key: int, by: User, now: datetime) -> Phase:
    return _set_paused(task, key, by, now, "", PhaseChange.Kind.RESUMED)


def delete_phase(task: Task, key: int) -> None:
    """Delete a phase without submissions. Raises NotFoundError, ConflictError."""
    with write_transaction():
        locked_task(task)
        phase = locked_phase(task, key)
        count = Submission.objects.filter(phase=phase).count()
        if count or Upload.objects.filter(phase=phase).exists():
            raise ConflictError(
                f"The phase has {count:,} submissions, so it cannot be deleted.", code="has_submissions"
            )
        record(AuditKind.PHASE_DELETED, task.scope, phase=phase.slug)
        phase.delete()


def phase_of(task: Task, key: int) -> Phase:
    """Return the phase of the task with this id. Raises NotFoundError."""
    found = Phase.objects.filter(task=task, pk=key).first()
    if found is None:
        raise NotFoundError("The task has no such phase.", code="no_phase")
    return found


def locked_phase(task: Task, key: int) -> Phase:
    """Return the phase, locked until the transaction ends. Raises NotFoundError."""
    found = Phase.objects.select_for_update().filter(task=task, pk=key).first()
    if found is None:
        raise NotFoundError("The task has no such phase.", code="no_phase")
    return found


def _set_paused(task: Task, key: int, by: User, now: datetime, reason: str, kind: PhaseChange.Kind) -> Phase:
    paused = kind == PhaseChange.Kind.PAUSED
    with write_transaction():
        phase = locked_phase(task, key)
        if (phase.paused_at is not None) == paused:
            raise ConflictError(
                "The phase is paused already." if paused else "The phase is not paused.", code="phase_state"
            )
        if phase.ends_at is not None and now >= phase.ends_at:
            raise ConflictError("The phase has ended.", code="phase_state")
        phase.paused_at, phase.paused_reason = (now, reason) if paused else (None, "")
        phase.version += 1
        phase.save()
        PhaseChange.objects.create(
            phase=phase, kind=kind, old_end=phase.ends_at, new_end=phase.ends_at, reason=reason, at=now, by=by
        )
        record(AuditKind.PHASE_PAUSED if paused else AuditKind.PHASE_RESUMED, task.scope, phase=phase.slug)
    return phase


def _check(phase: Phase) -> None:
    """Raise InvalidError for the first field that is wrong."""
    phase.name = check_title(phase.name, most=MAX_NAME)
    check_slug(phase.slug)
    for field in _TIMES:
        at = getattr(phase, field)
        if at is not None and not _FIRST_AND_LAST[0] <= at.year <= _FIRST_AND_LAST[1]:
            raise wrong_field(field, "The year is out of range.", "time")
    if phase.ends_at is not None and phase.ends_at <= phase.starts_at:
        raise wrong_field("ends_at", "The phase must end after it starts.", "end_before_start")
    for field in ("results_at", "gold_at"):
        at = getattr(phase, field)
        if at is not None and at < phase.starts_at:
            raise wrong_field(field, "This must not be before the phase starts.", "before_start")
    for field, most in _LIMITS.items():
        if not 0 <= getattr(phase, field) <= most:
            raise wrong_field(field, f"Enter a number from 0 to {most:,}.", "limit")
    if phase.daily_attempts < max(1, phase.daily_cap):
        raise wrong_field(
            "daily_attempts",
            "A team needs at least as many attempts as scored submissions, and one.",
            "limit",
        )
    splits = GoldPart.objects.filter(revision=current_revision(phase.task)).values_list("split", flat=True)
    if phase.split not in splits:
        known = ", ".join(sorted(set(splits)))
        raise wrong_field(
            "split", f"The gold has no split “{phase.split[:40]}”, but {known}.", "unknown_split"
        )
    _check_other_phases(phase)


def _check_other_phases(phase: Phase) -> None:
    """Raise InvalidError if gold or scores of a closed phase would show through another phase of the split."""
    for each in Phase.objects.filter(task=phase.task, split=phase.split).exclude(pk=phase.pk):
        for closed, other in ((each, phase), (phase, each)):
            if closed.visibility == Phase.Visibility.BOARD:
                continue
            until = results_open_at(closed)
            shows = (
                f"The phase “{other.name}” would show {{}} of the split {phase.split} before the results of "
            )
            before = f"{shows}“{closed.name}” open."
            if other.gold_at is not None and (until is None or other.gold_at < until):
                field = "gold_at" if other is phase else "split"
                raise wrong_field(field, before.format("the gold"), "gold_too_early")
            if closed.visibility == Phase.Visibility.BLIND and _shows_scores_before(other, until):
                field = "visibility" if other is phase else "split"
                raise wrong_field(field, before.format("scores"), "scores_too_early")


def _shows_scores_before(phase: Phase, until: datetime | None) -> bool:
    hidden = phase.visibility == Phase.Visibility.BLIND
    at = results_open_at(phase) if hidden else phase.starts_at
    return at is not None and (until is None or at < until)


def _check_new_end(phase: Phase, reason: str, now: datetime) -> None:
    _check_reason(reason)
    if phase.ends_at is not None and phase.ends_at < now - timedelta(minutes=1):
        raise wrong_field(
            "ends_at",
            "The new end is in the past: submissions received since then would be late.",
            "end_in_past",
        )


def _check_reason(reason: str) -> str:
    stated = reason.strip()
    if not stated:
        raise wrong_field("reason", "State a reason. Participants see it.", "blank")
    if len(stated) > MAX_REASON:
        raise wrong_field("reason", f"A reason has at most {MAX_REASON} characters.", "too_long")
    return stated


def _store(phase: Phase) -> None:
    try:
        with transaction.atomic():
            phase.save()
    except IntegrityError as error:
        raise _slug_taken(phase.slug) from error


def _slug_taken(slug: str) -> InvalidError:
    return wrong_field("slug", f"The task has a phase “{slug}” already.", "name_taken")


def _text(value: object) -> str | None:
    return value.isoformat() if isinstance(value, datetime) else None if value is None else str(value)
