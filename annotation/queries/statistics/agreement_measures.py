"""Agreement measures of a project, computed from its annotations: α, F1, intervals, distributions, curves, labels."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final, TypedDict, TypeVar, cast

from annotation.models import Annotation, Item, Project
from annotation.queries.projects.access import languages_of, scheme_of
from morelkit.agreement.bootstrap_interval import RESAMPLES
from morelkit.agreement.character_counts import label_blind_ranges, label_ranges
from morelkit.agreement.item_labels import ItemLabelAgreement, ItemLabelTally, association
from morelkit.agreement.registry import HEADLINE, ITEM_LABEL_MEASURES, SPAN_MEASURES
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.span_measures import BINS, SpanMeasures, SpanTally
from morelkit.agreement.undefined import Undefined
from morelkit.scheme.schemes import Scheme
from morelkit.text.normalization import Range
from morelkit.text.spans import Span

_CHUNK: Final = 500  # items at a time

T = TypeVar("T")

OVERALL: Final = ""
"""The key of all languages together."""


class UndefinedData(TypedDict):
    figure: str
    code: Undefined
    detail: str


Interval = Annotated[list[float] | None, {"minItems": 2, "maxItems": 2}]

if TYPE_CHECKING:

    class _SpanValues(TypedDict):
        interval: Interval

    class _ItemLabelValues(TypedDict):
        name: str
        n: int
        counted: int

else:  # with one field for each registered measure, which a type checker cannot know
    _SpanValues = TypedDict(
        "_SpanValues",
        {
            HEADLINE.name: float | None,
            "interval": Interval,
            **{measure.name: float | None for measure in SPAN_MEASURES},
        },
    )
    _ItemLabelValues = TypedDict(
        "_ItemLabelValues",
        {
            "name": str,
            "n": int,
            "counted": int,
            **{measure.name: float | None for measure in ITEM_LABEL_MEASURES},
        },
    )


class Measures(_SpanValues):
    """`interval`: 2.5 and 97.5 percentiles. `distribution`: items by agreement, in equal steps from 0 to 1."""

    undefined: list[UndefinedData]
    distribution: Annotated[list[int], {"minItems": BINS, "maxItems": BINS}]


class SpanLabelMeasures(Measures):
    name: str


class PointData(TypedDict):
    """`error`: the standard error of sampling; 0 where every subset was computed."""

    k: int
    agreement: float
    error: float


class ItemLabelMeasures(_ItemLabelValues):
    """`n`: annotations that set the label. `counted`: items with two of them or more."""

    undefined: list[UndefinedData]


class Contingency(TypedDict):
    """One count for each annotation that sets both item labels."""

    rows: str
    columns: str
    row_choices: list[str]
    column_choices: list[str]
    counts: list[list[int]]
    n: int
    freedom: Annotated[int, "Degrees of freedom."]
    chi_square: float | None
    cramers_v: float | None
    undefined: list[UndefinedData]


class AgreementMeasures(Measures):
    """`floor`: 1/n of the item with most annotations. `curve_sampled`: items whose points are estimated."""

    items: int
    counted: int
    annotators_min: int
    annotators_max: int
    ns: Annotated[list[int], "Those n of counted items that occur."]
    policy: str
    floor: float | None
    resamples: int
    curve: list[PointData]
    curve_sampled: int
    span_labels: list[SpanLabelMeasures]
    item_labels: list[ItemLabelMeasures]
    tables: list[Contingency]


@dataclass
class Tally:
    """Of a language, or of several: all span labels together, each of them where there are several, item labels."""

    scheme: Scheme
    together: SpanTally
    apart: dict[str, SpanTally]
    labels: ItemLabelTally
    histogram: Counter[int] = field(default_factory=Counter)  # n → items

    @classmethod
    def empty(cls, project: Project) -> "Tally":
        scheme = scheme_of(project)
        names = [label.name for label in scheme.span_labels]
        return cls(
            scheme,
            SpanTally(project.seed),
            {name: SpanTally(project.seed) for name in names} if len(names) > 1 else {},
            ItemLabelTally(
                {label.name: [choice.name for choice in label.choices] for label in scheme.item_labels}
            ),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.scheme,
            self.together + other.together,
            {name: tally + other.apart[name] for name, tally in self.apart.items()},
            self.labels + other.labels,
            self.histogram + other.histogram,
        )


def agreement_measures(
    project: Project, policy: str, progress: Callable[[int], object] = lambda _: None
) -> dict[str, AgreementMeasures]:
    """By language, and under `OVERALL` of all of them. `progress` is called often, with the number of items done."""
    done = 0

    def beat() -> None:
        progress(done)

    measures = {}
    overall = Tally.empty(project)
    for row in languages_of(project):
        tally = Tally.empty(project)
        for items in _chunks(project, row.language):
            _take_in(tally, policy, items, beat)
            done += len(items)
            beat()
        measures[row.language] = _measures(tally, policy, beat)
        overall += tally
    return measures | {OVERALL: _measures(overall, policy, beat)}


def _chunks(project: Project, language: str) -> Iterator[list[Item]]:
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language).order_by("ordinal")
    rows = items.only("answer").iterator(_CHUNK)
    while chunk := list(islice(rows, _CHUNK)):
        yield chunk


def _take_in(tally: Tally, policy: str, items: list[Item], beat: Callable[[], object]) -> None:
    places = {item.pk: place for place, item in enumerate(items)}
    lengths = [len(item.answer) for item in items]
    ranges: list[list[Mapping[str, list[Range]]]] = [[] for _ in items]
    labels: list[list[dict[str, str]]] = [[] for _ in items]
    rows = (
        Annotation.objects.counted()
        .filter(item__in=list(places))
        .values_list("item", "submitted__spans", "submitted__labels")
    )
    for item, spans, chosen in rows:
        place = places[item]
        stored = [Span(**span) for span in spans]
        ranges[place].append(label_ranges(policy, items[place].answer, stored))
        labels[place].append(chosen)
    for each in labels:
        tally.labels.add(each)
    tally.histogram.update(len(each) for each in ranges)
    if not tally.scheme.uses_spans:
        return
    beat()
    blind = [[label_blind_ranges(each) for each in of_item] for of_item in ranges]
    tally.together.add(SpanArrays.of(lengths, blind), heartbeat=beat)
    for name, apart in tally.apart.items():
        of_label = [[each.get(name, ()) for each in of_item] for of_item in ranges]
        apart.add(SpanArrays.of(lengths, of_label), curve=False)
        beat()


def _measures(tally: Tally, policy: str, beat: Callable[[], object]) -> AgreementMeasures:
    most = max(tally.histogram, default=0)
    spans = tally.together.measures(beat)
    return {
        "items": tally.histogram.total(),
        "counted": sum(items for n, items in tally.histogram.items() if n >= 2),
        "annotators_min": min(tally.histogram, default=0),
        "annotators_max": most,
        "ns": sorted(n for n in tally.histogram if n >= 2),
        **_span_measures(spans, tally.scheme.uses_spans),
        "policy": policy,
        "floor": 1 / most if most >= 2 and tally.scheme.uses_spans else None,
        "resamples": RESAMPLES,
        "curve": [{"k": each.k, "agreement": each.agreement, "error": each.error} for each in spans.curve],
        "curve_sampled": spans.sampled,
        "span_labels": [
            {"name": name, **_span_measures(apart.measures(beat), True)}
            for name, apart in tally.apart.items()
        ],
        "item_labels": [_item_label_measures(each) for each in tally.labels.measures()],
        "tables": list(_contingencies(tally.labels)),
    }


def _span_measures(measures: SpanMeasures, uses_spans: bool) -> Measures:
    interval = measures.interval
    values: dict[str, float | list[float] | Undefined] = {
        HEADLINE.name: measures[HEADLINE.name],
        "interval": interval if isinstance(interval, Undefined) else list(interval),
        **measures.values,
    }
    if not uses_spans:
        values = dict.fromkeys(values, Undefined.NO_SPANS)
    fields = {
        **{name: _defined(value) for name, value in values.items()},
        "undefined": _undefined(values),
        "distribution": measures.distribution,
    }
    return cast(Measures, fields)


def _item_label_measures(measures: ItemLabelAgreement) -> ItemLabelMeasures:
    fields = {
        "name": measures.name,
        "n": measures.n,
        "counted": measures.counted,
        **{name: _defined(value) for name, value in measures.values.items()},
        "undefined": _undefined(measures.values),
    }
    return cast(ItemLabelMeasures, fields)


def _contingencies(labels: ItemLabelTally) -> Iterator[Contingency]:
    for (rows, columns), counts in labels.tables.items():
        found = association(counts)
        yield {
            "rows": rows,
            "columns": columns,
            "row_choices": list(labels.choices[rows]),
            "column_choices": list(labels.choices[columns]),
            "counts": counts.tolist(),
            "n": found.n,
            "freedom": found.degrees_of_freedom,
            "chi_square": _defined(found.chi_square),
            "cramers_v": _defined(found.cramers_v),
            "undefined": _undefined({"chi_square": found.chi_square, "cramers_v": found.cramers_v}),
        }


def _defined(value: T | Undefined) -> T | None:
    return None if isinstance(value, Undefined) else value


def _undefined(values: Mapping[str, object]) -> list[UndefinedData]:
    """Which of the values are undefined, and why."""
    return [
        {"figure": name, "code": value, "detail": f"undefined, because {value.message}"}
        for name, value in values.items()
        if isinstance(value, Undefined)
    ]
