"""What follows from all systems of a board: agreement against scores, effects of properties, submissions per day."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date
from typing import Any, Final

import numpy as np

from evaluation.models import FactSheetVersion, Submission, Upload
from evaluation.queries.boards.board import Board, board_metrics
from evaluation.queries.boards.board_entries import Entry
from evaluation.queries.boards.gold_items import TrackGold, track_gold
from evaluation.queries.boards.past_types import AgreementEffect, AnalysisData, DayCount, FactSheetEffect
from evaluation.queries.boards.results import item_scores_of, metrics_named
from morelkit.scoring.agreement_effect import with_agreement
from morelkit.scoring.gold import GoldError
from morelkit.scoring.metric_declaration import MeanMetric
from morelkit.scoring.metric_results import MeanResult, Result
from morelkit.scoring.property_effects import PropertyEffect, property_effects
from morelkit.scoring.ranking import Board as SystemsBoard
from morelkit.scoring.ranking import RankedSystem
from morelkit.scoring.scores import LanguageResults

_ANSWERS: Final[Mapping[Any, bool]] = {True: True, False: False, "yes": True, "no": False}


def analysis(of: Board) -> AnalysisData:
    reader = of.reader
    visible = reader.phase_reader.gold_statistics_visible and not reader.own_only
    return AnalysisData(
        task=reader.here.task.slug,
        phase=reader.phase.slug,
        track=reader.track.slug,
        metric=of.metric,
        metrics=board_metrics(reader.here.task.format, reader.track),
        agreement=_agreement(of) if visible else [],
        agreement_visible=visible,
        effects=[] if reader.own_only else _effects(of),
        days=[] if reader.own_only else _days(of),
        signature=of.data.signature,
    )


def _agreement(of: Board) -> list[AgreementEffect]:
    reader = of.reader
    try:
        gold = track_gold(reader.revision, reader.track, reader.phase.split)
    except (GoldError, OSError):
        return []
    known = sum(gold.agreement.get(id_) is not None for id_ in gold.ids)
    if not known:
        return []
    ranked = [(rank, entry) for rank, entry in of.ranked.teams if rank is not None]
    stored = item_scores_of(reader.revision, [entry.submission for _, entry in ranked])
    rows = []
    for (rank, entry), row in zip(ranked, of.data.rows, strict=False):
        rho = _correlations(of, gold, stored.get(entry.submission, {}))
        rows.append(AgreementEffect(row.name, row.own, rank, rho, known))
    return rows


def _correlations(of: Board, gold: TrackGold, scores: Mapping[str, Any]) -> dict[str, float | None]:
    results: dict[str, Result] = {
        metric.name: MeanResult(metric, np.asarray(scores[metric.name]))
        for metric in metrics_named(of.reader.here.task.format, of.reader.track.metrics)
        if isinstance(metric, MeanMetric) and len(scores.get(metric.name, ())) == len(gold.ids)
    }
    language = LanguageResults(of.reader.track.language, gold.ids, results)
    correlated = with_agreement(language, gold.agreement)
    return {metric: correlated.results[f"agreement_{metric}"].value for metric in results}


def _effects(of: Board) -> list[FactSheetEffect]:
    """Return the effect of each yes-or-no question on the metric of the board, over the ranked systems that answer."""
    questions: dict[str, str] = {}
    for version in FactSheetVersion.objects.filter(task=of.reader.here.task).order_by("number"):
        for question in version.questions:
            if question.get("kind") == "yes_no":
                questions[question["key"]] = question.get("text", question["key"])
    ranked = of.ranked.ranked
    answers: dict[int, dict[str, Any]] = dict(
        Submission.objects.filter(pk__in=[entry.submission for entry in ranked]).values_list(
            "pk", "upload__answers"
        )
    )
    effects = []
    for key, text in questions.items():
        given = {
            entry.submission: _ANSWERS[answer]
            for entry in ranked
            if isinstance(answer := answers.get(entry.submission, {}).get(key), bool | str)
            and answer in _ANSWERS
        }
        if not given:
            continue
        found = _effect(of.metric, key, [entry for entry in ranked if entry.submission in given], given)
        effects.append(FactSheetEffect(key, text, found.with_it, found.without, found.u, found.f, found.p))
    return effects


def _effect(metric: str, key: str, entries: list[Entry], given: Mapping[int, bool]) -> PropertyEffect:
    systems = [
        RankedSystem(
            str(entry.submission),
            0,
            0,
            {metric: entry.values[metric]["value"]},
            None,
            None,
            None,
            [],
            0,
            0,
        )
        for entry in entries
    ]
    properties = {key: {str(submission): has for submission, has in given.items()}}
    (effect,) = property_effects(SystemsBoard("", 0, systems, np.zeros((0, 0))), properties)
    return effect


def _days(of: Board) -> list[DayCount]:
    """Return the submissions of teams by day of receipt (UTC), invalid and withdrawn ones included."""
    rows = Submission.objects.filter(phase=of.reader.phase, upload__kind=Upload.Kind.TEAM).values_list(
        "upload__received_at", "state", "team"
    )
    submissions: Counter[date] = Counter()
    scored: Counter[date] = Counter()
    teams: dict[date, set[int | None]] = {}
    for at, state, team in rows.iterator():
        day = at.astimezone(UTC).date()
        submissions[day] += 1
        scored[day] += state == Submission.State.SCORED
        teams.setdefault(day, set()).add(team)
    return [DayCount(day, submissions[day], scored[day], len(teams[day])) for day in sorted(submissions)]
