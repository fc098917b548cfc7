"""The board of a track in a phase, as a reader may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import numpy as np

from evaluation.models import Phase, Submission, Track
from evaluation.queries.boards.board_access import BoardReader
from evaluation.queries.boards.board_entries import (
    BoardTeam,
    Entry,
    Ranked,
    board_entries,
    board_teams,
    by_priority,
    ranked_by_key,
    ranked_entries,
)
from evaluation.queries.boards.board_types import (
    BoardData,
    BoardMetric,
    BoardRow,
    BoardStatisticsState,
    MetricScore,
    RowKind,
    SliceOffer,
    TrackRows,
    WinsData,
    WinsName,
)
from evaluation.queries.boards.gold_items import TrackGold, track_gold
from evaluation.queries.boards.results import item_scores_of, metrics_named, slice_results
from evaluation.queries.boards.stored_statistics import (
    RankedBy,
    StoredStatistics,
    ranked_by_metric,
    state_key,
    stored_statistics,
)
from evaluation.queries.tasks.phase_rules import PhaseState, phase_state
from foundation.errors import ForbiddenError, wrong_field
from morelkit.scoring.gold import GoldError
from morelkit.scoring.metric_declaration import MeanMetric
from morelkit.scoring.metric_results import MeanResult, sample_values

HUMAN: Final = "human (n − 1 voters)"
SMALLEST_SLICE: Final = 10
"""Items of a slice that participants see before they see single items."""

NO_STATISTICS: Final = BoardStatisticsState("none", False, None, None, None)
_SLICE_RESAMPLES: Final = 1_000
_NOT_IN_SLICES: Final = "only metrics that are means of items have slices"


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """How a reader wants a board. Empty: by the track's first metric, of all items, by the phase's rule."""

    metric: str = ""
    by: str = ""
    slice: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A board with what its rows follow from. `key`: of its state; `stored`: statistics of that or an earlier state."""

    reader: BoardReader
    metric: str
    rule: str
    ranked: Ranked
    stored: StoredStatistics
    statistics: RankedBy | None
    key: str
    own_team: BoardTeam | None
    data: BoardData

    @property
    def needs_statistics(self) -> bool:
        return self.stored.needed


def board(reader: BoardReader, query: BoardQuery) -> Board:
    """Return the board. Raises InvalidError for an unknown metric or slice, ForbiddenError for a rule or slice."""
    phase, track, task = reader.phase, reader.track, reader.here.task
    metric = _known_metric(reader, query.metric)
    rule = _known_rule(reader, query.rule)
    teams = board_teams(task)
    own = teams.get(reader.here.team.pk) if reader.here.team else None
    entries = board_entries(phase, track, reader.revision, teams)
    ranked = ranked_entries(entries, rule, by_priority(track, metric))
    key = state_key(reader.revision, track, task.seed, ranked_by_metric(entries, phase, track, task.format))
    stored = stored_statistics(phase, track, reader.revision, key)
    gold = _sliced_gold(reader, query)
    offered = _offered(reader, gold)
    if query.by:
        ranked = _sliced(reader, ranked, gold, query, metric, offered)
    usual = not query.by and rule == phase.board_rule and not reader.own_only
    statistics = stored.by_metric.get(metric) if usual else None
    rows = _rows(reader, ranked, own, statistics)
    if stored.human and not query.by and reader.phase_reader.gold_statistics_visible:
        rows.append(_human_row(stored.human, track))
    shown = ranked.ranked or ranked.others
    data = BoardData(
        task=task.slug,
        phase=phase.slug,
        track=track.slug,
        scope="own" if reader.own_only else "all",
        metrics=board_metrics(task.format, track),
        metric=metric,
        board_rule=Phase.BoardRule(rule),
        n=shown[0].n if shown else None,
        signature=shown[0].signature if shown else "",
        revision=reader.revision.number,
        frozen=phase_state(phase, reader.phase_reader.now) == PhaseState.ENDED,
        names_hidden=reader.names_hidden,
        gold_visible=reader.phase_reader.gold_visible,
        waiting=0 if reader.own_only else _waiting(phase, track, entries),
        by=query.by,
        slice=query.slice,
        rows=rows,
        statistics=stored.state if usual else NO_STATISTICS,
        slices=offered,
        tracks=[] if reader.own_only else _counts(phase, reader, teams),
    )
    return Board(reader, metric, rule, ranked, stored, statistics, key, own, data)


