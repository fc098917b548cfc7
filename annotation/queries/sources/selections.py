"""Selections of a project, their criteria, and what they leave of its items."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import QuerySet

from annotation.models import Project, Selection, Source
from annotation.queries.projects.access import scheme_of
from annotation.queries.sources.source_computations import source_computation
from annotation.queries.sources.source_judgements import compared_batches
from annotation.queries.statistics.computed_statistics import Computation
from foundation.errors import NotFoundError, wrong_field
from morelkit.judges.comparison import questions_of
from morelkit.judges.selection import Attrition, Criteria, Sums, verdict
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import NO_LANGUAGE

KIND: Final = "selection"
RESULT: Final = "attrition"
MAX_SOURCES: Final = 20


@dataclass(frozen=True)
class SelectionCriteria:
    """`question`: an item label, or `claims`. `sources`: ids of those that must agree. `people`: so must they."""

    question: str
    sources: tuple[int, ...]
    people: bool


@dataclass(frozen=True)
class SelectedSource:
    id: int
    name: str
    version: str
    archived: Annotated[bool, "No release can be built while it is."]


@dataclass(frozen=True)
class SavedSelection:
    id: int
    name: str
    question: Annotated[str, "An item label, or `claims`."]
    people: Annotated[bool, "Whether the majority of people must agree too."]
    sources: list[SelectedSource]
    archived: bool
    created_by: Annotated[str, "Empty: created on the command line."]
    created_at: datetime


@dataclass(frozen=True)
class SelectedSums:
    items: int
    claims: Annotated[int, "0 if the scheme has no spans."]
    characters: Annotated[int, "Code points of all answers."]


@dataclass(frozen=True)
class SelectedLanguage:
    """`before`: all work items; `after`: those that stay."""

    language: str
    before: SelectedSums
    after: SelectedSums


@dataclass(frozen=True)
class SelectedChoice:
    """Units (items or claims) with this choice."""

    choice: str
    before: int
    after: int


@dataclass(frozen=True)
class SelectedLabels:
    source: Annotated[int | None, "Null: the majority of people."]
    choices: list[SelectedChoice]


@dataclass(frozen=True)
class SelectionAttrition:
    policy: Annotated[str, "Normalization policy; gold of people is the majority."]
    languages: list[SelectedLanguage]
    labels: list[SelectedLabels]


@dataclass(frozen=True)
class SelectionReport:
    """`attrition` is null until it is computed. `stale`: the project or its sources have changed since. `due`: a page
    view may start a computation.
    """

    as_of: datetime | None
    stale: bool
    due: bool
    run: Annotated[Computation | None, "The latest job with these criteria."]
    attrition: SelectionAttrition | None


def selections_of(project: Project) -> QuerySet[Selection]:
    """All selections, the latest first, archived ones included."""
    rows = Selection.objects.filter(project=project).select_related("created_by").order_by("-pk")
    return rows.prefetch_related("chosen__source")


def selection_by_name(project: Project, name: str) -> Selection:
    """The selection of this name that is not archived. Raises InvalidError."""
    found = selections_of(project).filter(name=name, archived_at=None).first()
    if found is None:
        raise wrong_field("selection", f"There is no selection “{name[:60]}” in use.", "unknown")
    return found


def selection_of(project: Project, key: int) -> Selection:
    """Raises NotFoundError."""
    found = selections_of(project).filter(pk=key).first()
    if found is None:
        raise NotFoundError("There is no such selection in this project.")
    return found


def selection_data(row: Selection) -> SavedSelection:
    sources = sorted((each.source for each in row.chosen.all()), key=lambda each: each.pk)
    return SavedSelection(
        id=row.pk,
        name=row.name,
        question=row.question,
        people=row.people,
        sources=[
            SelectedSource(each.pk, each.name, each.version, each.archived_at is not None) for each in sources
        ],
        archived=row.archived_at is not None,
        created_by=row.created_by.username if row.created_by else "",
        created_at=row.created_at,
    )


def choices_of(scheme: Scheme, name: str) -> tuple[str, ...]:
    """The choices of an item label or of claims. Raises InvalidError for an unknown question."""
    for question in questions_of(scheme):
        if question.name == name:
            return question.choices
    raise wrong_field("question", f"There is no item label “{name[:80]}”.", "unknown")


def usable_sources(project: Project, keys: Sequence[int]) -> list[Source]:
    """The sources in the order of their import. Raises InvalidError for one that is not in use."""
    found = list(Source.objects.current(project).filter(pk__in=keys).order_by("pk"))
    if missing := set(keys) - {each.pk for each in found}:
        name = Source.objects.visible(project).filter(pk__in=missing).first()
        if name is None:
            raise wrong_field("sources", "There is no such source in this project.", "unknown")
        raise wrong_field("sources", f"The source “{name}” is archived. Restore it first.", "archived")
    return found


def checked_criteria(project: Project, criteria: SelectionCriteria) -> list[Source]:
    """The sources of valid criteria. Raises InvalidError."""
    choices_of(scheme_of(project), criteria.question)
    sources = usable_sources(project, criteria.sources)
    if len(sources) + criteria.people < 2:
        raise wrong_field(
            "sources", "Choose two sources, or a source and people: one alone always agrees.", "too_few"
        )
    if len(sources) > MAX_SOURCES:
        raise wrong_field("sources", f"Choose at most {MAX_SOURCES} sources.", "too_many")
    return sources


def criteria_from_json(value: Mapping[str, Any]) -> SelectionCriteria:
    return SelectionCriteria(value["question"], tuple(value["sources"]), value["people"])


def selection_report(project: Project, criteria: SelectionCriteria) -> SelectionReport:
    """What a job has found that the selection leaves. Raises InvalidError for wrong criteria."""
    checked_criteria(project, criteria)
    computed = source_computation(project, KIND, asdict(criteria), RESULT)
    return SelectionReport(
        as_of=computed.as_of,
        stale=computed.stale,
        due=computed.due,
        run=computed.run,
        attrition=SelectionAttrition(**computed.found) if computed.found else None,  # JSON of the same shape
    )


def attrition_of(
    project: Project, criteria: SelectionCriteria, watch: Callable[[int], object] = lambda done: None
) -> SelectionAttrition:
    """Compute what the selection leaves of all work items. `watch` is called often with the number of items read."""
    sources = checked_criteria(project, criteria)
    choices = choices_of(scheme_of(project), criteria.question)
    wanted = Criteria(criteria.question, tuple(str(each.pk) for each in sources), criteria.people)
    found, done = Attrition(choices, len(sources)), 0
    for comparison in compared_batches(project, sources):
        for item in comparison.items:
            found.add(item.language or NO_LANGUAGE, verdict(comparison, wanted, item))
        done += len(comparison.items)
        watch(done)
    return SelectionAttrition(
        policy=project.policy,
        languages=[
            SelectedLanguage(language, _sums(change.before), _sums(change.after))
            for language, change in sorted(found.languages.items())
        ],
        labels=[
            SelectedLabels(key, [SelectedChoice(choice, *pair) for choice, pair in counted.items()])
            for key, counted in zip((None, *(each.pk for each in sources)), found.labels(), strict=True)
        ],
    )


def _sums(sums: Sums) -> SelectedSums:
    return SelectedSums(sums.items, sums.claims, sums.characters)
