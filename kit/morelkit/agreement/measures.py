"""All agreement measures of a language, or of several: α, F1, intervals, distributions, curves, item labels."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, NamedTuple, NotRequired, TypedDict, TypeVar, cast

from morelkit.agreement.bootstrap_interval import RESAMPLES
from morelkit.agreement.character_counts import label_blind_ranges, label_ranges
from morelkit.agreement.claims import ClaimAgreement, ClaimTally
from morelkit.agreement.item_labels import ItemLabelAgreement, ItemLabelTally, association
from morelkit.agreement.registry import HEADLINE, ITEM_LABEL_MEASURES, SPAN_MEASURES
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.span_measures import BINS, SpanMeasures, SpanTally
from morelkit.agreement.undefined import Undefined
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.spans import Span

T = TypeVar("T")


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
    """Over all items, also those where nobody used the label: they have an agreement of 1."""

    name: str
    used: Annotated[int, "Items with n ≥ 2 where somebody used the label."]
    used_agreement: Annotated[float | None, "The mean over these items; null: nobody used the label."]


class PointData(TypedDict):
    """`error`: the standard error of sampling; 0 where every subset was computed."""

    k: int
    agreement: float
    error: float


class ItemsByShare(TypedDict):
    share: float
    items: int


class ChoiceSharesData(TypedDict):
    """`majority`: items where most annotations made the choice. `shares`: items by the share that made it."""

    name: str
    annotations: int
    majority: int
    shares: list[ItemsByShare]


class VoteSplit(TypedDict):
    """`votes`: for each choice that was made, the most first."""

    votes: list[int]
    items: int


class ItemLabelMeasures(_ItemLabelValues):
    """`n`: annotations that set the label. `counted`: items with two of them or more.

    `ties`: items without a majority. `majority_accuracy`: of always predicting the most frequent majority.
    """

    choices: list[ChoiceSharesData]
    ties: int
    majority_accuracy: float | None
    splits: list[VoteSplit]
    undefined: list[UndefinedData]


class ClaimMeasures(TypedDict):
    """`kappa`: the mean of Cohen's κ over pairs of annotators, where it is defined. The others are over claims."""

    claims: Annotated[int, "Of all items."]
    n: Annotated[int, "Judgements: a claim has one of each counted annotation of its item."]
    incorrect: Annotated[int, "Judgements that the claim is incorrect."]
    counted: Annotated[int, "Claims with two judgements or more."]
    pairs: Annotated[int, "Pairs of annotators with a κ."]
    kappa: float | None
    alpha: float | None
    percentage: float | None
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
    claims: NotRequired[Annotated[ClaimMeasures, "If the unit of the scheme is claims."]]


class AnnotatedAnswer(NamedTuple):
    """An answer with the stored spans and the item labels of each annotator.

    `annotators`: keys that identify them across answers; `claims`: of the answer. Both are of schemes whose unit is
    claims.
    """

    answer: str
    spans: Sequence[Sequence[Span]]
    labels: Sequence[Mapping[str, str]]
    annotators: Sequence[str] = ()
    claims: AnswerClaims | None = None


