"""The job that compares sources with people and with each other."""

from dataclasses import asdict

from django.utils import timezone

from annotation.models import Project
from annotation.queries.annotate.counted_items import work_items
from annotation.queries.projects.access import project_of
from annotation.queries.sources.source_comparison import (
    KIND,
    ComparisonOptions,
    compare_sources,
    options_from_json,
    sources_digest,
)
from annotation.services.statistics.jobs_by_options import request_job
from foundation.jobs import Progress, heartbeat, job_kind
from foundation.models import Job


def request_comparison(project: Project, options: ComparisonOptions) -> None:
    """Create a job that compares the sources, unless one is open."""
    request_job(project, KIND, asdict(options))


@job_kind(KIND, queue="statistics")
def run(job: Job, progress: Progress) -> None:
    """Compare the sources and store the result with the job. After a kill it starts again."""
    as_of = timezone.now()
    project = project_of(job)
    digest = sources_digest(project)
    total = work_items(project).count()
    progress(0, total)
    with heartbeat(job):  # the comparison takes long after all items are read, and reports nothing
        found = compare_sources(
            project, options_from_json(job.options), lambda done: progress(min(done, total), total)
        )
    report = {
        "version": project.version,
        "as_of": as_of.isoformat(),
        "sources": digest,
        "comparison": asdict(found),
    }
    Job.objects.filter(pk=job.pk).update(report=report)
    progress(total, total)
