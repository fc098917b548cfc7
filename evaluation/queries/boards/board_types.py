"""What the API shows of boards, systems and comparisons."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from evaluation.models import Phase

RowKind = Literal["team", "baseline", "trial", "human"]
StatisticsState = Literal["current", "computing", "none"]


@dataclass(frozen=True)
class BoardMetric:
    name: str
    formula: str
    lower_is_better: bool
    mean_of_items: bool


@dataclass(frozen=True)
class MetricScore:
    """A score with its 95 % interval. `reason`: why one of them is undefined."""

    value: float | None
    low: float | None
    high: float | None
    reason: str | None


@dataclass(frozen=True)
class BoardRow:
    """A system on a board.

    While names are hidden, rows of other teams have their pseudonym as name, and neither team, system, submission nor
    time. `rank` is null for rows that are not ranked: baselines, trials, the held-out human, undefined scores, and all
    rows of a reader who sees own scores only. Tier, rank interval and probabilities come from the statistics job.
    """

    rank: int | None
    tier: int | None
    kind: RowKind
    name: str
    own: bool
    team_id: int | None
    system: str | None
    submission: int | None
    values: dict[str, MetricScore]
    rank_low: int | None
    rank_high: int | None
    rank_probabilities: Annotated[list[float] | None, "Of the ranks from 1."]
    win_over_next: Annotated[float | None, "Win probability over the next ranked row."]
    scored: Annotated[
        int, "Scored submissions of the team on this track and phase, or those of the row's system."
    ]
    received_at: datetime | None


@dataclass(frozen=True)
class BoardStatisticsState:
    """`computing`: a job runs or waits; figures of rows, if any, are of an earlier state (`stale`)."""

    state: StatisticsState
    stale: bool
    progress: Annotated[float | None, "From 0 to 1, while the job runs."]
    computed_at: datetime | None
    resamples: int | None


@dataclass(frozen=True)
class SliceOffer:
    field: str
    names: list[str]


@dataclass(frozen=True)
class TrackRows:
    track: str
    name: str
    rows: Annotated[int, "Ranked rows."]


@dataclass(frozen=True)
class BoardData:
    """The board of a track in a phase.

    `scope`: `own` if the reader sees scores of their own team only. `waiting`: submissions without a score under the
    current gold revision yet. `by` and `slice`: the slice that values are of; ranks are those of its values.
    """

    task: str
    phase: str
    track: str
    scope: Literal["all", "own"]
    metrics: list[BoardMetric]
    metric: Annotated[str, "The metric that ranks."]
    board_rule: Phase.BoardRule
    n: Annotated[int | None, "Items, or claims."]
    signature: str
    revision: int
    frozen: Annotated[bool, "The phase has ended."]
    names_hidden: bool
    gold_visible: bool
    waiting: int
    by: str
    slice: str
    rows: list[BoardRow]
    statistics: BoardStatisticsState
    slices: list[SliceOffer]
    tracks: list[TrackRows]


@dataclass(frozen=True)
class WinsName:
    name: str
    own: bool
    team_id: int | None
    rank: int | None


@dataclass(frozen=True)
class WinsData:
    """`wins[i][j]`: share of bootstrap samples in which i is strictly better than j, in the order of `names`."""

    metric: str
    names: list[WinsName]
    wins: list[list[float]]
    statistics: BoardStatisticsState
    signature: str


@dataclass(frozen=True)
class SliceScores:
    field: str
    name: str
    n: int
    values: dict[str, MetricScore]


@dataclass(frozen=True)
class SystemAnswer:
    key: str
    text: str
    answer: Any


@dataclass(frozen=True)
class SystemData:
    """A submission as a system. `answers` of its fact sheet: for its team, organizers, and when gold shows."""

    submission: int
    number: int
    kind: Literal["team", "baseline", "trial"]
    team_id: int | None
    team: Annotated[str, "The name, or the kind of a row without a team."]
    own: bool
    system: str
    task: str
    phase: str
    track: str
    received_at: datetime
    revision: int
    signature: str
    n: int | None
    metrics: list[BoardMetric]
    values: dict[str, MetricScore]
    on_board: bool
    slices: list[SliceScores]
    answers: list[SystemAnswer]
    items_visible: bool


@dataclass(frozen=True)
class HardSpan:
    """Code points of the answer, end exclusive."""

    start: int
    end: int
    label: str | None


@dataclass(frozen=True)
class SoftSpan:
    start: int
    end: int
    prob: float
    label: str | None


@dataclass(frozen=True)
class ItemLabels:
    """Labels of an item. `fields`: those of formats without spans, by field."""

    hard: list[HardSpan]
    soft: list[SoftSpan]
    fields: dict[str, Any]


@dataclass(frozen=True)
class ItemText:
    id: str
    language: str
    question: str
    answer: str
    model: str | None
    agreement: float | None


@dataclass(frozen=True)
class SystemItem:
    item: ItemText
    gold: ItemLabels
    predicted: ItemLabels
    scores: dict[str, float]


@dataclass(frozen=True)
class ComparedSystem:
    submission: int
    name: str
    system: str
    own: bool
    value: float | None


@dataclass(frozen=True)
class HistogramBin:
    low: float
    high: float
    items: int


@dataclass(frozen=True)
class ComparedItem:
    """The scores of an item. `sign`: 1 if A is better, −1 if B is, 0 if equal."""

    id: str
    question: str
    a: float
    b: float
    difference: float
    sign: int


@dataclass(frozen=True)
class Comparison:
    """Systems A and B on the same items: the difference A − B with its interval, `sign` 0 if that contains 0.

    Counts, histogram and items are null or empty while single items are hidden.
    """

    task: str
    phase: str
    track: str
    metric: str
    metrics: list[BoardMetric]
    n: int
    a: ComparedSystem
    b: ComparedSystem
    difference: float | None
    low: float | None
    high: float | None
    sign: int | None
    a_better: int | None
    b_better: int | None
    equal: int | None
    histogram: list[HistogramBin]
    items: Annotated[list[ComparedItem], "Largest difference first."]
    items_visible: bool
    signature: str


@dataclass(frozen=True)
class ItemComparison:
    item: ItemText
    gold: ItemLabels
    a: ItemLabels
    b: ItemLabels
    scores_a: dict[str, float]
    scores_b: dict[str, float]
