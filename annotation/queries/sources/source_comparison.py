"""Sources compared with people and with each other, as leads see it. A job computes it for each choice of options."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import Count, Max, Q
from django.utils.dateparse import parse_datetime

from annotation.models import Project, Source, SourceQuote
from annotation.queries.items.tags import TagCount, tag_counts
from annotation.queries.sources.source_judgements import comparison_of
from annotation.queries.statistics.computed_statistics import Computation, computation, may_start
from annotation.queries.statistics.jobs_by_options import jobs_with_options
from foundation.models import Job
from morelkit.agreement.measures import Interval
from morelkit.judges.alternative_annotator import EPSILONS
from morelkit.judges.report import Settings, judges_report

KIND: Final = "source_comparison"
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
class ComparedSources:
    policy: Annotated[str, "Normalization policy; gold of people is the majority."]
    seed: Annotated[int, "Of the samples of intervals."]
    items: int
    sources: list[ComparedSource]
    pairs: list[SourcePair]


@dataclass(frozen=True)
class SourceComparisonData:
    """`comparison` is null until it is computed. `stale`: the project or its sources have changed since. `due`: a page
    view may start a computation.
    """

    policy: Annotated[str, "Current normalization policy."]
    sources: Annotated[int, "Sources in use."]
    tags: Annotated[list[TagCount], "Tags that it can be limited to."]
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
    jobs = jobs_with_options(project, KIND, asdict(options))
    latest, stored = jobs.first(), jobs.filter(state=Job.State.DONE).first()
    found = stored.report if stored else {}
    sources = Source.objects.current(project).count()
    others = found.get("sources") != sources_digest(project)
    stale = bool(found) and (others or found["version"] != project.version)
    ended = latest is None or latest.state == Job.State.DONE
    return SourceComparisonData(
        policy=project.policy,
        sources=sources,
        tags=tag_counts(project),
        as_of=parse_datetime(found["as_of"]) if found else None,
        stale=stale,
        due=sources > 0 and ended and (others or (stale and may_start(latest))),
        run=computation(latest) if latest else None,
        comparison=ComparedSources(**found["comparison"]) if found else None,  # JSON values of the same shape
    )


def sources_digest(project: Project) -> str:
    """Changes with the sources in use and with the places of their quotes."""
    sources = list(Source.objects.current(project).order_by("pk").values_list("pk", flat=True))
    quotes = SourceQuote.objects.filter(record__source__in=sources).aggregate(
        n=Count("pk", filter=~Q(state=SourceQuote.State.OPEN)), last=Max("settled_at")
    )
    return hashlib.sha256(json.dumps([sources, quotes["n"], str(quotes["last"])]).encode()).hexdigest()


def compare_sources(
    project: Project, options: ComparisonOptions, watch: Callable[[int], object] = lambda done: None
) -> ComparedSources:
    """Compare the sources in use. `watch` is called often with the number of items read."""
    sources = list(Source.objects.current(project).order_by("name", "pk"))
    comparison = comparison_of(project, sources, options.tag, watch)
    settings = Settings(options.by, EPSILONS[options.annotators], project.seed)
    report = judges_report(comparison, settings)
    choices = {question.name: list(question.choices) for question in comparison.questions}
    return ComparedSources(
        policy=report["policy"],
        seed=report["seed"],
        items=report["items"],
        sources=[_source(source, report["judges"][str(source.pk)], options.by) for source in sources],
        pairs=[_pair(pair, choices, options.by) for pair in report["judge_pairs"]],
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
