"""Results of submissions, as `morelkit.scoring` has them, from stored scores of items or from their files."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from evaluation.models import GoldRevision, Score, Submission, Track
from evaluation.queries.boards.gold_items import TrackGold, track_gold
from evaluation.queries.stored_files import submission_file
from morelkit.agreement.arrays import Floats
from morelkit.scoring.metric_declaration import LabelPairs, MeanMetric, Metric
from morelkit.scoring.metric_results import MeanResult, Result
from morelkit.scoring.predictions import Predictions, read_predictions
from morelkit.scoring.registry import METRICS
from morelkit.scoring.scores import label_pairs, results_of


def metrics_named(format_name: str, names: Iterable[str]) -> list[Metric]:
    """Return the metrics of a format with these names, in their order. Unknown names are left out."""
    known = {metric.name: metric for metric in METRICS.get(format_name, ())}
    return [known[name] for name in names if name in known]


def item_scores(score: Score) -> dict[str, Floats]:
    """Return the scores of items by metric, arrays of shape (items,)."""
    if not score.metrics:
        return {}
    table = np.frombuffer(bytes(score.item_scores), dtype="<f8").reshape(len(score.metrics), -1)
    return dict(zip(score.metrics, table, strict=True))


def item_scores_of(revision: GoldRevision, submissions: Iterable[int]) -> dict[int, dict[str, Floats]]:
    """Return the stored scores of items by submission and metric."""
    rows = Score.objects.filter(revision=revision, submission__in=list(submissions))
    return {score.submission_id: item_scores(score) for score in rows}


def board_results(
    revision: GoldRevision, track: Track, split: str, submissions: Sequence[int], metrics: Sequence[Metric]
) -> dict[int, dict[str, Result]]:
    """Return the results by submission and metric. Reads files only for metrics that are no means of items."""
    stored = item_scores_of(revision, submissions)
    found: dict[int, dict[str, Result]] = {}
    gold: TrackGold | None = None
    for submission in submissions:
        scores = stored.get(submission, {})
        results: dict[str, Result] = {}
        if rest := [metric for metric in metrics if metric.name not in scores]:
            gold = gold or track_gold(revision, track, split)
            results = results_of(_pairs(gold, track, submission), rest)
        found[submission] = {
            metric.name: MeanResult(metric, scores[metric.name])
            if isinstance(metric, MeanMetric) and metric.name in scores
            else results[metric.name]
            for metric in metrics
        }
    return found


def slice_results(
    gold: TrackGold, scores: Mapping[str, Floats], places: Sequence[int], metrics: Sequence[Metric]
) -> dict[str, Result]:
    """Return the results of some items, of metrics that are means of items."""
    chosen = np.array(places, dtype=np.int64)
    return {
        metric.name: MeanResult(metric, scores[metric.name][chosen])
        for metric in metrics
        if isinstance(metric, MeanMetric) and len(scores.get(metric.name, ())) == len(gold.ids)
    }


def predictions_of(gold: TrackGold, track: Track, submission: Submission) -> Predictions:
    """Read the predictions of a submission. Raises `InvalidPredictionsError` and `OSError`."""
    return read_predictions(gold.gold, [submission_file(submission.sha256)], confidence=track.confidence)


def _pairs(gold: TrackGold, track: Track, submission: int) -> LabelPairs:
    predictions = predictions_of(gold, track, Submission.objects.get(pk=submission))
    return label_pairs(gold.gold, predictions, gold.ids)
