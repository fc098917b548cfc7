"""Scored submissions of the task lantern, as the scoring job stores them."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from evaluation.models import GoldRevision, Phase, Score, Submission, Team, Track, Upload
from evaluation.queries.stored_files import submission_file
from evaluation.services.submissions.compute_score import track_scoring


def submit(
    team: Team | None,
    phase: Phase,
    track: Track,
    records: Iterable[Mapping[str, Any]],
    *,
    system: str = "system",
    kind: str = "team",
    at: datetime | None = None,
    answers: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Submission:
    """Return a submission with its file, scored against the current gold."""
    task = phase.task
    upload = Upload.objects.create(
        task=task,
        phase=phase,
        team=team,
        kind=kind,
        system=system,
        received_at=at or timezone.now() - timedelta(minutes=1),
        answers=answers or {},
    )
    content = "".join(f"{json.dumps(record)}\n" for record in records).encode()
    sha256 = hashlib.sha256(content).hexdigest()
    path = submission_file(sha256)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    made = Submission.objects.create(
        upload=upload,
        task=task,
        phase=phase,
        team=team,
        track=track,
        number=Submission.objects.filter(task=task).count() + 1,
        file_name="it.jsonl",
        size=len(content),
        sha256=sha256,
        state="scored",
        **fields,
    )
    score(made)
    return made


def score(submission: Submission, revision: GoldRevision | None = None) -> Score:
    """Store the scores of a submission."""
    assert submission.track
    revision = revision or GoldRevision.objects.filter(task=submission.task).latest("number")
    made = track_scoring(revision, submission.track, submission.phase.split).score(submission)
    made.save()
    return made
