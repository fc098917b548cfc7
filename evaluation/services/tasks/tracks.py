"""Create, change and delete tracks."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Max

from evaluation.models import GoldPart, Submission, Task, Track
from evaluation.queries.tasks.task_details import current_revision
from evaluation.services.tasks.task_settings import check_slug, check_title, locked_task
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scoring.registry import METRICS

MAX_NAME: Final = 100


def create_track(task: Task, fields: Mapping[str, Any]) -> Track:
    """Return a new track, the last one. Raises InvalidError, which names the field."""
    with write_transaction():
        locked_task(task)
        last = Track.objects.filter(task=task).aggregate(last=Max("ordinal"))["last"]
        track = Track(task=task, ordinal=0 if last is None else last + 1, **fields)
        if not track.metrics:
            track.metrics = [metric.name for metric in METRICS[task.format]]
        _check(track)
        _store(track)
        record(AuditKind.TRACK_CREATED, task.scope, track=track.slug)
    return track


def change_track(task: Task, key: int, changes: Mapping[str, Any]) -> Track:
    """Change the given fields of a track and return it. Slug and language are fixed once it has submissions.

    Raises NotFoundError, ConflictError, InvalidError.
    """
    with write_transaction():
        locked_task(task)
        track = _locked_track(task, key)
        for field in ("slug", "language"):
            if changes.get(field, getattr(track, field)) != getattr(track, field):
                _refuse_if_used(track, f"so its {field} is fixed")
        for field, value in changes.items():
            setattr(track, field, value)
        _check(track)
        _store(track)
        record(AuditKind.TRACK_CHANGED, task.scope, track=track.slug, fields=", ".join(sorted(changes)))
    return track


def delete_track(task: Task, key: int) -> None:
    """Delete a track without submissions. Raises NotFoundError, ConflictError."""
    with write_transaction():
        locked_task(task)
        track = _locked_track(task, key)
        _refuse_if_used(track, "so it cannot be deleted")
        record(AuditKind.TRACK_DELETED, task.scope, track=track.slug)
        track.delete()


def _refuse_if_used(track: Track, consequence: str) -> None:
    count = Submission.objects.filter(track=track).count()
    if count:
        raise ConflictError(f"The track has {count:,} submissions, {consequence}.", code="has_submissions")


def _locked_track(task: Task, key: int) -> Track:
    found = Track.objects.select_for_update().filter(task=task, pk=key).first()
    if found is None:
        raise NotFoundError("The task has no such track.", code="no_track")
    return found


def _check(track: Track) -> None:
    track.name = check_title(track.name, most=MAX_NAME)
    check_slug(track.slug)
    known = [metric.name for metric in METRICS[track.task.format]]
    wrong = next((name for name in track.metrics if name not in known), None)
    if wrong is not None or not track.metrics or len(set(track.metrics)) < len(track.metrics):
        raise wrong_field(
            "metrics", f"Choose each metric once, at least one of: {', '.join(known)}.", "unknown_metric"
        )
    revision = current_revision(track.task)
    languages = GoldPart.objects.filter(revision=revision).values_list("language", flat=True)
    if track.language and track.language not in languages:
        shown = ", ".join(sorted(set(languages)))
        raise wrong_field(
            "language", f"The gold has no items in “{track.language[:64]}”, but {shown}.", "unknown_language"
        )


def _store(track: Track) -> None:
    same = Track.objects.filter(task=track.task).exclude(pk=track.pk)
    if same.filter(slug=track.slug).exists():
        raise wrong_field("slug", f"The task has a track “{track.slug}” already.", "name_taken")
    if same.filter(language=track.language).exists():
        raise wrong_field("language", "The task has a track for these items already.", "name_taken")
    try:
        with transaction.atomic():
            track.save()
    except IntegrityError as error:
        raise wrong_field("slug", "The task has such a track already.", "name_taken") from error
