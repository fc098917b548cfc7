"""Projects, memberships and what a person may access in a project."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet

from annotation.models import Annotator, Membership, Project, ProjectLanguage
from annotation.models.project import PROJECT_SCOPE
from foundation.errors import ForbiddenError, InvalidError, NotFoundError
from foundation.models import Job
from morelkit.gold.policy import GoldPolicy
from morelkit.scheme.schemes import Scheme, from_json
from morelkit.text.languages import fold_tag
from morelkit.text.normalization import POLICIES

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


def access(user: User, slug: str, *, lead: bool = False) -> Access:
    """Return the person's access to a project. Raises NotFoundError without a membership, ForbiddenError."""
    membership = memberships_of(user).filter(project__slug=slug).first()
    if membership is None:
        raise NotFoundError("There is no such project, or you do not belong to it.", code="no_project")
    if lead and membership.role != Membership.Role.LEAD:
        raise ForbiddenError("This is for the leads of the project.")
    annotator = Annotator.objects.get(project=membership.project, user=user)
    return Access(user, membership.project, membership, annotator, languages_of(membership.project))


def project_by_slug(slug: str) -> Project:
    """Return the project without a permission check: for commands. Raises NotFoundError."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise NotFoundError(f"There is no project “{slug}”.")
    return project


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
    languages = [fold_tag(tag) for tag in chosen] or [tag for tag, row in rows.items() if row.items]
    for tag in languages:
        if tag not in rows:
            raise InvalidError(f"The project has no language “{tag[:64]}”.", code="unknown_language")
    return {tag: policy.min_annotations or rows[tag].redundancy or project.redundancy for tag in languages}


def scheme_of(project: Project) -> Scheme:
    return from_json(project.scheme)


def known_policy(name: str) -> str:
    if name not in POLICIES:
        raise InvalidError(
            f"There is no normalization policy “{name}”. Known: {', '.join(POLICIES)}.", code="policy"
        )
    return name
