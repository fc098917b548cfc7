"""Reads of the computed statistics of a project, their age and the state of their job."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, cast

from django.utils import timezone

from annotation.models import Annotation, ComputedStatistics, Item, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.agreement_measures import OVERALL
from annotation.queries.statistics.dawid_skene import STORED_KEY
from foundation.models import Job
from morelkit.agreement.measures import AgreementMeasures

KIND: Final = "computed_statistics"
MIN_INTERVAL: Final = timedelta(minutes=5)
"""Minimum time between two computations that page views start."""


@dataclass(frozen=True)
class Computation:
    state: Job.State
    done: Annotated[int, "Items."]
    total: int
    message: str


@dataclass(frozen=True)
class LanguageMeasures:
    """Agreement measures of a language. `figures` is null until they are computed."""

    language: str
    spelling: str
    figures: AgreementMeasures | None


@dataclass(frozen=True)
class Agreement:
    """Agreement measures of a project. `as_of` is null until they are computed.

    `stale`: the project has changed since. `saves_since`: annotations submitted since. `due`: a page view may start a
    computation.
    """

    policy: Annotated[str, "Current policy; the measures name the policy that they were computed with."]
    version: Annotated[int, "Of the project, as in its summary."]
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
    rows = ComputedStatistics.objects.filter(project=project)
    stored = {row.language: row for row in rows if _has_all_fields(row.statistics)}
    newest = stored.get(OVERALL)
    latest = latest_computation(project)
    stale = is_stale(project, newest)
    return Agreement(
        policy=project.policy,
        version=project.version,
        as_of=newest.as_of if newest else None,
        stale=stale,
        saves_since=saves_since(project, newest) if newest else 0,
        due=stale and may_start(latest),
        run=computation(latest) if latest else None,
        overall=newest.statistics if newest else None,
        languages=[
            LanguageMeasures(
                row.language,
                row.spelling,
                _without_aggregate(stored[row.language].statistics) if row.language in stored else None,
            )
            for row in languages_of(project)
        ],
    )


def _has_all_fields(stored: dict[str, Any]) -> bool:
    """Return whether the statistics were not stored by an earlier version, which had no votes and no use of labels."""
    labels = (*stored["item_labels"], *stored["span_labels"])
    return all("splits" in label or "used" in label for label in labels)


def _without_aggregate(stored: dict[str, Any]) -> AgreementMeasures:
    """Measures without the Dawid–Skene estimates, which are shown on the gold page."""
    return cast(AgreementMeasures, {name: value for name, value in stored.items() if name != STORED_KEY})


def is_stale(project: Project, stored: ComputedStatistics | None) -> bool:
    """Return whether the project or its policy has changed since the computation, or Morel has more statistics."""
    if stored is None or not _has_all_fields(stored.statistics):
        return True
    return (stored.version, stored.policy) != (project.version, project.policy)


def may_start(latest: Job | None) -> bool:
    """Return whether a page view may start a computation: none is open or was created within `MIN_INTERVAL`."""
    return latest is None or (
        latest.state not in Job.OPEN and latest.created_at <= timezone.now() - MIN_INTERVAL
    )


def saves_since(project: Project, stored: ComputedStatistics) -> int:
    # The filter by annotator uses the index of annotations by annotator and time.
    return Annotation.objects.filter(
        annotator__project=project,
        saved_at__gt=stored.as_of,
        submitted__saved_at__gt=stored.as_of,
        item__kind=Item.Kind.WORK,
    ).count()


def computation(job: Job) -> Computation:
    return Computation(Job.State(job.state), job.done, job.total, job.message)
