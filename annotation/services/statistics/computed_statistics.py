"""The job that computes and stores statistics that are too slow to update on every save."""

from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from annotation.models import Breakdowns, ComputedStatistics, Item, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of, scheme_of
from annotation.queries.statistics.agreement_measures import OVERALL, agreement_measures
from annotation.queries.statistics.breakdowns import compute_breakdowns
from annotation.queries.statistics.computed_statistics import KIND, is_stale, latest_computation, may_start
from annotation.queries.statistics.dawid_skene import STORED_KEY, dawid_skene, to_json
from annotation.services.statistics.annotator_statistics import refresh_annotator_statistics
from foundation.jobs import Progress, job_kind, starter
from foundation.models import Job
from foundation.write_transaction import write_transaction


def request_computation(project: Project, *, asked: bool) -> None:
    """Create a job that computes the statistics, unless one is open. Without `asked`, only if they are due."""
    if not asked and not _is_due(project):
        return
    try:
        with write_transaction():
            # Only the latest job is shown, and each page view may start one.
            Job.objects.filter(scope=job_scope(project.pk), kind=KIND).exclude(state__in=Job.OPEN).delete()
            Job.objects.create(
                scope=job_scope(project.pk), kind=KIND, started_by=starter() if asked else None
            )
    except IntegrityError:
        pass  # another request has created it


def _is_due(project: Project) -> bool:
    stored = ComputedStatistics.objects.filter(project=project, language=OVERALL).first()
    return is_stale(project, stored) and may_start(latest_computation(project))


@job_kind(KIND, queue="statistics")
def run(job: Job, progress: Progress) -> None:
    """Compute all statistics and store them in one transaction. After a kill it starts again."""
    as_of = timezone.now()
    project = project_of(job)
    total = Item.objects.visible(project).filter(kind=Item.Kind.WORK).count()
    progress(0, total)
    measures = agreement_measures(project, project.policy, lambda done: progress(done, total))
    statistics: dict[str, dict[str, Any]] = {language: {**found} for language, found in measures.items()}
    if scheme_of(project).uses_spans:
        for language in statistics.keys() - {OVERALL}:
            aggregate = dawid_skene(project, language, project.policy, lambda: progress(total, total))
            statistics[language][STORED_KEY] = to_json(aggregate)
    rows = [
        ComputedStatistics(
            project=project,
            language=language,
            policy=project.policy,
            version=project.version,
            as_of=as_of,
            statistics=found,
        )
        for language, found in statistics.items()
    ]
    sums = refresh_annotator_statistics(project, lambda: progress(total, total))
    breakdowns = compute_breakdowns(project, sums, lambda: progress(total, total))
    with write_transaction():
        Breakdowns.objects.update_or_create(
            project=project, defaults={"policy": project.policy, "as_of": as_of, "breakdowns": breakdowns}
        )
        ComputedStatistics.objects.filter(project=project).delete()
        ComputedStatistics.objects.bulk_create(rows)
    progress(total, total)