@dataclass
class MeasureTally:
    """What the measures need of the items added so far: label-blind, of each of several span labels, of item labels.

    `claims`: of schemes whose unit is claims.
    """

    scheme: Scheme
    together: SpanTally
    apart: dict[str, SpanTally]
    labels: ItemLabelTally
    claims: ClaimTally | None
    histogram: Counter[int] = field(default_factory=Counter)  # n → items

    @classmethod
    def empty(cls, scheme: Scheme, seed: int) -> "MeasureTally":
        """Return a tally without items. `seed` draws the samples of intervals and curves."""
        names = [label.name for label in scheme.span_labels]
        return cls(
            scheme,
            SpanTally(seed),
            {name: SpanTally(seed) for name in names} if len(names) > 1 else {},
            ItemLabelTally(
                {label.name: [choice.name for choice in label.choices] for label in scheme.item_labels}
            ),
            ClaimTally() if scheme.uses_claims else None,
        )

    def add(
        self, policy: str, items: Sequence[AnnotatedAnswer], heartbeat: Callable[[], object] = lambda: None
    ) -> None:
        """Add a chunk of items under a normalization policy. `heartbeat` is called often."""
        lengths = [len(item.answer) for item in items]
        ranges = [[label_ranges(policy, item.answer, spans) for spans in item.spans] for item in items]
        for item in items:
            self.labels.add(item.labels)
            if self.claims and item.claims:
                marked = ([(span.start, span.end) for span in spans] for spans in item.spans)
                self.claims.add(item.claims, dict(zip(item.annotators, marked, strict=True)))
        self.histogram.update(len(each) for each in ranges)
        if not self.scheme.uses_spans:
            return
        heartbeat()
        blind = [[label_blind_ranges(each) for each in of_item] for of_item in ranges]
        self.together.add(SpanArrays.of(lengths, blind), heartbeat=heartbeat)
        for name, apart in self.apart.items():
            of_label = [[each.get(name, ()) for each in of_item] for of_item in ranges]
            apart.add(SpanArrays.of(lengths, of_label), curve=False)
            heartbeat()

    def measures(self, policy: str, heartbeat: Callable[[], object] = lambda: None) -> "AgreementMeasures":
        """Return all measures. `policy`: the one that items were added under."""
        most = max(self.histogram, default=0)
        spans = self.together.measures(heartbeat)
        return {
            "items": self.histogram.total(),
            "counted": sum(items for n, items in self.histogram.items() if n >= 2),
            "annotators_min": min(self.histogram, default=0),
            "annotators_max": most,
            "ns": sorted(n for n in self.histogram if n >= 2),
            **_span_measures(spans, self.scheme.uses_spans),
            "policy": policy,
            "floor": 1 / most if most >= 2 and self.scheme.uses_spans else None,
            "resamples": RESAMPLES,
            "curve": [
                {"k": each.k, "agreement": each.agreement, "error": each.error} for each in spans.curve
            ],
            "curve_sampled": spans.sampled,
            "span_labels": [
                _span_label_measures(name, apart.measures(heartbeat)) for name, apart in self.apart.items()
            ],
            "item_labels": [_item_label_measures(each) for each in self.labels.measures()],
            "tables": list(_contingencies(self.labels)),
            **_claim_measures(self.claims),
        }

    def __add__(self, other: "MeasureTally") -> "MeasureTally":
        return MeasureTally(
            self.scheme,
            self.together + other.together,
            {name: tally + other.apart[name] for name, tally in self.apart.items()},
            self.labels + other.labels,
            self.claims + other.claims if self.claims and other.claims else None,
            self.histogram + other.histogram,
        )


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
        "undefined": undefined_values(values),
        "distribution": measures.distribution,
    }
    return cast(Measures, fields)


def _span_label_measures(name: str, measures: SpanMeasures) -> SpanLabelMeasures:
    used = {"used": measures.used, "used_agreement": measures.used_agreement}
    return cast(SpanLabelMeasures, {"name": name, **_span_measures(measures, uses_spans=True), **used})


def _item_label_measures(measures: ItemLabelAgreement) -> ItemLabelMeasures:
    votes = measures.votes
    accuracy = {"majority_accuracy": votes.majority_accuracy}
    fields = {
        "name": measures.name,
        "n": measures.n,
        "counted": measures.counted,
        **{name: _defined(value) for name, value in measures.values.items()},
        "choices": [
            {
                "name": choice.name,
                "annotations": choice.annotations,
                "majority": choice.majority,
                "shares": [{"share": share, "items": items} for share, items in choice.shares],
            }
            for choice in votes.choices
        ],
        "ties": votes.ties,
        "majority_accuracy": _defined(votes.majority_accuracy),
        "splits": [{"votes": list(each), "items": items} for each, items in votes.splits],
        "undefined": undefined_values(measures.values | accuracy),
    }
    return cast(ItemLabelMeasures, fields)


class _Claims(TypedDict, total=False):
    claims: ClaimMeasures


def _claim_measures(tally: ClaimTally | None) -> _Claims:
    return {} if tally is None else {"claims": claim_measures(tally.measures())}


def claim_measures(measures: ClaimAgreement) -> ClaimMeasures:
    """Return the agreement on claims as JSON values."""
    return {
        "claims": measures.claims,
        "n": measures.n,
        "incorrect": measures.incorrect,
        "counted": measures.counted,
        "pairs": measures.pairs,
        "kappa": _defined(measures.kappa),
        "alpha": _defined(measures.alpha),
        "percentage": _defined(measures.percentage),
        "undefined": undefined_values(measures.values),
    }


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
            "undefined": undefined_values({"chi_square": found.chi_square, "cramers_v": found.cramers_v}),
        }


def _defined(value: T | Undefined) -> T | None:
    return None if isinstance(value, Undefined) else value


def undefined_values(values: Mapping[str, object]) -> list[UndefinedData]:
    """Which of the values are undefined, and why."""
    return [
        {"figure": name, "code": value, "detail": f"undefined, because {value.message}"}
        for name, value in values.items()
        if isinstance(value, Undefined)
    ]