def wins(of: Board) -> WinsData:
    """Return the win probabilities of the systems that the statistics know, in the order of the board."""
    statistics = of.statistics
    ranked = [
        (rank, entry)
        for rank, entry in of.ranked.teams
        if statistics is not None and entry.submission in statistics.order
    ]
    places = [statistics.order[entry.submission] for _, entry in ranked] if statistics else []
    hidden = of.reader.names_hidden
    names = []
    for rank, entry in ranked:
        own = _is_own(entry, of.own_team)
        visible = own or not hidden
        names.append(WinsName(_name(entry, visible), own, _team_id(entry) if visible else None, rank))
    table = [[statistics.wins[i][j] for j in places] for i in places] if statistics else []
    return WinsData(of.metric, names, table, of.data.statistics, of.data.signature)


def board_metrics(format_name: str, track: Track) -> list[BoardMetric]:
    return [
        BoardMetric(metric.name, metric.formula, metric.sign < 0, isinstance(metric, MeanMetric))
        for metric in metrics_named(format_name, track.metrics)
    ]


def metric_scores(values: Mapping[str, Mapping[str, Any]]) -> dict[str, MetricScore]:
    return {
        metric: MetricScore(each.get("value"), each.get("low"), each.get("high"), each.get("reason"))
        for metric, each in values.items()
    }


def sliced_scores(
    reader: BoardReader, gold: TrackGold, submissions: Sequence[int], places: Sequence[int]
) -> dict[int, dict[str, tuple[MetricScore, float | None]]]:
    """Return scores of some items with intervals, and what ranks compare, by submission and metric."""
    task, track = reader.here.task, reader.track
    metrics = metrics_named(task.format, track.metrics)
    stored = item_scores_of(reader.revision, submissions)
    results = {pk: slice_results(gold, stored.get(pk, {}), places, metrics) for pk in submissions}
    found: dict[int, dict[str, tuple[MetricScore, float | None]]] = {
        pk: {metric.name: (MetricScore(None, None, None, _NOT_IN_SLICES), None) for metric in metrics}
        for pk in submissions
    }
    for metric in metrics:
        means = {pk: each[metric.name] for pk, each in results.items() if metric.name in each}
        if not means or not places:
            continue
        samples = np.concatenate([*sample_values([*means.values()], _SLICE_RESAMPLES, task.seed)])
        for column, (pk, result) in enumerate(means.items()):
            low, high = result.interval(samples[:, column]) or (None, None)
            score = MetricScore(result.value, low, high, None)
            found[pk][metric.name] = score, result.key if isinstance(result, MeanResult) else None
    return found


def offered_slices(reader: BoardReader, gold: TrackGold) -> list[SliceOffer]:
    """Return the slices that a reader may see: without single items, those of enough items."""
    least = 1 if reader.phase_reader.gold_visible else SMALLEST_SLICE
    offers = [
        SliceOffer(field, [name for name, places in by_name.items() if len(places) >= least])
        for field, by_name in gold.slices.items()
    ]
    return [offer for offer in offers if offer.names]


def _known_metric(reader: BoardReader, asked: str) -> str:
    known = reader.track.metrics
    if asked and asked not in known:
        raise wrong_field("metric", f"The track has the metrics {', '.join(known)}.", "unknown")
    return asked or known[0]


def _known_rule(reader: BoardReader, asked: str) -> str:
    rule = asked or reader.phase.board_rule
    if rule not in Phase.BoardRule.values:
        raise wrong_field("rule", f"The rules are {', '.join(Phase.BoardRule.values)}.", "unknown")
    if rule != reader.phase.board_rule and not reader.here.organizes:
        raise ForbiddenError("Only organizers see the board by another rule.", code="not_organizer")
    return rule


def _sliced_gold(reader: BoardReader, query: BoardQuery) -> TrackGold | None:
    if not reader.phase_reader.gold_statistics_visible:
        if query.by:
            raise ForbiddenError("Slices show once the phase has ended.", code="slices_hidden")
        return None
    try:
        return track_gold(reader.revision, reader.track, reader.phase.split)
    except (GoldError, OSError):
        return None


def _offered(reader: BoardReader, gold: TrackGold | None) -> list[SliceOffer]:
    return offered_slices(reader, gold) if gold else []


def _sliced(
    reader: BoardReader,
    ranked: Ranked,
    gold: TrackGold | None,
    query: BoardQuery,
    metric: str,
    offered: Sequence[SliceOffer],
) -> Ranked:
    """Return the same submissions with the scores of a slice, ranked by these."""
    names = next((offer.names for offer in offered if offer.field == query.by), [])
    if gold is None or query.slice not in names:
        known = "; ".join(f"{offer.field}: {', '.join(offer.names)}" for offer in offered)
        detail = f"Choose a slice. {known}."[:2_000] if offered else "This board has no slices."
        raise wrong_field("slice", detail, "unknown")
    places = gold.slices[query.by][query.slice]
    entries = [entry for _, entry in ranked.teams]
    all_ = [*entries, *ranked.others]
    scores = sliced_scores(reader, gold, [entry.submission for entry in all_], places)
    sliced = {entry.submission: _with_scores(entry, scores[entry.submission], len(places)) for entry in all_}
    teams = ranked_by_key([sliced[entry.submission] for entry in entries], by_priority(reader.track, metric))
    return Ranked(teams, [sliced[entry.submission] for entry in ranked.others], ranked.scored)


