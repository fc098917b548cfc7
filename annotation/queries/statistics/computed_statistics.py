"""The statistics that a job computes, as they are stored, and how old they are."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, cast

from django.utils import timezone

from annotation.models import Annotation, DearFigures, Item, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.agreement_measures import OVERALL
from annotation.queries.statistics.dawid_skene import FIGURE
from foundation.models import Job
from morelkit.agreement.measures import AgreementMeasures

KIND: Final = "dear_figures"
EVERY: Final = timedelta(minutes=5)
"""Looking alone starts no computation more often than this."""


@dataclass(frozen=True)
class Computation:
    state: Job.State
    done: Annotated[int, "Items."]
    total: int
    message: str


@dataclass(frozen=True)
class LanguageMeasures:
    """`figures`: null until they were computed."""

    language: str
    spelling: str
    figures: AgreementMeasures | None


@dataclass(frozen=True)
class Agreement:
    """`as_of`: when they were computed, null: never. `stale`: something has changed since, `saves_since` counts
    the annotations that were submitted. `due`: looking is reason enough to have them computed again.
    """

    policy: Annotated[str, "In force; figures name their own."]
    version: Annotated[int, "Of the project, as in its summary: what is behind it has not been seen."]
    as_of: datetime | None
    stale: bool
    saves_since: int
    due: bool
    run: Computation | None
    overall: AgreementMeasures | None
    languages: list[LanguageMeasures]


def latest_computation(project: Project) -> Job | None:
    return Job.objects.filter(scope=job_scope(project.pk), kind=KIND).order_by("-pk").first()


def computed_statistics(project: Project) -> Agreement:
    stored = {row.language: row for row in DearFigures.objects.filter(project=project)}
    newest = stored.get(OVERALL)
    latest = latest_computation(project)
    stale = is_stale(project, newest)
    return Agreement(
        policy=project.policy,
        version=project.version,
        as_of=newest.as_of if newest else None,
        stale=stale,
        saves_since=saves_since(project, newest) if newest else 0,
        due=stale and may_begin(latest),
        run=_computation(latest) if latest else None,
        overall=newest.figures if newest else None,
        languages=[
            LanguageMeasures(
                row.language,
                row.spelling,
                _without_aggregate(stored[row.language].figures) if row.language in stored else None,
            )
            for row in languages_of(project)
        ],
    )


def _without_aggregate(stored: dict[str, Any]) -> AgreementMeasures:
    """Without what is shown with gold."""
    return cast(AgreementMeasures, {name: value for name, value in stored.items() if name != FIGURE})


def is_stale(project: Project, stored: DearFigures | None) -> bool:
    """Whether anything that leads see has changed since, agreement or not."""
    return stored is None or (stored.version, stored.policy) != (project.version, project.policy)


def may_begin(latest: Job | None) -> bool:
    """Whether looking is reason enough: no computation is open, and none was created in the last minutes."""
    return latest is None or (latest.state not in Job.OPEN and latest.created_at <= timezone.now() - EVERY)


def saves_since(project: Project, stored: DearFigures) -> int:
    # Through the annotators: they are few, and the index of annotations by time starts with them.
    return Annotation.objects.filter(
        annotator__project=project,
        saved_at__gt=stored.as_of,
        submitted__saved_at__gt=stored.as_of,
        item__kind=Item.Kind.WORK,
    ).count()


def _computation(job: Job) -> Computation:
    return Computation(Job.State(job.state), job.done, job.total, job.message)
