"""Start jobs that compute what a page asks for with certain options."""

from collections.abc import Mapping
from typing import Any, Final

from annotation.models import Project
from annotation.models.project import job_scope
from annotation.queries.statistics.jobs_by_options import jobs_of_kind, jobs_with_options, options_key
from foundation.models import Job
from foundation.write_transaction import write_transaction

_KEPT: Final = 20
"""Jobs of a kind in a project. Each has stored its result."""


def request_job(project: Project, kind: str, options: Mapping[str, Any]) -> None:
    """Create a job with these options, unless one is open, and delete the oldest jobs of the kind."""
    with write_transaction():
        if jobs_with_options(project, kind, options).filter(state__in=Job.OPEN).exists():
            return
        stored = {"key": options_key(options), **options}
        Job.objects.create(scope=job_scope(project.pk), kind=kind, options=stored)
        old = list(jobs_of_kind(project, kind).values_list("pk", flat=True)[_KEPT:])
        Job.objects.filter(pk__in=old).exclude(state=Job.State.RUNNING).delete()
