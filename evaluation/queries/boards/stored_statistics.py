"""Rank and win probabilities of a board, which a job has stored for a state of the board."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaluation.models import BoardStatistics, GoldRevision, Phase, Track
from evaluation.queries.boards.board_entries import Entry, Ranked, by_priority, ranked_entries
from evaluation.queries.boards.board_types import BoardStatisticsState
from evaluation.queries.boards.results import metrics_named
from foundation.models import Job
from morelkit.scoring.metric_declaration import MeanMetric
from morelkit.scoring.ranking import RANK_RESAMPLES

KIND: Final = "board_statistics"


@dataclass(frozen=True, slots=True)
class RankedBy:
    """Stored statistics of a metric. `order`: the place of each submission in rows and columns of `wins`."""

    order: Mapping[int, int]
    tiers: Sequence[int]
    intervals: Sequence[Sequence[float | None]]
    rank_intervals: Sequence[Sequence[int]]
    rank_probabilities: Sequence[Sequence[float]]
    wins: Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class StoredStatistics:
    """`needed`: they belong to another state of the board than the present one, and no job will compute them."""

    state: BoardStatisticsState
    by_metric: Mapping[str, RankedBy]
    human: Mapping[str, Any] | None
    needed: bool


def statistics_metrics(track: Track, format_name: str) -> list[str]:
    """Return the metrics that boards have statistics by: the one that ranks, and others that are means of items."""
    metrics = metrics_named(format_name, track.metrics)
    return [
        metric.name for place, metric in enumerate(metrics) if place == 0 or isinstance(metric, MeanMetric)
    ]


def ranked_by_metric(
    entries: Sequence[Entry], phase: Phase, track: Track, format_name: str
) -> dict[str, Ranked]:
    """Return the board by each metric that has statistics."""
    return {
        metric: ranked_entries(entries, phase.board_rule, by_priority(track, metric))
        for metric in statistics_metrics(track, format_name)
    }


def state_key(revision: GoldRevision, track: Track, seed: int, boards: Mapping[str, Ranked]) -> str:
    """Return a digest of what statistics follow from: gold, metrics, seed, and the submissions on each board."""
    on_board = {metric: sorted(entry.submission for entry in of.ranked) for metric, of in boards.items()}
    content = [revision.pk, track.metrics, track.confidence, seed, RANK_RESAMPLES, on_board]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def stored_statistics(phase: Phase, track: Track, revision: GoldRevision, key: str) -> StoredStatistics:
    row = (
        BoardStatistics.objects.select_related("job")
        .filter(phase=phase, track=track, revision=revision)
        .first()
    )
    if row is None:
        return StoredStatistics(BoardStatisticsState("computing", False, None, None, None), {}, None, True)
    current = row.content is not None and row.state_key == key
    job = row.job
    is_open = job is not None and job.state in Job.OPEN
    failed = job is not None and job.state == Job.State.FAILED and job.options.get("state_key") == key
    content = row.content or {}
    computing = not current and not failed
    state = BoardStatisticsState(
        state="current" if current else "computing" if computing else "none",
        stale=bool(row.content) and not current,
        progress=job.done / job.total if computing and job is not None and is_open and job.total else None,
        computed_at=row.computed_at,
        resamples=content.get("resamples"),
    )
    by_metric = {metric: _ranked_by(each) for metric, each in content.get("metrics", {}).items()}
    return StoredStatistics(state, by_metric, content.get("human"), computing and not is_open)


def _ranked_by(stored: Mapping[str, Any]) -> RankedBy:
    order = {submission: place for place, submission in enumerate(stored["submissions"])}
    rest = (stored[name] for name in ("tiers", "intervals", "rank_intervals", "rank_probabilities", "wins"))
    return RankedBy(order, *rest)
