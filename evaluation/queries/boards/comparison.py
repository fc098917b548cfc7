"""Two systems on the same items."""

from datetime import datetime
from typing import Final

import numpy as np
from django.contrib.auth.models import User

from evaluation.queries.boards.board import board_metrics
from evaluation.queries.boards.board_types import (
    ComparedItem,
    ComparedSystem,
    Comparison,
    HistogramBin,
    ItemComparison,
)
from evaluation.queries.boards.item_content import ItemContent
from evaluation.queries.boards.results import board_results, item_scores, metrics_named
from evaluation.queries.boards.systems import (
    SystemReader,
    require_items,
    scored_items,
    scores_at,
    system_reader,
)
from foundation.errors import NotFoundError, wrong_field
from morelkit.agreement.arrays import Floats
from morelkit.scoring.difference import difference
from morelkit.scoring.resampling import SCALE, scaled

_BINS: Final = 20
_RESAMPLES: Final = 2_000
_QUESTION: Final = 200  # characters of a question in the list


def compared_systems(
    user: User | None, task: str, a: int, b: int, now: datetime
) -> tuple[SystemReader, SystemReader]:
    """Raises NotFoundError, ForbiddenError, and InvalidError for systems of different boards."""
    left, right = system_reader(user, task, a, now), system_reader(user, task, b, now)
    same = (left.board.phase.pk, left.board.track.pk) == (right.board.phase.pk, right.board.track.pk)
    if not same:
        raise wrong_field("b", "Both systems must be of the same track and phase.", "other_board")
    return left, right


def comparison(a: SystemReader, b: SystemReader, metric: str) -> Comparison:
    """Raises InvalidError for an unknown metric."""
    reader = a.board
    task, track = reader.here.task, reader.track
    if metric and metric not in track.metrics:
        raise wrong_field("metric", f"The track has the metrics {', '.join(track.metrics)}.", "unknown")
    metric = metric or track.metrics[0]
    (declared,) = metrics_named(task.format, [metric])
    pair = [a.submission.pk, b.submission.pk]
    results = board_results(reader.revision, track, reader.phase.split, pair, [declared])
    of_a, of_b = (results[pk][metric] for pk in pair)
    found = difference(of_a, of_b, _RESAMPLES, task.seed)
    shows = reader.phase_reader.gold_visible
    scores_a, scores_b = (item_scores(each.score).get(metric) for each in (a, b))
    bins, items = [], []
    if shows and scores_a is not None and scores_b is not None:
        bins = _histogram(scores_a, scores_b)
        items = _items(a, scores_a, scores_b)
    return Comparison(
        task=task.slug,
        phase=reader.phase.slug,
        track=track.slug,
        metric=metric,
        metrics=board_metrics(task.format, track),
        n=of_a.n,
        a=_compared(a, found.a),
        b=_compared(b, found.b),
        difference=found.difference,
        low=found.low,
        high=found.high,
        sign=found.sign,
        a_better=found.a_better if shows else None,
        b_better=found.b_better if shows else None,
        equal=found.equal if shows else None,
        histogram=bins,
        items=items,
        items_visible=shows,
        signature=a.score.signature,
    )


def compared_item(a: SystemReader, b: SystemReader, id_: str) -> ItemComparison:
    """Return an item with gold and both predictions. Raises ForbiddenError while items are hidden, NotFoundError."""
    require_items(a)
    gold, scores_a = scored_items(a)
    _, scores_b = scored_items(b)
    if id_ not in gold.ids:
        raise NotFoundError("The track has no item with this id.", code="no_item")
    content = ItemContent(gold)
    place = gold.ids.index(id_)
    predictions = [content.predictions(each.submission).get(id_, {}) for each in (a, b)]
    return ItemComparison(
        item=content.text(id_),
        gold=content.gold(id_),
        a=content.labels(predictions[0]),
        b=content.labels(predictions[1]),
        scores_a=scores_at(scores_a, place),
        scores_b=scores_at(scores_b, place),
    )


def _compared(of: SystemReader, value: float | None) -> ComparedSystem:
    name = of.team.name if of.team else of.submission.upload.system
    return ComparedSystem(of.submission.pk, name, of.submission.upload.system, of.own, value)


def _histogram(a: Floats, b: Floats) -> list[HistogramBin]:
    """Return how many items have which difference, in bins from the least to the largest possible difference."""
    least = -1.0 if min(a.min(initial=0.0), b.min(initial=0.0)) >= 0 else -2.0
    counts, edges = np.histogram(a - b, bins=_BINS, range=(least, -least))
    return [
        HistogramBin(float(edges[place]), float(edges[place + 1]), int(count))
        for place, count in enumerate(counts)
    ]


def _items(of: SystemReader, a: Floats, b: Floats) -> list[ComparedItem]:
    gold, _ = scored_items(of)
    content = ItemContent(gold)
    exact = scaled(a) - scaled(b)
    order = sorted(range(len(gold.ids)), key=lambda place: (-abs(int(exact[place])), gold.ids[place]))
    return [
        ComparedItem(
            gold.ids[place],
            content.text(gold.ids[place]).question[:_QUESTION],
            float(a[place]),
            float(b[place]),
            int(exact[place]) / SCALE,
            int(np.sign(exact[place])),
        )
        for place in order
    ]
