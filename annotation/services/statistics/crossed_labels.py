"""The job that computes gold by fields of a large project."""

from dataclasses import asdict

from django.utils import timezone

from annotation.models import Project
from annotation.queries.annotate.counted_items import work_items
from annotation.queries.projects.access import project_of
from annotation.queries.statistics.computed_crossed_labels import (
    KIND,
    Crossing,
    compute_tables,
    crossing_from_json,
)
from annotation.services.statistics.jobs_by_options import request_job
from foundation.errors import InvalidError
from foundation.jobs import Progress, heartbeat, job_kind
from foundation.models import Job


def request_crossed_labels(project: Project, asked: Crossing) -> None:
    """Create a job that computes the tables, unless one is open."""
    request_job(project, KIND, asked.to_json())


@job_kind(KIND, queue="statistics")
def run(job: Job, progress: Progress) -> None:
    """Compute the tables and store them with the job. After a kill it starts again."""
    as_of = timezone.now()
    project = project_of(job)
    total = work_items(project).count()
    progress(0, total)
    report: dict[str, object] = {"version": project.version, "as_of": as_of.isoformat()}
    with heartbeat(job):  # the tests of shares take long and report nothing
        try:
            tables = compute_tables(
                project, crossing_from_json(job.options), lambda done: progress(done, total)
            )
            report["tables"] = asdict(tables)
        except InvalidError as error:
            report["refused"] = error.detail
    Job.objects.filter(pk=job.pk).update(report=report)
    progress(total, total)
