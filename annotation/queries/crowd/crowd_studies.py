"""Reads of crowd studies."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Count

from annotation.models import CrowdStudy, Project
from annotation.queries.projects.access import refuse_archived
from foundation.errors import ForbiddenError, NotFoundError

CrowdStudyKind = CrowdStudy.Kind


@dataclass(frozen=True)
class CrowdStudyData:
    """The link is /enter/CODE. `quota`: items per worker. `people`: workers who have entered."""

    id: int
    code: str
    state: Literal["open", "used_up", "revoked"]
    kind: CrowdStudyKind
    study: str
    languages: list[str]
    quota: int
    completion_code: str
    return_url: str
    max_people: int | None
    people: int
    created_at: datetime


@dataclass(frozen=True)
class CrowdStudyOffer:
    """What a worker sees before they enter."""

    name: str
    description: str
    kind: CrowdStudyKind
    languages: list[str]
    quota: int


@dataclass(frozen=True)
class Completion:
    """The progress of a worker. `code` and `return_url` are empty until `done`."""

    done: bool
    submitted: int
    quota: int
    code: str
    return_url: str


def crowd_studies(project: Project) -> list[CrowdStudyData]:
    """Return the project's crowd studies, newest first."""
    rows = CrowdStudy.objects.filter(project=project).annotate(people=Count("workers")).order_by("-pk")
    return [_data(row, row.people) for row in rows]


def crowd_study_data(study: CrowdStudy) -> CrowdStudyData:
    """Return one crowd study as its leads see it."""
    return _data(study, study.workers.count())


def _data(study: CrowdStudy, people: int) -> CrowdStudyData:
    return CrowdStudyData(
        id=study.pk,
        code=study.code,
        state="revoked" if study.revoked_at else "used_up" if is_full(study, people) else "open",
        kind=CrowdStudyKind(study.kind),
        study=study.prolific_study,
        languages=study.languages,
        quota=study.quota,
        completion_code=study.completion_code,
        return_url=study.return_url,
        max_people=study.max_people,
        people=people,
        created_at=study.created_at,
    )


def is_full(study: CrowdStudy, people: int) -> bool:
    return study.max_people is not None and people >= study.max_people


def require_open_study(study: CrowdStudy | None) -> CrowdStudy:
    """Return the study unless it is unknown or revoked. Raises NotFoundError, ForbiddenError."""
    if study is None:
        raise NotFoundError("No study has this address. Check that the link is complete.", code="no_entry")
    if study.revoked_at is not None:
        raise ForbiddenError("This link is closed: nobody can join by it.", code="entry_revoked")
    refuse_archived(study.project)
    return study


def crowd_study_offer(code: str) -> CrowdStudyOffer:
    """Return what a worker sees before they enter. Raises NotFoundError, ForbiddenError."""
    study = require_open_study(CrowdStudy.objects.select_related("project").filter(code=code).first())
    return CrowdStudyOffer(
        name=study.project.name,
        description=study.project.description,
        kind=CrowdStudyKind(study.kind),
        languages=study.languages,
        quota=study.quota,
    )
