"""A generated shared task: 14 languages of 150 items, 50 teams and 2,618 submissions. `bench.evaluation` measures it.

The functions for the database run in the process of a site (`Site.manage("shell", …)`).
"""

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.site import PASSWORD

SLUG: Final = "measured"
SPLIT: Final = "test"
LANGUAGES: Final = ("ar", "ca", "cs", "de", "en", "es", "eu", "fa", "fi", "fr", "hi", "it", "sv", "zh")
ITEMS: Final = 150
TEAMS: Final = 50
SUBMISSIONS: Final = 2_618
MEMBER: Final = "p0"
ORGANIZER: Final = "olga"

Records = list[dict[str, Any]]


def gold_records(language: str) -> Records:
    """Return items with three annotators, who mark similar places in answers of 200 to 800 characters."""
    generator = np.random.default_rng(LANGUAGES.index(language))
    records = []
    for number in range(ITEMS):
        length = int(generator.integers(200, 800))
        spans = _spans(generator, length)
        annotations = {f"annotator_{each}": _moved(generator, spans, length) for each in range(3)}
        shares = sum(_painted(marked, length) for marked in annotations.values()) / 3
        soft = [
            {"start": start, "prob": float(shares[start]), "end": end}
            for start, end in _runs(shares)
            if shares[start]
        ]
        hard = _runs(shares > 0.5)
        records.append(
            {
                "id": f"{SPLIT}-{language}-{number}",
                "lang": language.upper(),
                "model_input": f"Who lit lamp number {number}?",
                "model_output_text": "x" * length,
                "model_id": f"invented-lab/larch-{number % 3}",
                "soft_labels": soft,
                "hard_labels": [[start, end] for start, end in hard if shares[start] > 0.5],
                "annotations": annotations,
            }
        )
    return records


def write_gold(directory: Path) -> Path:
    directory.mkdir()
    for language in LANGUAGES:
        (directory / f"{language}.{SPLIT}.jsonl").write_bytes(_lines(gold_records(language)))
    return directory


def predictions(gold: Records, seed: int, quality: float) -> bytes:
    """Return predictions: gold spans that are moved a little with this probability, others at random."""
    generator = np.random.default_rng(seed)
    records = []
    for item in gold:
        length = len(item["model_output_text"])
        good = generator.random() < quality
        spans = _moved(generator, item["hard_labels"], length) if good else _spans(generator, length)
        soft = [
            {"start": start, "prob": round(float(generator.random()), 3), "end": end} for start, end in spans
        ]
        records.append({"id": item["id"], "soft_labels": soft, "hard_labels": spans})
    return _lines(records)


