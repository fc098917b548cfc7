"""The job that compares sources with people and with each other."""

from dataclasses import asdict

from annotation.models import Project
from annotation.queries.sources.source_comparison import (
    KIND,
    RESULT,
    ComparisonOptions,
    compare_sources,
    options_from_json,
)
from annotation.services.sources.source_computations import compute_and_store
from annotation.services.statistics.jobs_by_options import request_job
from foundation.jobs import Progress, job_kind
from foundation.models import Job


def request_comparison(project: Project, options: ComparisonOptions) -> None:
    """Create a job that compares the sources, unless one is open."""
    request_job(project, KIND, asdict(options))


@job_kind(KIND, queue="statistics")
def run(job: Job, progress: Progress) -> None:
    """Compare the sources."""
    options = options_from_json(job.options)
    compute_and_store(job, progress, RESULT, lambda project, watch: compare_sources(project, options, watch))
