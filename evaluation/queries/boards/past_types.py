"""What the API shows of past boards, of an analysis and of bundles."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Literal

from evaluation.queries.boards.board_types import BoardMetric, MetricScore


@dataclass(frozen=True)
class PastBoardSummary:
    """A past board. Its number is part of its address and never changes."""

    number: int
    phase: str
    phase_name: str
    track: str
    track_name: str
    revision: int
    closed_at: datetime
    rows: int


@dataclass(frozen=True)
class PastBoardRow:
    """A row then and now. `change`: how many ranks it has risen; null if it lacks a rank then or now."""

    kind: Literal["team", "baseline", "trial"]
    name: Annotated[str, "The present name."]
    name_then: str
    own: bool
    team_id: int | None
    system: str | None
    rank: int | None
    values: dict[str, MetricScore]
    rank_now: int | None
    values_now: dict[str, MetricScore] | None
    change: int | None


@dataclass(frozen=True)
class PastBoardData:
    """The board as it was when its gold was replaced, beside the current one."""

    number: int
    task: str
    phase: str
    phase_name: str
    track: str
    track_name: str
    revision: int
    revision_now: int
    source: Annotated[str, "Release or directory that the gold was from."]
    source_now: str
    closed_at: datetime
    metrics: list[BoardMetric]
    signature: str
    names_hidden: bool
    changed: Annotated[int, "Rows with another rank now."]
    rows: list[PastBoardRow]


@dataclass(frozen=True)
class AgreementEffect:
    """Spearman's ρ of the annotators' agreement and a system's scores over items (Mu-SHROOM, table 7)."""

    name: str
    own: bool
    rank: int | None
    rho: dict[str, float | None]
    n: int


@dataclass(frozen=True)
class FactSheetEffect:
    """Mann–Whitney of the scores of systems with and without a property (Mu-SHROOM, table 6). f = U / (n₁ · n₂)."""

    key: str
    question: str
    with_it: int
    without: int
    u: float | None
    f: float | None
    p: float | None


@dataclass(frozen=True)
class DayCount:
    day: Annotated[date, "UTC."]
    submissions: int
    scored: int
    teams: int


@dataclass(frozen=True)
class AnalysisData:
    """`agreement` is empty while single items are hidden, or where gold has no annotations."""

    task: str
    phase: str
    track: str
    metric: str
    metrics: list[BoardMetric]
    agreement: list[AgreementEffect]
    agreement_visible: bool
    effects: list[FactSheetEffect]
    days: Annotated[list[DayCount], "Of all tracks of the phase."]
    signature: str


@dataclass(frozen=True)
class BundleData:
    """A zip of a phase: predictions, scores, fact sheets, gold, signatures and a manifest."""

    id: int
    phase: str
    names: Literal["named", "anonymised"]
    state: Literal["waiting", "running", "done", "failed", "stopped"]
    progress: float | None
    message: str
    size: int | None
    sha256: str | None
    created_at: datetime
    published_at: datetime | None