def _with_scores(entry: Entry, scores: Mapping[str, tuple[MetricScore, float | None]], n: int) -> Entry:
    values = {
        metric: {"value": score.value, "low": score.low, "high": score.high, "reason": score.reason}
        for metric, (score, _) in scores.items()
    }
    return replace(entry, n=n, values=values, keys={metric: key for metric, (_, key) in scores.items()})


def _rows(
    reader: BoardReader, ranked: Ranked, own: BoardTeam | None, statistics: RankedBy | None
) -> list[BoardRow]:
    if reader.own_only:
        return [
            _row(reader, entry, None, own, ranked, None, None)
            for _, entry in ranked.teams
            if _is_own(entry, own)
        ]
    following: list[Entry | None] = [*(entry for rank, entry in ranked.teams[1:]), None]
    rows = []
    for (rank, entry), next_ in zip(ranked.teams, following, strict=False):
        rows.append(_row(reader, entry, rank, own, ranked, statistics if rank else None, next_))
    return rows + [_row(reader, entry, None, own, ranked, None, None) for entry in ranked.others]


def _row(
    reader: BoardReader,
    entry: Entry,
    rank: int | None,
    own_team: BoardTeam | None,
    ranked: Ranked,
    statistics: RankedBy | None,
    next_: Entry | None,
) -> BoardRow:
    own = _is_own(entry, own_team)
    visible = own or not reader.names_hidden or entry.team is None
    place = statistics.order.get(entry.submission) if statistics else None
    after = statistics.order.get(next_.submission) if statistics and next_ else None
    low, high = statistics.rank_intervals[place] if statistics and place is not None else (None, None)
    certain = statistics if place is not None else None
    return BoardRow(
        rank=rank,
        tier=certain.tiers[place] if certain and place is not None else None,
        kind=cast(RowKind, entry.kind),
        name=_name(entry, visible),
        own=own,
        team_id=_team_id(entry) if visible else None,
        system=entry.system if visible else None,
        submission=entry.submission if visible else None,
        values=metric_scores(entry.values),
        rank_low=low,
        rank_high=high,
        rank_probabilities=list(certain.rank_probabilities[place]) if certain and place is not None else None,
        win_over_next=(
            certain.wins[place][after] if certain and place is not None and after is not None else None
        ),
        scored=ranked.scored[entry.team.pk] if entry.team else 1,
        received_at=entry.received_at if visible else None,
    )


def _human_row(human: Mapping[str, Any], track: Track) -> BoardRow:
    values = {
        metric: each for metric, each in metric_scores(human["values"]).items() if metric in track.metrics
    }
    return BoardRow(
        rank=None,
        tier=None,
        kind="human",
        name=HUMAN,
        own=False,
        team_id=None,
        system=None,
        submission=None,
        values=values,
        rank_low=None,
        rank_high=None,
        rank_probabilities=None,
        win_over_next=None,
        scored=0,
        received_at=None,
    )


def _is_own(entry: Entry, own: BoardTeam | None) -> bool:
    return own is not None and entry.team is not None and entry.team.pk == own.pk


def _team_id(entry: Entry) -> int | None:
    return entry.team.pk if entry.team else None


def _name(entry: Entry, visible: bool) -> str:
    if entry.team is None:
        return entry.system
    return entry.team.name if visible else entry.team.alias


def _waiting(phase: Phase, track: Track, entries: Sequence[Entry]) -> int:
    """Return how many submissions have no score under the current gold yet."""
    expected = Submission.objects.filter(
        phase=phase,
        track=track,
        withdrawn_at=None,
        disqualified_at=None,
        state__in=[Submission.State.WAITING, Submission.State.SCORED],
    ).exclude(team__disqualified_at__isnull=False)
    return max(0, expected.count() - len(entries))


def _counts(phase: Phase, reader: BoardReader, teams: Mapping[int, BoardTeam]) -> list[TrackRows]:
    """Return the tracks of the task with the number of teams that have a scored submission in the phase."""
    pairs = (
        Submission.objects.filter(
            phase=phase,
            state=Submission.State.SCORED,
            team__isnull=False,
            withdrawn_at=None,
            disqualified_at=None,
        )
        .values_list("track", "team")
        .distinct()
    )
    present: dict[int, set[int]] = {}
    for track, team in pairs:
        found = teams.get(team or 0)
        if track is not None and found and not found.excluded:
            present.setdefault(track, set()).add(found.pk)
    tracks = reader.here.task.tracks.all()
    return [TrackRows(track.slug, track.name, len(present.get(track.pk, ()))) for track in tracks]
