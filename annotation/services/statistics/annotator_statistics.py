"""The job that computes and stores the statistics of a project's annotators."""

from collections.abc import Callable, Mapping

from django.db import IntegrityError
from django.utils import timezone

from annotation.models import AnnotatorStatistics, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.queries.statistics.annotator_comparison import ComparisonSums
from annotation.queries.statistics.annotator_statistics import (
    KIND,
    OVERALL,
    AnnotatorTable,
    agreement_details,
    annotator_rows,
    is_stale,
    latest_computation,
    sums_by_language,
    total_sums,
)
from annotation.queries.statistics.annotator_work import annotator_work
from annotation.queries.statistics.computed_statistics import may_start
from foundation.jobs import Progress, job_kind
from foundation.models import Job
from foundation.write_transaction import write_transaction


def request_annotator_statistics(project: Project, *, asked: bool) -> None:
    """Create a job that computes the statistics, unless one is open. Without `asked`, only if they are due."""
    stored = AnnotatorStatistics.objects.filter(project=project, language=OVERALL).first()
    if not asked and not (is_stale(project, stored) and may_start(latest_computation(project))):
        return
    try:
        with write_transaction():
            # Only the latest job is shown, and each page view may start one.
            Job.objects.filter(scope=job_scope(project.pk), kind=KIND).exclude(state__in=Job.OPEN).delete()
            Job.objects.create(scope=job_scope(project.pk), kind=KIND)
    except IntegrityError:
        pass  # another request has created it


@job_kind(KIND, queue="annotators")
def run(job: Job, progress: Progress) -> None:
    """Compute the statistics and store them in one transaction. After a kill it starts again."""
    done = 0

    def beat() -> None:
        nonlocal done
        progress(done := done + 1, 0)

    refresh_annotator_statistics(project_of(job), beat)


def refresh_annotator_statistics(project: Project, beat: Callable[[], object]) -> ComparisonSums:
    """Compute the statistics, store them and return the sums of all languages."""
    as_of = timezone.now()
    by_language = sums_by_language(project, beat)
    total = total_sums(by_language)
    overall: AnnotatorTable = {
        "annotators": {str(who): row for who, row in annotator_rows(project, total).items()},
        "work": {str(who): work.to_json() for who, work in annotator_work(project, beat).items()},
        "details": agreement_details(by_language),
    }
    rows: list[tuple[str, Mapping[str, object], str]] = [(OVERALL, overall, "")]
    rows += [(language, sums.to_json(), digest) for language, sums, digest in by_language]
    beat()
    with write_transaction():
        # Two computations that end together would both insert rows.
        Project.objects.select_for_update().get(pk=project.pk)
        AnnotatorStatistics.objects.filter(project=project).delete()
        AnnotatorStatistics.objects.bulk_create(
            AnnotatorStatistics(
                project=project,
                language=language,
                policy=project.policy,
                version=project.version,
                digest=digest,
                as_of=as_of,
                statistics=statistics,
            )
            for language, statistics, digest in rows
        )
    return total
