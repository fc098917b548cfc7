"""Sources compared with people and with each other, as leads see it. A job computes it for each choice of options."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from annotation.models import Project, Source
from annotation.queries.items.tags import TagCount, tag_counts
from annotation.queries.sources.source_computations import source_computation
from annotation.queries.sources.source_judgements import comparison_of
from annotation.queries.sources.suggested_work import SuggestedWork
from annotation.queries.statistics.computed_statistics import Computation
from morelkit.agreement.measures import Interval
from morelkit.judges.alternative_annotator import EPSILONS
from morelkit.judges.report import Settings, judges_report
from morelkit.judges.suggestions import suggestions_report

KIND: Final = "source_comparison"
RESULT: Final = "comparison"
GROUPINGS: Final = ("language", "model")
ANNOTATORS: Final = tuple(EPSILONS)

Value = Annotated[str | None, "Of the field; null: all items."]


@dataclass(frozen=True)
class ChoiceScoresData:
    """`people`, `source`: how often each chose it, where the source answered."""

    choice: str
    people: int
    source: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class ComparedChoices:
    """People and a source. `matrix`: by choice of people (rows) and of the source. `abstained`: by choice of people."""

    value: Value
    n: Annotated[int, "Units that the source answered."]
    accuracy: float | None
    kappa: float | None
    kappa_interval: Interval
    matrix: list[list[int]]
    abstained: list[int]
    choices: list[ChoiceScoresData]


@dataclass(frozen=True)
class ComparedQuestion:
    """An item label, or `claims`."""

    name: str
    choices: list[str]
    groups: list[ComparedChoices]


@dataclass(frozen=True)
class ComparedSpans:
    """Means over items. `human_…`: of a held-out human, on the items that two people annotated."""

    value: Value
    n: int
    iou: float
    rho: float
    human_n: int
    human_iou: float | None
    human_rho: float | None


@dataclass(frozen=True)
class LeftOutAnnotator:
    """`source_wins`, `annotator_wins`: ρ_f and ρ_h."""

    annotator: Annotated[str, "Pseudonym."]
    n: int
    source_wins: float
    annotator_wins: float
    p: float
    rejected: bool


@dataclass(frozen=True)
class AlternativeAnnotatorData:
    """The alternative-annotator test. `advantage`: mean of ρ_f. Null with too few annotators or items."""

    question: Annotated[str, "An item label, or `spans`."]
    measure: str
    epsilon: float
    winning_rate: float | None
    advantage: float | None
    annotators: list[LeftOutAnnotator]


@dataclass(frozen=True)
class ComparedSource:
    source: int
    name: str
    version: str
    statuses: Annotated[dict[str, int], "Items by status, and `unsettled`: with quotes without a place."]
    questions: list[ComparedQuestion]
    spans: list[ComparedSpans]
    tests: list[AlternativeAnnotatorData]


@dataclass(frozen=True)
class PairChoices:
    """Two sources where both answered. `matrix`: by choice of the first (rows) and of the second."""

    value: Value
    n: int
    accuracy: float | None
    kappa: float | None
    kappa_interval: Interval
    matrix: list[list[int]]


@dataclass(frozen=True)
class PairQuestion:
    name: str
    choices: list[str]
    groups: list[PairChoices]


@dataclass(frozen=True)
class PairSpans:
    value: Value
    n: int
    iou: float


@dataclass(frozen=True)
class SourcePair:
    first: int
    second: int
    questions: list[PairQuestion]
    spans: list[PairSpans]


@dataclass(frozen=True)
class MeanData:
    """`n`: items. `interval`: null with fewer than 30 items."""

    n: int
    value: float | None
    interval: Interval


@dataclass(frozen=True)
class AcceptanceData:
    """What became of the suggestions that annotators saw. `moved`: accepted ones that no mark has the bounds of."""

    annotations: int
    suggestions: int
    accepted: int
    dismissed: int
    neither: int
    moved: int


@dataclass(frozen=True)
class ConditionData:
    """Work under one condition. `seconds`: median active time of the `timed` annotations; of work after a reveal, that
    after the first answer. `iou`, `kappa`: of each annotation's spans and claims with the source. `agreement`: of the
    pairs of annotations of an item.
    """

    annotations: int
    items: int
    timed: int
    seconds: float | None
    iou: MeanData
    kappa: MeanData
    agreement: MeanData


@dataclass(frozen=True)
class RevealedData:
    """First answers, whether kept or changed after the reveal: toward the source, away from it, or neither, by IoU."""

    n: int
    kept: int
    toward: int
    away: int
    neither: int


@dataclass(frozen=True)
class SuggestedGroup:
    """`acceptance`: by `shown` or `revealed`. `conditions`: by `blind`, `shown`, `first` or `revealed`."""

    value: Value
    acceptance: dict[str, AcceptanceData]
    conditions: dict[str, ConditionData]
    revealed: RevealedData | None


@dataclass(frozen=True)
class SuggestingSource:
    source: Annotated[int | None, "Null: all sources whose suggestions were seen."]
    groups: list[SuggestedGroup]


@dataclass(frozen=True)
class ComparedSources:
    policy: Annotated[str, "Normalization policy; gold of people is the majority."]
    seed: Annotated[int, "Of the samples of intervals."]
    items: int
    sources: list[ComparedSource]
    pairs: list[SourcePair]
    suggestions: Annotated[list[SuggestingSource], "Work with suggestions beside blind work."]


@dataclass(frozen=True)
class SourceComparisonData:
    """`comparison` is null until it is computed. `stale`: the project or its sources have changed since. `due`: a page
    view may start a computation.
    """

    policy: Annotated[str, "Current normalization policy."]
    sources: Annotated[int, "Sources in use."]
    tags: Annotated[list[TagCount], "Tags that it can be limited to."]
    uses_suggestions: Annotated[bool, "A policy shows suggestions, or has shown some."]
    as_of: datetime | None
    stale: bool
    due: bool
    run: Annotated[Computation | None, "The latest job with these options."]
    comparison: ComparedSources | None


@dataclass(frozen=True)
class ComparisonOptions:
    """`by`: language or model. `annotators`: who annotated, for ε of the test. `tag`: of the items; "": all items."""

    by: str = "language"
    annotators: str = "expert"
    tag: str = ""


def options_from_json(value: Mapping[str, Any]) -> ComparisonOptions:
    return ComparisonOptions(value["by"], value["annotators"], value["tag"])


def source_comparison(project: Project, options: ComparisonOptions) -> SourceComparisonData:
    """The comparison that a job has stored."""
    computed = source_computation(project, KIND, asdict(options), RESULT)
    sources = Source.objects.current(project).count()
    # Earlier jobs computed nothing of suggestions.
    lacks = project.uses_suggestions and computed.found is not None and "suggestions" not in computed.found
    return SourceComparisonData(
        policy=project.policy,
        sources=sources,
        tags=tag_counts(project),
        uses_suggestions=project.uses_suggestions,
        as_of=computed.as_of,
        stale=computed.stale or lacks,
        due=sources > 0 and (computed.due or lacks),
        run=computed.run,
        comparison=_stored(computed.found) if computed.found else None,
    )


def _stored(found: Mapping[str, Any]) -> ComparedSources:
    """Read JSON of the same shape; earlier jobs stored nothing of suggestions."""
    return ComparedSources(**{"suggestions": [], **found})


def compare_sources(
    project: Project, options: ComparisonOptions, watch: Callable[[int], object] = lambda done: None
) -> ComparedSources:
    """Compare the sources in use. `watch` is called often with the number of items read."""
    sources = list(Source.objects.current(project).order_by("name", "pk"))
    work = SuggestedWork(project, sources)
    comparison = comparison_of(project, sources, options.tag, watch, work.read)
    settings = Settings(options.by, EPSILONS[options.annotators], project.seed)
    report = judges_report(comparison, settings)
    choices = {question.name: list(question.choices) for question in comparison.questions}
    return ComparedSources(
        policy=report["policy"],
        seed=report["seed"],
        items=report["items"],
        sources=[_source(source, report["judges"][str(source.pk)], options.by) for source in sources],
        pairs=[_pair(pair, choices, options.by) for pair in report["judge_pairs"]],
        suggestions=[
            _suggesting(found, options.by)
            for found in suggestions_report(comparison, work.works, options.by, project.seed)
        ],
    )


def _source(source: Source, report: Mapping[str, Any], by: str) -> ComparedSource:
    return ComparedSource(
        source=source.pk,
        name=source.name,
        version=source.version,
        statuses=report["statuses"],
        questions=[
            ComparedQuestion(name, found["choices"], [_choices(group, by) for group in found["groups"]])
            for name, found in report["questions"].items()
        ],
        spans=[_spans(group, by) for group in report["spans"]],
        tests=[_test(name, found) for name, found in report["alternative_annotator_test"].items()],
    )


def _choices(group: Mapping[str, Any], by: str) -> ComparedChoices:
    return ComparedChoices(
        **_kappa(group, by),
        abstained=group["abstained_by_label"],
        choices=[
            ChoiceScoresData(
                choice,
                scores["people"],
                scores["judge"],
                scores["precision"],
                scores["recall"],
                scores["f1"],
            )
            for choice, scores in group["labels"].items()
        ],
    )


def _kappa(group: Mapping[str, Any], by: str) -> dict[str, Any]:
    names = ("n", "accuracy", "kappa", "kappa_interval", "matrix")
    return {"value": group.get(by), **{name: group[name] for name in names}}


def _spans(group: Mapping[str, Any], by: str) -> ComparedSpans:
    human = group["held_out_human"]
    return ComparedSpans(
        group.get(by),
        group["n"],
        group["iou"],
        group["rho"],
        human["n"],
        human.get("iou"),
        human.get("rho"),
    )


def _test(question: str, found: Mapping[str, Any]) -> AlternativeAnnotatorData:
    return AlternativeAnnotatorData(
        question,
        found["measure"],
        found["epsilon"],
        found["winning_rate"],
        found["advantage"],
        [
            LeftOutAnnotator(
                name, each["n"], each["judge_wins"], each["annotator_wins"], each["p"], each["rejected"]
            )
            for name, each in found.get("annotators", {}).items()
        ],
    )


def _pair(pair: Mapping[str, Any], choices: Mapping[str, list[str]], by: str) -> SourcePair:
    first, second = map(int, pair["judges"])
    return SourcePair(
        first,
        second,
        [
            PairQuestion(name, choices[name], [PairChoices(**_kappa(group, by)) for group in groups])
            for name, groups in pair["questions"].items()
        ],
        [PairSpans(group.get(by), group["n"], group["iou"]) for group in pair["spans"]],
    )


def _suggesting(found: Mapping[str, Any], by: str) -> SuggestingSource:
    return SuggestingSource(
        None if found["judge"] is None else int(found["judge"]),
        [
            SuggestedGroup(
                group.get(by),
                {name: AcceptanceData(**each) for name, each in group["acceptance"].items()},
                {name: _condition(each) for name, each in group["conditions"].items()},
                RevealedData(**group["revealed"]) if group["revealed"] else None,
            )
            for group in found["groups"]
        ],
    )


def _condition(found: Mapping[str, Any]) -> ConditionData:
    means = {name: MeanData(**found[name]) for name in ("iou", "kappa", "agreement")}
    return ConditionData(**{**found, **means})
