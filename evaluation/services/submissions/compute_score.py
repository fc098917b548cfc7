"""Compute the score of a submission under a gold revision. For jobs: it opens gold."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from django.utils import timezone

from evaluation.models import GoldRevision, Score, Submission, Track
from evaluation.queries.stored_files import submission_file
from evaluation.queries.track_items import items_digest, parts_of_track, track_gold
from morelkit.scoring.gold import Gold
from morelkit.scoring.metric_declaration import Metric
from morelkit.scoring.metric_results import MeanResult, Result
from morelkit.scoring.predictions import read_predictions
from morelkit.scoring.registry import METRICS
from morelkit.scoring.scores import LanguageResults, Settings, language_results, score


class OtherVersionError(Exception):
    """The items have changed since the submission was checked, and its predictions do not fit them any more."""


@dataclass(frozen=True, slots=True)
class TrackScoring:
    """What scores the submissions of a track under a revision."""

    revision: GoldRevision
    gold: Gold
    settings: Settings
    items_sha256: str

    def score(self, submission: Submission) -> Score:
        """Return the score of a submission, not saved.

        Raises `InvalidPredictionsError` if its predictions do not fit the items, and `OSError`.
        """
        path = submission_file(submission.sha256)
        predictions = read_predictions(self.gold, [path], confidence=self.settings.confidence)
        results = language_results(self.gold, predictions, self.settings.metrics)
        return self._score(submission, results)

    def _score(self, submission: Submission, languages: Sequence[LanguageResults]) -> Score:
        (results,) = languages  # a track has one language
        (scored,) = score(self.gold, languages, self.settings).languages
        means = [name for name, each in results.results.items() if isinstance(each, MeanResult)]
        item_scores = [results.item_scores[name] for name in means]
        return Score(
            submission=submission,
            revision=self.revision,
            signature=self.settings.signature(self.gold, len(results.ids)),
            n=len(results.ids),
            values={
                name: {"value": each.value, "low": each.low, "high": each.high, "reason": each.reason}
                for name, each in scored.scores.estimates.items()
            },
            keys={name: _key(each) for name, each in results.results.items()},
            metrics=means,
            item_scores=np.concatenate(item_scores).astype("<f8").tobytes() if means else b"",
            scored_at=timezone.now(),
        )


def track_scoring(revision: GoldRevision, track: Track, split: str) -> TrackScoring:
    """Return what scores the submissions of a track. Raises `GoldError`, `OSError` and `OtherVersionError`."""
    parts = parts_of_track(revision, track, split)
    if not parts:
        raise OtherVersionError(f"The gold has no items of {track.language} in the split {split}.")
    gold = track_gold(revision, parts, track)
    metrics = _metrics(gold.format.name, track.metrics)
    settings = Settings(metrics, metrics[0].resamples, track.task.seed, track.confidence)
    return TrackScoring(revision, gold, settings, items_digest(parts))


def _metrics(format_name: str, names: Sequence[str]) -> tuple[Metric, ...]:
    """Return the metrics of a track in its order: the first ranks, the second decides ties."""
    known = {metric.name: metric for metric in METRICS[format_name]}
    return tuple(known[name] for name in names) or METRICS[format_name]


def _key(result: Result) -> Any:
    return result.key if isinstance(result, MeanResult) or isfinite(result.key) else None
