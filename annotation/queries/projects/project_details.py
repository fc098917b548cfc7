"""What its members see of a project: its card in the list of projects, and its settings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from annotation.models import NamesShownPeriod, Project, ProjectLanguage
from annotation.queries.projects.access import Access, AssignmentPolicy, Role
from annotation.queries.projects.project_scheme import SchemeData
from annotation.queries.shapes import CreationProgress, MyProgress
from morelkit.formats.registry import NAMES
from morelkit.scheme.schemes import PRESET_NAMES

QuestionnaireState = Literal["closed", "open", "invited"]


@dataclass(frozen=True)
class NamesShown:
    """A time in which a lead had turned anonymity off, for a reason that members see. `until`: null if it lasts."""

    since: datetime
    until: datetime | None
    reason: str


@dataclass(frozen=True)
class ProjectProgress:
    items: int
    complete: int
    annotations: int


@dataclass(frozen=True)
class CurrentDraft:
    item: int
    question: str
    spans: int


@dataclass(frozen=True)
class ProjectCard:
    slug: str
    name: str
    description: str
    role: Role
    languages: list[str]
    mine: MyProgress
    project: ProjectProgress
    agreement: float | None
    counted: int
    policy: str
    names_shown: Annotated[list[NamesShown], "Latest first."]
    questionnaire: Annotated[QuestionnaireState, "`invited`: open, and not yet answered or dismissed."]
    published: Annotated[int, "Number of published releases."]
    creation: Annotated[CreationProgress | None, "Null: no questions, or the person chooses no candidates."]
    current: CurrentDraft | None


@dataclass(frozen=True)
class ProjectLanguageData:
    language: str
    spelling: str
    redundancy: int
    own_redundancy: Annotated[int | None, "Where it differs from the project's."]
    closed: bool


@dataclass(frozen=True)
class ProjectData:
    slug: str
    name: str
    description: str
    role: Role
    assignment: AssignmentPolicy
    redundancy: int
    quota: Annotated[int, "Items a person may have; 0: any number."]
    notice_after: Annotated[int, "Seconds spent on an item after which a notice appears; 0: never."]
    notice_repeats: Annotated[bool, "The notice appears again each time these seconds have passed."]
    sample: Annotated[int, "Items of each question, prompt and model, where it is balanced."]
    question_cap: Annotated[int, "Items of each question, where it is balanced; 0: any number."]
    assignment_field: Annotated[str, "The field that names an item's annotator, where a field decides."]
    record_format: Annotated[str, {"enum": NAMES}]
    only_reference: Annotated[
        bool, "Answers are judged by the reference alone: no other pages are consulted."
    ]
    policy: str
    next_policy: Annotated[str, "Chosen, and in force once all is recomputed under it; blank: none."]
    anonymous: Annotated[bool, "Leads see pseudonyms, not names."]
    names_shown: Annotated[list[NamesShown], "Latest first."]
    questionnaire: Annotated[QuestionnaireState, "`invited`: open, and not yet answered or dismissed."]
    adjudication: Annotated[bool, "Curators decide on items, and gold says where it comes from."]
    other_sources: Annotated[bool, "Links may lead elsewhere than to Wikipedia."]
    archived: Annotated[bool, "The project is read-only and in no list."]
    languages: list[ProjectLanguageData]
    my_languages: list[str]
    working_language: Annotated[
        str, "Language of the person's next items; blank: all languages of the person."
    ]
    ahead: Annotated[int, "Items that a person may have reserved in advance."]
    scheme: SchemeData
    mine: MyProgress


@dataclass(frozen=True)
class ProjectCardList:
    results: list[ProjectCard]
    next: str | None
    may_create: Annotated[bool, "The user may create projects."]


@dataclass(frozen=True)
class MadeProject:
    slug: str
    name: str


@dataclass(frozen=True)
class Preset:
    name: Annotated[str, {"enum": PRESET_NAMES}]
    scheme: SchemeData


def names_shown(project: Project) -> list[NamesShown]:
    periods = NamesShownPeriod.objects.filter(project=project)
    return [NamesShown(each.since, each.until, each.reason) for each in periods]


def questionnaire_state(here: Access) -> QuestionnaireState:
    if not here.project.questionnaire_open:
        return "closed"
    return "open" if here.membership.questionnaire_dismissed else "invited"


def project_language(project: Project, row: ProjectLanguage) -> ProjectLanguageData:
    return ProjectLanguageData(
        language=row.language,
        spelling=row.spelling,
        redundancy=row.redundancy or project.redundancy,
        own_redundancy=row.redundancy,
        closed=row.closed,
    )
