"""Score the files of one submission against gold."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from morelkit.scoring import slices
from morelkit.scoring.agreement_effect import agreement_by_id, with_agreement
from morelkit.scoring.gold import AS_GIVEN, read_gold
from morelkit.scoring.predictions import read_predictions
from morelkit.scoring.registry import chosen_metrics
from morelkit.scoring.scores import LanguageResults, Scores, Settings, language_results, score, score_slices


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """`policy`: of gold, recomputed from the annotations unless as given. `metrics`: names, all if empty. `by`: fields
    of slices. `agreement`: correlate agreement with scores. `resamples`: None for the number of the metrics.
    `confidence`: as of `read_predictions`.
    """

    policy: str = AS_GIVEN
    metrics: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    agreement: bool = False
    resamples: int | None = None
    seed: int = 0
    confidence: bool = False


def score_files(
    gold_path: Path | str, predictions: Iterable[Path | str], options: ScoreOptions | None = None
) -> tuple[Scores, list[LanguageResults]]:
    """Return the scores of a submission by language, and the results that they summarize.

    Raises `GoldError`, `InvalidPredictionsError`, `ValueError` for unknown names, and `OSError`.
    """
    options = options or ScoreOptions()
    path = Path(gold_path)
    gold = read_gold(path, options.policy, slices.fields_of(options.by))
    slices.check_fields(gold, options.by)
    metrics = chosen_metrics(gold.format.name, options.metrics)
    settings = Settings(metrics, options.resamples or metrics[0].resamples, options.seed, options.confidence)
    submission = read_predictions(gold, map(Path, predictions), confidence=options.confidence)
    languages = language_results(gold, submission, metrics)
    agreement: dict[str, float | None] = {}
    if options.agreement or slices.AGREEMENT in options.by:
        agreement = agreement_by_id(path, options.policy)
    if options.agreement:
        languages = [with_agreement(each, agreement) for each in languages]
    scores = score(gold, languages, settings)
    for each, of_language in zip(scores.languages, languages, strict=True):
        ids = slices.slices_of(gold, of_language.ids, options.by, agreement)
        each.slices.update(score_slices(gold, submission, settings, ids))
    return scores, languages
