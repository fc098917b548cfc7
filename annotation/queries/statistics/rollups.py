"""The summary of a project, read from rollups only, so that its time does not depend on the number of items."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from django.db.models import Count

from annotation.models import Annotation, Item, Project, ProjectLanguage, Rollup
from annotation.models.project import job_scope
from annotation.queries.annotate.counted_items import work_items
from annotation.queries.projects.access import languages_of, record_format_of
from foundation.models import Job
from morelkit.agreement.character_counts import AGREEMENT_SCALE, ItemCount
from morelkit.agreement.percentage import item_agreement_scaled
from morelkit.scheme.schemes import Scheme

POLICY_JOB = "change_policy"


@dataclass(frozen=True)
class SummaryTotals:
    """`counted`: items over which `agreement` is the mean. The extremes are over all items.

    In a scheme without spans, `agreement` is the percentage agreement on item labels. `outside`: items with annotations
    that are not in the balanced sample, or have implied labels; they are not in `items`, `complete` and `over_full`.
    `annotations` has theirs, the `outside_annotations`, too.
    """

    items: int
    complete: int
    annotations: int
    counted: int
    agreement: float | None
    annotators_min: int
    annotators_max: int
    over_full: int
    outside: int
    outside_annotations: int


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
    implied: Annotated[int, "Items whose answer implies their labels; nobody annotates them."]
    overall: SummaryTotals
    languages: list[LanguageSummary]


@dataclass
class Totals:
    """Totals of some languages of a project under one policy."""

    items: int = 0
    complete: int = 0
    over_full: int = 0
    histogram: Counter[int] = field(default_factory=Counter)  # n → items, n ≥ 1
    agreement_sum: int = 0  # scaled, over counted items
    counted: int = 0  # items with an agreement
    outside: Counter[int] = field(default_factory=Counter)  # as `histogram`, of items outside of the sample

    @property
    def annotations(self) -> int:
        return sum(n * items for n, items in self.histogram.items())

    @property
    def agreement(self) -> float | None:
        """Mean agreement over the counted items."""
        return self.agreement_sum / (self.counted * AGREEMENT_SCALE) if self.counted else None

    def extremes(self) -> tuple[int, int]:
        """Fewest and most counted annotations of an item, over all items."""
        ns = [n for n, items in self.histogram.items() if items]
        untouched = self.items > (self.histogram - self.outside).total()
        return (0 if untouched or not ns else min(ns)), max(ns, default=0)

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.items + other.items,
            self.complete + other.complete,
            self.over_full + other.over_full,
            self.histogram + other.histogram,
            self.agreement_sum + other.agreement_sum,
            self.counted + other.counted,
            self.outside + other.outside,
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
            outside=self.outside.total(),
            outside_annotations=sum(n * items for n, items in self.outside.items()),
        )


def totals_by_language(
    project: Project, languages: Iterable[ProjectLanguage]
) -> list[tuple[ProjectLanguage, Totals]]:
    rollups = {row.language: row for row in Rollup.objects.filter(project=project, policy=project.policy)}
    outside = _outside_of_sample(project)
    return [
        (row, _totals(project, row, rollups.get(row.language), outside[row.language])) for row in languages
    ]


def _totals(
    project: Project, language: ProjectLanguage, rollup: Rollup | None, outside: Counter[int]
) -> Totals:
    histogram = Counter({int(n): items for n, items in rollup.histogram.items()}) if rollup else Counter()
    planned = histogram - outside
    redundancy = language.redundancy or project.redundancy
    capped = project.assignment != Project.AssignmentPolicy.EVERYONE
    reached = sum(items for n, items in planned.items() if n >= redundancy)
    closed = language.items if language.closed else 0
    return Totals(
        items=language.items,
        complete=reached if capped else closed,
        over_full=sum(items for n, items in planned.items() if n > redundancy) if capped else 0,
        histogram=histogram,
        agreement_sum=rollup.agreement_sum if rollup else 0,
        counted=rollup.compared if rollup else 0,
        outside=outside,
    )


def _outside_of_sample(project: Project) -> dict[str, Counter[int]]:
    """By language: the items with annotations that no annotator was to get, n → items."""
    outside: dict[str, Counter[int]] = defaultdict(Counter)
    if project.assignment == Project.AssignmentPolicy.BALANCED or record_format_of(project).implies_labels:
        rows = Item.objects.filter(project=project).outside_of_sample().order_by()
        for language, n, items in rows.values_list("language", "counted").annotate(Count("pk")):
            outside[language][n] += items
    return outside


def ready_items(project: Project, minimum: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """`count_ready_items` of releases, from the rollups: in the same time for any number of items.

    A balanced sample does not contain all items: there the items are counted. Those whose answer implies their labels
    are ready with any number of annotations.
    """
    by_language = {row.language: totals for row, totals in totals_by_language(project, languages_of(project))}
    found = {}
    for language, least in minimum.items():
        totals = by_language[language]
        ready = sum(items for n, items in totals.histogram.items() if n >= least)
        balanced = project.assignment == Project.AssignmentPolicy.BALANCED
        items = totals.items
        if record_format_of(project).implies_labels:
            implied = work_items(project, language).filter(labels_implied=True)
            ready += implied.filter(counted__lt=least).count()
            items += implied.count()
        if balanced:
            items = work_items(project, language).count()
        found[language] = {"ready": ready, "short": items - ready}
    return found


def stored_agreement(scheme: Scheme, count: ItemCount, choices: Iterable[Mapping[str, str]]) -> int | None:
    """The agreement of an item, scaled: of the spans; in a scheme without spans, of the item labels (`choices`)."""
    return count.agreement_scaled if scheme.uses_spans else item_agreement_scaled(choices)


def total(totals: Iterable[Totals]) -> Totals:
    return sum(totals, Totals())


def recomputing(project: Project) -> Recomputing | None:
    if not project.next_policy:
        return None
    job = Job.objects.filter(scope=job_scope(project.pk), kind=POLICY_JOB).latest("pk")
    failed = job.message if job.state == Job.State.FAILED else None
    return Recomputing(project.next_policy, job.done, job.total, failed)


def _implied_items(project: Project) -> int:
    if not record_format_of(project).implies_labels:
        return 0
    return work_items(project).filter(labels_implied=True).count()


def summary(project: Project, languages: Iterable[ProjectLanguage]) -> Summary:
    by_language = totals_by_language(project, languages)
    # The filter by annotator uses the index of surplus annotations.
    surplus = Annotation.objects.filter(
        annotator__project=project, surplus=True, excluded_at__isnull=True
    ).count()
    overall = total(totals for _, totals in by_language)
    return Summary(
        policy=project.policy,
        version=project.version,
        surplus=surplus,
        recomputing=recomputing(project),
        implied=_implied_items(project),
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