def create_task(directory: str) -> None:
    """Create the task with an organizer, a phase whose board and gold are open, and teams with a member each."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from evaluation.models import Phase, Team, TeamMember
    from evaluation.services.tasks import create_task

    olga = User.objects.create_user(ORGANIZER, password=PASSWORD)
    task = create_task.create_task(SLUG, "Measured", create_task.DirectorySource(Path(directory)), olga)
    task.published_at = timezone.now()
    task.save()
    now = timezone.now()
    Phase.objects.create(
        task=task,
        slug="test",
        name="Test",
        kind=Phase.Kind.TEST,
        split=SPLIT,
        visibility=Phase.Visibility.BOARD,
        starts_at=now - timedelta(days=2),
        ends_at=now + timedelta(days=2),
        results_at=now - timedelta(days=1),
        gold_at=now - timedelta(days=1),
        daily_cap=0,
        daily_attempts=10_000,
    )
    for number in range(TEAMS):
        team = Team.objects.create(task=task, name=f"Team {number}", name_key=f"team {number}")
        user = User.objects.create_user(f"p{number}", password=PASSWORD if number == 0 else None)
        TeamMember.objects.create(task=task, team=team, user=user)


def add_submissions() -> None:
    """Add the other submissions to the database as if they were scored, with a file for each, and without scores."""
    from evaluation.models import Phase, Submission, Task, Team, Track, Upload
    from evaluation.queries.track_items import current_revision, items_digest, parts_of_track

    task = Task.objects.get(slug=SLUG)
    phase = Phase.objects.get(task=task)
    teams = list(Team.objects.filter(task=task))
    revision = current_revision(task)
    tracks = {each.language: each for each in Track.objects.filter(task=task)}
    digests = {name: items_digest(parts_of_track(revision, tracks[name], SPLIT)) for name in LANGUAGES}
    gold = {name: gold_records(name) for name in LANGUAGES}
    rows = []
    upload = None
    present = Submission.objects.count()
    assert present % len(LANGUAGES) == 0
    for number in range(present, SUBMISSIONS):
        language = LANGUAGES[number % len(LANGUAGES)]
        turn, team = number // len(LANGUAGES), teams[number // len(LANGUAGES) % TEAMS]
        if number % len(LANGUAGES) == 0:
            upload = Upload.objects.create(
                task=task,
                phase=phase,
                team=team,
                system=f"system {turn}",
                received_at=phase.starts_at + timedelta(minutes=turn),
            )
        content = predictions(gold[language], number, 0.2 + 0.6 * (team.pk % TEAMS) / TEAMS)
        rows.append(
            Submission(
                upload=upload,
                task=task,
                phase=phase,
                team=team,
                track=tracks[language],
                number=number + 1,
                file_name=f"{language}.jsonl",
                size=len(content),
                sha256=_store(content),
                items_sha256=digests[language],
                records=ITEMS,
                state=Submission.State.SCORED,
            )
        )
    Submission.objects.bulk_create(rows, batch_size=500)


def rescore() -> None:
    """Score all submissions by the job of a new gold revision, and print how long it takes."""
    from evaluation.models import Score, Task
    from evaluation.queries.track_items import current_revision
    from evaluation.services.submissions.rescoring import request_rescoring
    from foundation.jobs import run_job

    reports: list[float] = []
    Score.objects.all().delete()
    began = time.perf_counter()
    job = request_rescoring(current_revision(Task.objects.get(slug=SLUG)))
    run_job(job, lambda done, total: reports.append(time.perf_counter()))
    seconds = time.perf_counter() - began
    assert Score.objects.count() == SUBMISSIONS
    longest = max(later - earlier for earlier, later in pairwise([began, *reports]))
    print(
        f"  {SUBMISSIONS:,} submissions scored again: {seconds:.1f} s, {SUBMISSIONS / seconds:.0f}/s; "
        f"progress {len(reports)} times, at most {longest:.1f} s apart"
    )


def compute_statistics() -> None:
    """Compute the statistics of a track by its job, and print how long it takes."""
    from evaluation.models import BoardStatistics, Phase, Track
    from evaluation.queries.track_items import current_revision
    from evaluation.services.boards.board_statistics import request_statistics
    from foundation.jobs import run_job

    phase = Phase.objects.select_related("task").get(task__slug=SLUG)
    track = Track.objects.get(task=phase.task, slug="en")
    request_statistics(phase, track, current_revision(phase.task), "")
    row = BoardStatistics.objects.select_related("job").get(track=track)
    assert row.job
    began = time.perf_counter()
    run_job(row.job)
    seconds = time.perf_counter() - began
    content: Any = BoardStatistics.objects.get(track=track).content
    systems = len(content["metrics"]["iou"]["submissions"])
    print(
        f"  statistics of a track by its job: {systems} systems, {len(content['metrics'])} metrics, "
        f"{content['resamples']:,} resamples: {seconds:.1f} s (budget 10 s)"
    )


def build_bundle(directory: str) -> None:
    """Build the bundle of the phase into a directory, and print how long it takes."""
    from evaluation.models import Bundle, Phase
    from evaluation.queries.track_items import current_revision
    from evaluation.services.boards.bundle_content import write_bundle

    phase = Phase.objects.select_related("task").get(task__slug=SLUG)
    bundle = Bundle(task=phase.task, phase=phase, revision=current_revision(phase.task), names="named")
    began = time.perf_counter()
    write_bundle(bundle, Path(directory), lambda done, total: None)
    print(f"  bundle of {SUBMISSIONS:,} submissions written: {time.perf_counter() - began:.1f} s", flush=True)


def _spans(generator: np.random.Generator, length: int) -> list[list[int]]:
    edges = np.unique(generator.integers(0, length, 2 * generator.integers(0, 6))).tolist()
    return [[start, end] for start, end in zip(edges[::2], edges[1::2], strict=False)]


def _moved(generator: np.random.Generator, spans: list[list[int]], length: int) -> list[list[int]]:
    """Return spans whose ends are up to six characters elsewhere."""
    moved = [
        sorted(min(max(place + int(generator.integers(-6, 7)), 0), length) for place in span)
        for span in spans
    ]
    return [[start, end] for start, end in moved if start < end]


def _painted(spans: list[list[int]], length: int) -> Any:
    vector = np.zeros(length)
    for start, end in spans:
        vector[start:end] = 1
    return vector


def _runs(values: Any) -> Iterator[tuple[int, int]]:
    """Yield the ranges of equal values."""
    edges = [0, *(np.flatnonzero(np.diff(values)) + 1).tolist(), len(values)]
    yield from pairwise(edges)


def _lines(records: Records) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def _store(content: bytes) -> str:
    """Write a file of predictions to its place in the data directory. Return its sha256."""
    import hashlib

    from evaluation.queries.stored_files import submission_file

    sha256 = hashlib.sha256(content).hexdigest()
    path = submission_file(sha256)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return sha256
