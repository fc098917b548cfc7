"""Projects, memberships and what a person may access in a project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONArray

from annotation.models import Annotator, Item, Membership, Project, ProjectLanguage
from annotation.models.project import PROJECT_SCOPE
from foundation.errors import ForbiddenError, InvalidError, NotFoundError
from foundation.models import Job
from foundation.prepared_statements import JSONRows, prepared
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.registry import BY_NAME
from morelkit.gold.policy import GoldPolicy
from morelkit.scheme.schemes import Scheme, from_json
from morelkit.text.languages import fold_tag
from morelkit.text.normalization import POLICIES

EVERY_LANGUAGE = "*"
"""The working language of a member who gets items in all of their languages."""

Role = Membership.Role
AssignmentPolicy = Project.AssignmentPolicy


@dataclass(frozen=True, slots=True)
class Access:
    """A member of a project, with their annotator."""

    user: User
    project: Project
    membership: Membership
    annotator: Annotator
    languages: tuple[ProjectLanguage, ...]  # all of the project's

    @property
    def is_lead(self) -> bool:
        return self.membership.role == Membership.Role.LEAD

    @property
    def may_create(self) -> bool:
        """Whether the person chooses candidates: a lead, or an annotator to whom a lead gave this right."""
        return self.is_lead or self.membership.creation

    @property
    def languages_by_tag(self) -> dict[str, ProjectLanguage]:
        return {row.language: row for row in self.languages}

    @property
    def my_languages(self) -> list[str]:
        """The languages that the person works in, in the project's order."""
        return [row.language for row in self.my_language_rows]

    @property
    def my_language_rows(self) -> list[ProjectLanguage]:
        mine = self.membership.languages
        return [row for row in self.languages if not mine or row.language in mine]

    @property
    def working_language(self) -> str:
        """The one of their languages in which the person gets items; empty: in all of them."""
        chosen = self.membership.working_language
        return chosen if chosen in self.my_languages else ""

    @property
    def working_language_rows(self) -> list[ProjectLanguage]:
        chosen = self.working_language
        return [row for row in self.my_language_rows if not chosen or row.language == chosen]

    @property
    def must_choose_language(self) -> bool:
        """Whether several languages have items, and the person has not said in which one they work."""
        if self.working_language or self.membership.working_language == EVERY_LANGUAGE:
            return False
        return sum(1 for row in self.my_language_rows if row.items and not row.closed) > 1


CREATE_PROJECTS = "annotation.add_project"
"""The permission to create projects. Site administrators have it."""


def may_create_projects(user: User) -> bool:
    return user.has_perm(CREATE_PROJECTS)


def access(user: User, slug: str, *, lead: bool = False) -> Access:
    """Return the person's access to a project. Raises NotFoundError without a membership, ForbiddenError."""
    membership = _membership.first(user.pk, slug)
    if membership is None:
        raise NotFoundError("There is no such project, or you do not belong to it.", code="no_project")
    if lead and membership.role != Membership.Role.LEAD:
        raise ForbiddenError("This is for the leads of the project.")
    found: Any = membership
    languages = _languages(membership.project, found.project_languages)
    return Access(user, membership.project, membership, found.own_annotator, languages)


@prepared
def _membership(user: int, slug: str) -> "QuerySet[Membership]":
    """The membership with project, annotator and the project's languages."""
    languages = ProjectLanguage.objects.filter(project=OuterRef("project")).order_by().values("project")
    rows = languages.annotate(rows=JSONRows(JSONArray(*_LANGUAGE_FIELDS))).values("rows")
    own = FilteredRelation("project__annotator", condition=Q(project__annotator__user=user))
    found = Membership.objects.filter(user=user, ended_at__isnull=True, project__slug=slug)
    found = found.annotate(own_annotator=own, project_languages=Subquery(rows))
    return found.select_related("project", "own_annotator")  # type: ignore[misc]  # a filtered relation


_LANGUAGE_FIELDS = ("id", "language", "spelling", "redundancy", "closed", "items")


