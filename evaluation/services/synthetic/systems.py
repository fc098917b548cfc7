"""Synthetic systems: their predictions are written from gold and scored at once. For demos and dry runs."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max

from evaluation.models import Phase, QuotaSlot, Submission, Task, Team, Upload
from evaluation.queries.stored_files import gold_file
from evaluation.queries.track_items import current_revision, items_digest, parts_of_track
from evaluation.services.submissions.scoring import Scorers, save_scores, scorer_of
from evaluation.services.submissions.stored_predictions import store, storing
from evaluation.services.synthetic.predictions import synthetic_prediction
from evaluation.services.teams.fact_sheets import stored_fact_sheet
from foundation.working_folder import working_folder
from foundation.write_transaction import write_transaction
from morelkit.scoring.record_files import read_rows

SYNTHETIC: Final = "synthetic"
"""Key in the answers of a synthetic system, which no question has."""


@dataclass(frozen=True, slots=True)
class SyntheticSystem:
    """`quality`: 0 (random) to 1 (nearly gold). `answers`: of its fact sheet."""

    name: str
    quality: float
    answers: Mapping[str, Any] = field(default_factory=dict)


def run_system(
    system: SyntheticSystem,
    phase: Phase,
    kind: Upload.Kind,
    at: datetime,
    scorers: Scorers,
    *,
    team: Team | None = None,
    submitter: User | None = None,
) -> Upload:
    """Return an upload of the system for all tracks of a phase, scored under the current gold."""
    task = phase.task
    revision = current_revision(task)
    with storing(), working_folder(settings.FILE_UPLOAD_TEMP_DIR) as folder:
        files = []
        for track in task.tracks.all():
            parts = parts_of_track(revision, track, phase.split)
            if not parts:
                continue
            lines = [
                _line(task.format, row.exact().record, system, str(task.seed))
                for part in parts
                for row in read_rows(gold_file(revision, part))
            ]
            content = b"".join(lines)
            sha256 = hashlib.sha256(content).hexdigest()
            path = folder / f"{track.pk}.jsonl"
            path.write_bytes(content)
            store(path, sha256)
            files.append((track, items_digest(parts), len(lines), len(content), sha256))
        with write_transaction():
            Task.objects.select_for_update().get(pk=task.pk)
            upload = Upload.objects.create(
                task=task,
                phase=phase,
                team=team,
                kind=kind,
                system=system.name,
                submitter=submitter,
                received_at=at,
                fact_sheet=stored_fact_sheet(task),
                answers={**system.answers, SYNTHETIC: True},
                answers_version=1,
            )
            last = Submission.objects.filter(task=task).aggregate(last=Max("number"))["last"] or 0
            rows = Submission.objects.bulk_create(
                Submission(
                    upload=upload,
                    task=task,
                    phase=phase,
                    team=team,
                    track=track,
                    number=last + place,
                    file_name=f"{system.name}.{track.slug}.jsonl",
                    size=size,
                    sha256=sha256,
                    items_sha256=items,
                    records=records,
                    state=Submission.State.SCORED,
                )
                for place, (track, items, records, size, sha256) in enumerate(files, 1)
            )
            if team is not None:
                _take_slots(team, rows, at)
            save_scores([scorer_of(revision, row, scorers).score(row) for row in rows])
    return upload


def _take_slots(team: Team, rows: list[Submission], at: datetime) -> None:
    for row in rows:
        if row.track is None:
            continue
        taken = QuotaSlot.objects.filter(team=team, track=row.track, phase=row.phase)
        QuotaSlot.objects.create(
            submission=row,
            team=team,
            track=row.track,
            phase=row.phase,
            day=at.date(),
            of_day=taken.filter(day=at.date()).count() + 1,
            of_phase=taken.count() + 1,
        )


def _line(format_name: str, gold: dict[str, Any], system: SyntheticSystem, seed: str) -> bytes:
    key = gold.get("id") or gold.get("index") or gold.get("sample_id")
    made = synthetic_prediction(format_name, gold, system.quality, f"{seed}:{system.name}:{key}")
    return f"{json.dumps(made, ensure_ascii=False)}\n".encode()
