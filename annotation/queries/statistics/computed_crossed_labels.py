"""Gold by fields as the API shows it: of a small project computed at once, of a large one by a job."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from django.utils.dateparse import parse_datetime

from annotation.models import Project
from annotation.queries.annotate.counted_items import work_items
from annotation.queries.statistics.computed_statistics import Computation, computation, may_start
from annotation.queries.statistics.crossed_labels import (
    SEPARATOR,
    CrossedLabels,
    LeftOut,
    check_label,
    crossable_labels,
    offered_fields,
)
from annotation.queries.statistics.jobs_by_options import jobs_with_options
from foundation.errors import wrong_field
from foundation.models import Job
from morelkit.agreement.crossed_labels import CrossTable, ShareTally
from morelkit.agreement.measures import UndefinedData, undefined_values
from morelkit.agreement.undefined import Undefined
from morelkit.gold.policy import GoldPolicy, from_json, to_json

KIND: Final = "crossed_labels"

_MAX_AT_ONCE: Final = 2_000
"""Items of a project whose table a request computes itself. It takes some tenths of a second."""
_MAX_ROWS: Final = 500
_MAX_COMPARED: Final = 20  # values of which every two are compared


@dataclass(frozen=True)
class CrossTableData:
    """Items by value of the fields (rows) and gold (columns). `majority_accuracy`: of always predicting `majority`."""

    rows: list[str]
    columns: list[str]
    counts: list[list[int]]
    residuals: Annotated[list[list[float]], "(O − E) / √E of each cell."]
    n: int
    freedom: Annotated[int, "Degrees of freedom."]
    chi_square: float | None
    cramers_v: float | None
    undefined: list[UndefinedData]
    majority: str
    majority_accuracy: float | None


@dataclass(frozen=True)
class ShareOfItems:
    share: float
    items: int


@dataclass(frozen=True)
class ValueShares:
    """The items of a value, by the share of their annotators who made the choice."""

    value: str
    items: int
    mean: float
    shares: list[ShareOfItems]


@dataclass(frozen=True)
class ComparedShares:
    """`greater`: p of the one-sided Mann–Whitney test. `ks`, `ks_p`: of the Kolmogorov–Smirnov test."""

    first: str
    second: str
    greater: float
    ks: float
    ks_p: float


@dataclass(frozen=True)
class ShareDistribution:
    choice: str
    values: list[ValueShares]
    comparisons: Annotated[list[ComparedShares], "Of every two values; none if there are more than 20."]


@dataclass(frozen=True)
class CrossedTables:
    left_out: LeftOut
    table: CrossTableData
    shares: ShareDistribution | None


@dataclass(frozen=True)
class CrossedLabelsData:
    """`fields` and `labels` can be chosen. The rest is null or empty without a field, and until it is computed.

    `stale`: the project has changed since. `due`: a page view may start a computation.
    """

    fields: list[str]
    labels: list[str]
    label: str
    policy: Annotated[str, "The gold policy in words."]
    as_of: Annotated[datetime | None, "Time of the computation; null: this request computed the table."]
    stale: bool
    due: bool
    run: Annotated[Computation | None, "The latest job that computes this table."]
    left_out: LeftOut | None
    table: CrossTableData | None
    shares: Annotated[ShareDistribution | None, "Of the choice of an item label, if one was asked for."]


@dataclass(frozen=True)
class Crossing:
    """What is crossed: a label with fields. `choice`: of the item label, for its shares; "" for none."""

    fields: tuple[str, ...]
    label: str
    choice: str
    policy: GoldPolicy

    def to_json(self) -> dict[str, Any]:
        return {
            "fields": list(self.fields),
            "label": self.label,
            "choice": self.choice,
            "policy": to_json(self.policy),
        }


def crossing_from_json(value: dict[str, Any]) -> Crossing:
    return Crossing(tuple(value["fields"]), value["label"], value["choice"], from_json(value["policy"]))


def crossing(project: Project, fields: list[str], label: str, choice: str, policy: GoldPolicy) -> Crossing:
    """What is crossed; without a label, the first of the project. Raises InvalidError."""
    label = label or next(iter(crossable_labels(project)), "")
    if fields:
        check_label(project, label, choice)
    return Crossing(tuple(fields), label, choice, policy)


def compute_tables(
    project: Project, asked: Crossing, watch: Callable[[int], object] = lambda done: None
) -> CrossedTables:
    """Compute the tables from all items. `watch` is called often with the number of items read.

    Raises InvalidError for fields that no item has or that have too many values.
    """
    crossed = CrossedLabels(project, asked.fields, asked.label, asked.policy, asked.choice, watch)
    if len(crossed.table.rows) > _MAX_ROWS:
        name = SEPARATOR.join(asked.fields)[:200]
        raise wrong_field("field", f"{name} has {len(crossed.table.rows)} values, more than {_MAX_ROWS}.")
    shares = _distribution(asked.choice, crossed.shares) if asked.choice else None
    return CrossedTables(crossed.left_out, _table_data(crossed.table), shares)


def computed_at_once(project: Project) -> bool:
    """Return whether the project is small enough for a request to compute a table itself."""
    return work_items(project)[: _MAX_AT_ONCE + 1].count() <= _MAX_AT_ONCE


def crossed_labels(project: Project, asked: Crossing) -> CrossedLabelsData:
    """Gold of the label by the fields: computed now, or as a job has stored it. Raises InvalidError."""
    if not asked.fields:
        return _data(project, asked, None)
    if computed_at_once(project):
        return _data(project, asked, compute_tables(project, asked))
    jobs = jobs_with_options(project, KIND, asked.to_json())
    latest, stored = jobs.first(), jobs.filter(state=Job.State.DONE).first()
    tables = _stored_tables(project, stored) if stored else None
    if stored is None or tables is None:
        return _data(project, asked, None, run=latest, due=latest is None or latest.state == Job.State.DONE)
    stale = stored.report["version"] != project.version
    as_of = parse_datetime(stored.report["as_of"])
    return _data(project, asked, tables, as_of, stale, due=stale and may_start(latest), run=latest)


def _data(
    project: Project,
    asked: Crossing,
    tables: CrossedTables | None,
    as_of: datetime | None = None,
    stale: bool = False,
    *,
    due: bool = False,
    run: Job | None = None,
) -> CrossedLabelsData:
    return CrossedLabelsData(
        fields=offered_fields(project),
        labels=crossable_labels(project),
        label=asked.label,
        policy=asked.policy.describe_item_labels(),
        as_of=as_of,
        stale=stale,
        due=due,
        run=computation(run) if run else None,
        left_out=tables.left_out if tables else None,
        table=tables.table if tables else None,
        shares=tables.shares if tables else None,
    )


def _stored_tables(project: Project, job: Job) -> CrossedTables | None:
    """The tables that the job has stored; None if it was refused before the project changed. Raises InvalidError."""
    if refused := job.report.get("refused"):
        if job.report["version"] == project.version:
            raise wrong_field("field", refused)
        return None
    return CrossedTables(**job.report["tables"])  # JSON values of the same shape


def _table_data(table: CrossTable) -> CrossTableData:
    found = table.association
    chi_square, cramers_v = found.chi_square, found.cramers_v
    return CrossTableData(
        rows=list(table.rows),
        columns=list(table.columns),
        counts=table.counts,
        residuals=table.residuals,
        n=found.n,
        freedom=found.degrees_of_freedom,
        chi_square=None if isinstance(chi_square, Undefined) else chi_square,
        cramers_v=None if isinstance(cramers_v, Undefined) else cramers_v,
        undefined=undefined_values({"chi_square": chi_square, "cramers_v": cramers_v}),
        majority=table.majority,
        majority_accuracy=table.majority_accuracy,
    )


def _distribution(choice: str, tally: ShareTally) -> ShareDistribution:
    values = [
        ValueShares(
            value,
            sum(items for _, items in shares),
            sum(share * items for share, items in shares) / sum(items for _, items in shares),
            [ShareOfItems(share, items) for share, items in shares],
        )
        for value, shares in tally.distribution().items()
    ]
    tests = tally.comparisons() if len(values) <= _MAX_COMPARED else []
    return ShareDistribution(choice, values, [ComparedShares(**vars(each)) for each in tests])
