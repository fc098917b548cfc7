"""Jobs that compute something about the sources of a project and store it."""

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from django.utils import timezone

from annotation.models import Project
from annotation.queries.annotate.counted_items import work_items
from annotation.queries.projects.access import project_of
from annotation.queries.sources.source_computations import sources_digest
from foundation.jobs import Progress, heartbeat
from foundation.models import Job

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def compute_and_store(
    job: Job,
    progress: Progress,
    result: str,
    compute: "Callable[[Project, Callable[[int], object]], DataclassInstance]",
) -> None:
    """Store what `compute` returns with the job, under the name `result`. After a kill it starts again.

    `compute` gets the project, and a function that it calls often with the number of items read.
    """
    as_of = timezone.now()
    project = project_of(job)
    digest = sources_digest(project)
    total = work_items(project).count()
    progress(0, total)
    with heartbeat(job):  # a comparison takes long after all items are read, and reports nothing
        found = compute(project, lambda done: progress(min(done, total), total))
    report = {
        "version": project.version,
        "as_of": as_of.isoformat(),
        "sources": digest,
        result: asdict(found),
    }
    Job.objects.filter(pk=job.pk).update(report=report)
    progress(total, total)
