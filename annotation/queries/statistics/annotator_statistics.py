"""Work of annotators and their agreement with the others: too slow to compute on request in large projects."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypedDict

from django.db.models import Count, Q
from django.utils import timezone

from annotation.models import Annotation, Annotator, AnnotatorStatistics, Erasure, Item, Project, Rollup
from annotation.models.project import job_scope
from annotation.queries.projects.access import scheme_of
from annotation.queries.statistics.annotator_comparison import (
    ComparisonSums,
    comparison_sums,
    language_digests,
)
from annotation.queries.statistics.computed_statistics import Computation, computation, may_start
from foundation.models import Job
from morelkit.agreement.character_counts import AGREEMENT_SCALE

KIND: Final = "annotator_statistics"
OVERALL: Final = ""
AT_ONCE: Final = 3_000
"""Annotations of a project whose statistics are computed on request, in some tens of milliseconds."""


class AnnotatorRow(TypedDict):
    """`empty`: nothing to mark. `seconds`: median active time. `agreement`: mean over `items` shared items."""

    submitted: int
    empty: int
    seconds: float | None
    agreement: float | None
    items: int


class AgreementDetails(TypedDict):
    """Rows of an annotator: language or day (ordinal of a UTC date), scaled agreement, number of shared items."""

    languages: list[tuple[str, int, int]]
    days: list[tuple[int, int, int]]


class AnnotatorTable(TypedDict):
    """By annotator id. `work`: rows of `AnnotatorWork`."""

    annotators: dict[str, AnnotatorRow]
    work: dict[str, list[object]]
    details: dict[str, AgreementDetails]


@dataclass(frozen=True)
class ComparedData:
    """Mean pairwise agreement (multiset IoU) of an annotator with the others of their `items` shared items."""

    key: str
    agreement: float
    items: int


@dataclass(frozen=True)
class AnnotatorWithoutAccount:
    """An annotator who was imported with annotations, or was erased. `empty`: submitted with nothing to mark."""

    key: str
    erased: bool
    submitted: int
    empty: int


@dataclass(frozen=True)
class ComparedPeople:
    """`as_of` is null until the statistics are computed. `stale`: the project has changed since. `due`: a page view
    may start a computation.
    """

    as_of: datetime | None
    stale: bool
    due: bool
    run: Computation | None
    results: list[ComparedData]
    without_account: list[AnnotatorWithoutAccount]


@dataclass(frozen=True)
class LatestAnnotatorStatistics:
    """The statistics of a project's annotators, and when they were computed."""

    as_of: datetime | None = None
    stale: bool = True
    rows: dict[int, AnnotatorRow] = field(default_factory=dict)
    details: dict[str, AgreementDetails] = field(default_factory=dict)


def annotator_statistics(project: Project) -> LatestAnnotatorStatistics:
    """The latest computed statistics; in a small project, those of now."""
    stored = AnnotatorStatistics.objects.filter(project=project, language=OVERALL).first()
    stale = is_stale(project, stored)
    if stale and annotations_of(project) <= AT_ONCE:
        by_language = sums_by_language(project, lambda: None)
        rows = annotator_rows(project, total_sums(by_language))
        return LatestAnnotatorStatistics(timezone.now(), False, rows, agreement_details(by_language))
    if stored is None:
        return LatestAnnotatorStatistics()
    rows = {int(pk): row for pk, row in stored.statistics["annotators"].items()}
    return LatestAnnotatorStatistics(stored.as_of, stale, rows, stored.statistics.get("details", {}))


def compared_people(project: Project) -> ComparedPeople:
    """Statistics of the annotators who have submitted anything, by key, and the state of their computation."""
    found = annotator_statistics(project)
    latest = latest_computation(project)
    people = Annotator.objects.filter(project=project, pk__in=found.rows).order_by("key")
    keys = list(people.values_list("pk", "key", "user"))
    erased = set(Erasure.objects.filter(project=project).values_list("annotator", flat=True))
    return ComparedPeople(
        as_of=found.as_of,
        stale=found.stale,
        due=found.stale and may_start(latest),
        run=computation(latest) if latest else None,
        results=[
            ComparedData(key, row["agreement"], row["items"])
            for key, row in ((key, found.rows[pk]) for pk, key, _ in keys)
            if row["agreement"] is not None
        ],
        without_account=[
            AnnotatorWithoutAccount(key, pk in erased, found.rows[pk]["submitted"], found.rows[pk]["empty"])
            for pk, key, user in keys
            if user is None
        ],
    )