def _languages(project: Project, rows: list[list[Any]] | None) -> tuple[ProjectLanguage, ...]:
    """Return the languages from rows of `_LANGUAGE_FIELDS`, in order. SQLite has no booleans."""
    found = [
        ProjectLanguage(
            id=pk,
            project=project,
            language=language,
            spelling=spelling,
            redundancy=redundancy,
            closed=bool(closed),
            items=items,
        )
        for pk, language, spelling, redundancy, closed, items in rows or ()
    ]
    for row in found:
        row._state.adding = False
    return tuple(sorted(found, key=lambda row: row.language))


def project_by_slug(slug: str) -> Project:
    """Return the project without a permission check: for commands. Raises NotFoundError."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise NotFoundError(f"There is no project “{slug}”.")
    return project


def writable_project(slug: str) -> Project:
    """Return the project for a command that changes it. Raises NotFoundError, ForbiddenError if it is archived."""
    project = project_by_slug(slug)
    refuse_archived(project)
    return project


def refuse_archived(project: Project) -> None:
    """Raise ForbiddenError if the project is archived."""
    if project.archived_at is not None:
        raise ForbiddenError(
            f"“{project.name}” is archived: it can be read and not changed. A lead can reopen it.",
            code="archived",
        )


def project_of(job: Job) -> Project:
    """Return the project of the job's scope."""
    return Project.objects.get(pk=int(job.scope.removeprefix(PROJECT_SCOPE)))


def memberships_of(user: User) -> QuerySet[Membership]:
    rows = Membership.objects.filter(user=user, ended_at__isnull=True)
    return rows.select_related("project").order_by("project__name", "pk")


def languages_of(project: Project) -> tuple[ProjectLanguage, ...]:
    return tuple(ProjectLanguage.objects.filter(project=project).order_by("language"))


def known_language(here: Access, tag: str) -> str:
    """Return the tag as it is stored. Raises NotFoundError if the project lacks the language."""
    language = fold_tag(tag)
    if language not in {row.language for row in here.languages}:
        raise NotFoundError(f"The project has no language “{tag[:64]}”.", code="unknown_language")
    return language


def minimum_by_language(project: Project, language: str, minimum: int | None) -> dict[str, int]:
    """Return the least number of annotations by language: `minimum`, or the redundancy of the language.

    Raises InvalidError if the project lacks a `language` that is not empty.
    """
    rows = {row.language: row for row in languages_of(project)}
    if language and language not in rows:
        raise InvalidError(f"The project has no language “{language}”.", code="unknown_language")
    return {code: minimum or row.redundancy or project.redundancy for code, row in rows.items()}


def minimum_under_policy(project: Project, policy: GoldPolicy, chosen: Sequence[str] = ()) -> dict[str, int]:
    """Return the least number of annotations under the policy, by language.

    Without `chosen`, for all languages with items. Raises InvalidError for a language that the project lacks.
    """
    rows = {row.language: row for row in languages_of(project)}
    languages = [fold_tag(tag) for tag in chosen]
    if not languages:
        implied = set[str]()
        if record_format_of(project).implies_labels:
            items = Item.objects.visible(project).filter(labels_implied=True).order_by()
            implied |= set(items.values_list("language", flat=True).distinct())
        languages = [tag for tag, row in rows.items() if row.items or tag in implied]
    for tag in languages:
        if tag not in rows:
            raise InvalidError(f"The project has no language “{tag[:64]}”.", code="unknown_language")
    return {tag: policy.min_annotations or rows[tag].redundancy or project.redundancy for tag in languages}


def scheme_of(project: Project) -> Scheme:
    return from_json(project.scheme)


def record_format_of(project: Project) -> RecordFormat:
    return BY_NAME[project.record_format]


def known_policy(name: str) -> str:
    if name not in POLICIES:
        raise InvalidError(
            f"There is no normalization policy “{name}”. Known: {', '.join(POLICIES)}.", code="policy"
        )
    return name
