"""Predictions that need no system, as unranked rows of a board. A job makes them: one of them counts gold labels."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

from evaluation.models import GoldRevision, Phase, Submission, Task, Track, Upload
from evaluation.queries import stored_files
from evaluation.queries.track_items import current_revision, items_digest, parts_of_track
from evaluation.services.submissions.scoring import request_scoring
from evaluation.services.submissions.stored_predictions import QUEUE, store, storing
from foundation.audit import AuditKind, record
from foundation.errors import InvalidError
from foundation.jobs import Progress, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.working_folder import working_folder
from foundation.write_transaction import write_transaction
from morelkit.scoring.baselines import MAJORITY_LABEL, RANDOM_SPANS, baseline

KIND: Final = "baselines"
BASELINES: Final = {
    "mushroom": ("mark-all", "mark-none", RANDOM_SPANS),
    "shroom": (MAJORITY_LABEL,),
    "cap": (MAJORITY_LABEL,),
}
"""Baselines by the format of predictions. The other formats have none."""


def request_baselines(task: Task, phase: Phase, user: User) -> Job:
    """Queue the baselines of a phase. Those that are there for the current items stay as they are.

    Raises InvalidError if the format of the task has none.
    """
    if task.format not in BASELINES:
        raise InvalidError(f"There is no baseline for {task.format} predictions.", code="no_baseline")
    with write_transaction():
        options = {"phase": phase.pk, "user": user.pk}
        job = Job.objects.create(scope=task.scope, kind=KIND, options=options)
        record(AuditKind.BASELINES_RUN, task.scope, phase=phase.slug)
        return job


@job_kind(KIND, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """Create the uploads of the baselines, one after another. After a kill the ones that are there remain."""
    phase = Phase.objects.select_related("task").get(pk=job.options["phase"])
    revision = current_revision(phase.task)
    names = BASELINES[phase.task.format]
    with heartbeat(job), working_folder(settings.FILE_UPLOAD_TEMP_DIR) as folder:
        for done, name in enumerate(names):
            files = [
                _written(name, revision, track, phase, folder) for track in _missing(phase, revision, name)
            ]
            if files:
                with storing():
                    for file in files:
                        store(file.path, file.sha256)
                    with write_transaction():
                        lock_job(job)
                        _create(phase, name, job.options["user"], files)
            progress(done + 1, len(names))


@dataclass(frozen=True, slots=True)
class _BaselineFile:
    track: Track
    items_sha256: str
    path: Path
    records: int
    size: int
    sha256: str


def _missing(phase: Phase, revision: GoldRevision, name: str) -> list[Track]:
    """Return the tracks without a valid submission of the baseline for the current items."""
    missing = []
    for track in phase.task.tracks.all():
        parts = parts_of_track(revision, track, phase.split)
        there = Submission.objects.filter(
            phase=phase, track=track, upload__kind=Upload.Kind.BASELINE, upload__system=name
        ).exclude(state__in=[Submission.State.FAILED, Submission.State.INVALID])
        if parts and not there.filter(items_sha256=items_digest(parts)).exists():
            missing.append(track)
    return missing


def _written(name: str, revision: GoldRevision, track: Track, phase: Phase, folder: Path) -> _BaselineFile:
    """Write the predictions of a baseline for a track. Only the majority label needs gold."""
    file_of = stored_files.gold_file if name == MAJORITY_LABEL else stored_files.items_file
    parts = parts_of_track(revision, track, phase.split)
    path = folder / f"{name}-{track.pk}.jsonl"
    digest, records = hashlib.sha256(), 0
    with path.open("wb") as file:
        for part in parts:
            for prediction in baseline(name, file_of(revision, part), phase.task.seed):
                line = json.dumps(prediction, ensure_ascii=False).encode() + b"\n"
                digest.update(line)
                file.write(line)
                records += 1
    return _BaselineFile(track, items_digest(parts), path, records, path.stat().st_size, digest.hexdigest())


def _create(phase: Phase, name: str, user: int, files: Sequence[_BaselineFile]) -> None:
    """Create the upload of a baseline and have it scored."""
    task = Task.objects.select_for_update().get(pk=phase.task_id)
    upload = Upload.objects.create(
        task=task,
        phase=phase,
        kind=Upload.Kind.BASELINE,
        system=name,
        submitter=User.objects.filter(pk=user).first(),
        received_at=timezone.now(),
    )
    last = Submission.objects.filter(task=task).aggregate(last=Max("number"))["last"] or 0
    rows = [
        Submission(
            upload=upload,
            task=task,
            phase=phase,
            track=file.track,
            number=last + place,
            file_name=f"{name}.{file.track.slug}.jsonl",
            size=file.size,
            sha256=file.sha256,
            items_sha256=file.items_sha256,
            records=file.records,
        )
        for place, file in enumerate(files, 1)
    ]
    Submission.objects.bulk_create(rows)
    request_scoring(upload, rows)