def latest_computation(project: Project) -> Job | None:
    return Job.objects.filter(scope=job_scope(project.pk), kind=KIND).order_by("-pk").first()


def is_stale(project: Project, stored: AnnotatorStatistics | None) -> bool:
    """Return whether the project or its policy has changed since the computation, or its row is of an older Morel."""
    return (
        stored is None
        or (stored.version, stored.policy) != (project.version, project.policy)
        or "details" not in stored.statistics
    )


def annotations_of(project: Project) -> int:
    """Number of counted annotations, from the rollups."""
    rows = Rollup.objects.filter(project=project, policy=project.policy).values_list("histogram", flat=True)
    return sum(int(n) * items for histogram in rows for n, items in histogram.items())


LanguageSums = list[tuple[str, ComparisonSums, str]]
"""Language, sums and digest of each language."""


def total_sums(by_language: LanguageSums) -> ComparisonSums:
    """The sums of all languages."""
    total = ComparisonSums()
    for _, sums, _ in by_language:
        total += sums
    return total


def agreement_details(by_language: LanguageSums) -> dict[str, AgreementDetails]:
    """Agreement by language and by day, by annotator id."""
    found: dict[str, AgreementDetails] = defaultdict(lambda: {"languages": [], "days": []})
    for language, sums, _ in by_language:
        for who, items in sums.items.items():
            found[str(who)]["languages"].append((language, sums.agreement[who], items))
    total = total_sums(by_language)
    for (who, day), items in sorted(total.day_items.items()):
        found[str(who)]["days"].append((day, total.day_agreement[who, day], items))
    return dict(found)


def sums_by_language(project: Project, beat: Callable[[], object]) -> LanguageSums:
    """Language, sums and digest of each language. A language is computed only if its annotations have changed."""
    if not scheme_of(project).uses_spans:
        return []
    stored = {row.language: row for row in AnnotatorStatistics.objects.filter(project=project)}
    found = []
    for language, digest in language_digests(project).items():
        beat()
        row = stored.get(language)
        kept = (
            row is not None
            and (row.digest, row.policy) == (digest, project.policy)
            and "days" in row.statistics  # a row of an older Morel has none
        )
        sums = (
            ComparisonSums.from_json(row.statistics)
            if row is not None and kept
            else comparison_sums(project, language, beat)
        )
        found.append((language, sums, digest))
    return found


def annotator_rows(project: Project, sums: ComparisonSums) -> dict[int, AnnotatorRow]:
    """Rows by annotator id, of annotators who have submitted a work item."""
    submitted: Counter[int] = Counter()
    empty: Counter[int] = Counter()
    seconds: dict[int, Counter[int]] = defaultdict(Counter)
    for who, took, number, nothing in (
        Annotation.objects.published()
        .filter(annotator__project=project, item__kind=Item.Kind.WORK, submitted__isnull=False)
        .order_by()
        .values_list("annotator", "submitted__active_seconds")
        .annotate(number=Count("pk"), nothing=Count("pk", filter=Q(submitted__nothing_to_mark=True)))
    ):
        submitted[who] += number
        empty[who] += nothing
        seconds[who][took] += number
    return {
        who: {
            "submitted": number,
            "empty": empty[who],
            "seconds": _median(seconds[who]),
            "agreement": (
                sums.agreement[who] / (sums.items[who] * AGREEMENT_SCALE) if sums.items[who] else None
            ),
            "items": sums.items[who],
        }
        for who, number in submitted.items()
    }


def _median(histogram: Counter[int]) -> float:
    """The median of values, from the number of times that each occurs."""
    middle, seen, low = histogram.total(), 0, None
    for value, number in sorted(histogram.items()):
        seen += number
        if low is None and 2 * seen >= middle:
            low = value
        if 2 * seen > middle:
            return (float(low if low is not None else value) + value) / 2
    return 0.0
