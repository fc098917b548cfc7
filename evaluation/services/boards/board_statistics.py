"""The job that computes how certain the ranks of a board are, and stores that with the state it belongs to.

A page view requests it when the stored statistics belong to another state. The job takes the board as it is when it
starts, so the newest state wins. Between two jobs of a board are at least ten seconds.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from evaluation.models import BoardStatistics, GoldRevision, Phase, Task, Track
from evaluation.queries.boards.board_entries import Ranked, board_entries, board_teams, by_priority
from evaluation.queries.boards.human import held_out_human
from evaluation.queries.boards.results import board_results, metrics_named
from evaluation.queries.boards.stored_statistics import KIND, ranked_by_metric, state_key
from foundation.jobs import Progress, heartbeat, job_kind
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.scoring.ranking import RANK_RESAMPLES, rank_systems

_KEYS: Final = ("submissions", "tiers", "intervals", "rank_intervals", "rank_probabilities", "wins")
PAUSE: Final = timedelta(seconds=10)
"""Least time between the end of a job and the start of the next one of the same board."""


def request_statistics(phase: Phase, track: Track, revision: GoldRevision, key: str) -> None:
    """Create a job that computes the statistics of a board, unless one is open. `key`: the state of the board."""
    with write_transaction():
        row, _ = BoardStatistics.objects.select_for_update().get_or_create(
            phase=phase, track=track, revision=revision, defaults={"state_key": ""}
        )
        last = Job.objects.filter(pk=row.job_id).first() if row.job_id else None
        if last is not None and last.state in Job.OPEN:
            return
        if last is not None:
            last.delete()
        earliest = row.computed_at + PAUSE if row.computed_at else None
        options = {"phase": phase.pk, "track": track.pk, "revision": revision.pk, "state_key": key}
        row.job = Job.objects.create(
            scope=phase.task.scope, kind=KIND, options=options, heartbeat=earliest, total=0
        )
        row.save(update_fields=["job"])


@job_kind(KIND, queue="boards")
def run(job: Job, progress: Progress) -> None:
    """Compute the statistics of a board and store them. After a kill it starts again."""
    phase = Phase.objects.select_related("task").filter(pk=job.options["phase"]).first()
    track = Track.objects.filter(pk=job.options["track"]).first()
    revision = GoldRevision.objects.filter(pk=job.options["revision"]).first()
    if phase is None or track is None or revision is None:
        return
    with heartbeat(job):
        compute_statistics(phase, track, revision, job=job, progress=progress)


def compute_statistics(
    phase: Phase,
    track: Track,
    revision: GoldRevision,
    *,
    job: Job | None = None,
    progress: Progress = lambda _done, _total: None,
    resamples: int = RANK_RESAMPLES,
) -> None:
    """Compute and store the statistics of the present board."""
    task = phase.task
    entries = board_entries(phase, track, revision, board_teams(task))
    boards = ranked_by_metric(entries, phase, track, task.format)
    key = state_key(revision, track, task.seed, boards)
    if job is not None:
        Job.objects.filter(pk=job.pk).update(options=job.options | {"state_key": key})
    steps = len(boards) + 1
    found: dict[str, Any] = {}
    for done, (metric, ranked) in enumerate(boards.items()):
        progress(done, steps)
        found[metric] = _statistics(task, phase, track, revision, metric, ranked, resamples)
    progress(len(boards), steps)
    human = held_out_human(revision, track, phase.split)
    content = {"resamples": resamples, "metrics": found, "human": human}
    with write_transaction():
        BoardStatistics.objects.update_or_create(
            phase=phase,
            track=track,
            revision=revision,
            defaults={"state_key": key, "content": content, "computed_at": timezone.now()},
        )
    progress(steps, steps)


def _statistics(
    task: Task,
    phase: Phase,
    track: Track,
    revision: GoldRevision,
    metric: str,
    ranked: Ranked,
    resamples: int,
) -> Mapping[str, Any]:
    submissions: Sequence[int] = [entry.submission for entry in ranked.ranked]
    if not submissions:
        return {key: [] for key in _KEYS}
    metrics = metrics_named(task.format, by_priority(track, metric))[:2]
    results = board_results(revision, track, phase.split, submissions, metrics)
    board = rank_systems(
        track.language, {str(pk): of_system for pk, of_system in results.items()}, resamples, task.seed
    )
    return {
        "submissions": [int(each.name) for each in board.systems],
        "tiers": [each.tier for each in board.systems],
        "intervals": [[each.low, each.high] for each in board.systems],
        "rank_intervals": [[each.rank_low, each.rank_high] for each in board.systems],
        "rank_probabilities": [each.rank_probabilities for each in board.systems],
        "wins": board.wins.tolist(),
    }
