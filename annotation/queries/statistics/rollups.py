"""The summary of a project, read from rollups only, so that its time does not depend on the number of items."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from annotation.models import Annotation, Project, ProjectLanguage, Rollup
from annotation.models.project import job_scope
from annotation.queries.projects.access import languages_of, scheme_of
from foundation.models import Job
from morelkit.agreement.character_counts import AGREEMENT_SCALE

POLICY_JOB = "change_policy"


@dataclass(frozen=True)
class SummaryTotals:
    """`counted`: items with n ≥ 2, over which `agreement` is the mean. The extremes are over all items."""

    items: int
    complete: int
    annotations: int
    counted: int
    agreement: float | None
    annotators_min: int
    annotators_max: int
    over_full: int


@dataclass(frozen=True)
class _LanguageState:
    language: str
    spelling: str
    redundancy: int
    closed: bool


@dataclass(frozen=True)
class LanguageSummary(SummaryTotals, _LanguageState):
    pass


@dataclass(frozen=True)
class Recomputing:
    """Progress of a change of policy. The new policy applies once the statistics of all items are stored."""

    policy: str
    done: int
    total: int
    failed: Annotated[str | None, "Why it is paused. Choosing the same policy resumes it."]


@dataclass(frozen=True)
class Summary:
    policy: str
    version: int
    surplus: int
    recomputing: Recomputing | None
    overall: SummaryTotals
    languages: list[LanguageSummary]


@dataclass
class Totals:
    """Totals of some languages of a project under one policy."""

    items: int = 0
    complete: int = 0
    over_full: int = 0
    histogram: Counter[int] = field(default_factory=Counter)  # n → items, n ≥ 1
    agreement_sum: int = 0  # scaled, over items with n ≥ 2
    uses_spans: bool = True

    @property
    def counted(self) -> int:
        """Number of items with n ≥ 2: the others have no agreement."""
        return sum(items for n, items in self.histogram.items() if n >= 2)

    @property
    def annotations(self) -> int:
        return sum(n * items for n, items in self.histogram.items())

    @property
    def agreement(self) -> float | None:
        """Mean multiset IoU over the counted items."""
        if not self.counted or not self.uses_spans:
            return None
        return self.agreement_sum / (self.counted * AGREEMENT_SCALE)

    def extremes(self) -> tuple[int, int]:
        """Fewest and most counted annotations of an item, over all items."""
        ns = [n for n, items in self.histogram.items() if items]
        untouched = self.items > sum(self.histogram.values())
        return (0 if untouched or not ns else min(ns)), max(ns, default=0)

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.items + other.items,
            self.complete + other.complete,
            self.over_full + other.over_full,
            self.histogram + other.histogram,
            self.agreement_sum + other.agreement_sum,
            self.uses_spans,
        )

    def to_data(self) -> SummaryTotals:
        fewest, most = self.extremes()
        return SummaryTotals(
            items=self.items,
            complete=self.complete,
            annotations=self.annotations,
            counted=self.counted,
            agreement=self.agreement,
            annotators_min=fewest,
            annotators_max=most,
            over_full=self.over_full,
        )


def totals_by_language(
    project: Project, languages: Iterable[ProjectLanguage]
) -> list[tuple[ProjectLanguage, Totals]]:
    rollups = {row.language: row for row in Rollup.objects.filter(project=project, policy=project.policy)}
    uses_spans = scheme_of(project).uses_spans
    return [(row, _totals(project, row, rollups.get(row.language), uses_spans)) for row in languages]


def _totals(project: Project, language: ProjectLanguage, rollup: Rollup | None, uses_spans: bool) -> Totals:
    histogram = Counter({int(n): items for n, items in rollup.histogram.items()}) if rollup else Counter()
    redundancy = language.redundancy or project.redundancy
    capped = project.assignment != Project.AssignmentPolicy.EVERYONE
    reached = sum(items for n, items in histogram.items() if n >= redundancy)
    closed = language.items if language.closed else 0
    return Totals(
        items=language.items,
        complete=reached if capped else closed,
        over_full=sum(items for n, items in histogram.items() if n > redundancy) if capped else 0,
        histogram=histogram,
        agreement_sum=rollup.agreement_sum if rollup else 0,
        uses_spans=uses_spans,
    )


def ready_items(project: Project, minimum: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """`count_ready_items` of releases, from the rollups: in the same time for any number of items."""
    by_language = {row.language: totals for row, totals in totals_by_language(project, languages_of(project))}
    found = {}
    for language, least in minimum.items():
        totals = by_language[language]
        ready = sum(items for n, items in totals.histogram.items() if n >= least)
        found[language] = {"ready": ready, "short": totals.items - ready}
    return found


def total(totals: Iterable[Totals]) -> Totals:
    return sum(totals, Totals())


def recomputing(project: Project) -> Recomputing | None:
    if not project.next_policy:
        return None
    job = Job.objects.filter(scope=job_scope(project.pk), kind=POLICY_JOB).latest("pk")
    failed = job.message if job.state == Job.State.FAILED else None
    return Recomputing(project.next_policy, job.done, job.total, failed)


def summary(project: Project, languages: Iterable[ProjectLanguage]) -> Summary:
    by_language = totals_by_language(project, languages)
    # The filter by annotator uses the index of surplus annotations.
    surplus = Annotation.objects.filter(
        annotator__project=project, surplus=True, excluded_at__isnull=True
    ).count()
    overall = total(totals for _, totals in by_language)
    overall.uses_spans = scheme_of(project).uses_spans
    return Summary(
        policy=project.policy,
        version=project.version,
        surplus=surplus,
        recomputing=recomputing(project),
        overall=overall.to_data(),
        languages=[
            LanguageSummary(
                language=row.language,
                spelling=row.spelling,
                redundancy=row.redundancy or project.redundancy,
                closed=row.closed,
                **vars(totals.to_data()),
            )
            for row, totals in by_language
        ],
    )
