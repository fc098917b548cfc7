"""One run over the pages that a project's items refer to: resumable, polite, and over in a given time."""

from collections import Counter
from contextlib import suppress

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.models import Page, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.queries.references.fetch_status import latest_fetch, pages_of_items
from annotation.references.wikipedia.client import Wikipedia
from annotation.references.wikipedia.rate_limit import Clock, Deadline
from annotation.services.projects.project_settings import touch
from annotation.services.references.snapshots import fetch
from annotation.services.references.wanted_pages import name_pages
from foundation.errors import ConflictError, InvalidError, UnavailableError
from foundation.jobs import Progress, is_alive, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import write_transaction

KIND = "fetch_references"

_GIVE_UP = 5  # pages in a row that could not be had: the others would not fare better

State = Job.State


class _Stopped(Exception):  # noqa: N818 — no error
    pass


def start_fetch(project: Project, *, refresh: bool) -> Job:
    """Hand a run to the worker. Raises ConflictError while one is under way, InvalidError where there may be none."""
    if not settings.WIKIPEDIA:
        raise InvalidError("Fetching pages is turned off on this server.", code="off")
    try:
        with write_transaction():
            return Job.objects.create(scope=job_scope(project.pk), kind=KIND, options={"refresh": refresh})
    except IntegrityError as error:
        raise ConflictError("References of this project are being fetched already.", code="busy") from error


def stop_fetch(project: Project) -> Job | None:
    """End the run that is under way, after the page in hand. What is stored stays. Returns the latest run."""
    with write_transaction():
        Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state__in=Job.OPEN).update(
            state=State.STOPPED, message="It was stopped.", finished_at=timezone.now()
        )
    return latest_fetch(project)


def fetch_references(project: Project, *, refresh: bool, watch: Progress | None = None) -> Job:
    """For commands: a run in this process, or the rest of one that was killed. Its job says how it ended."""
    job = _interrupted(project, refresh) or start_fetch(project, refresh=refresh)
    with suppress(UnavailableError):  # the job says so
        run_job(job, watch)
    job.refresh_from_db()
    return job


def _interrupted(project: Project, refresh: bool) -> Job | None:
    """A run like this one whose process is gone, to be taken up again; one unlike it is closed."""
    left = Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state=State.RUNNING).first()
    if left is None or is_alive(left):
        return None
    same = left.options == {"refresh": refresh}
    with write_transaction():
        Job.objects.filter(pk=left.pk, state=State.RUNNING, worker=left.worker).update(
            state=State.WAITING if same else State.FAILED, message="It was interrupted."
        )
    return left if same else None


@job_kind(KIND, queue="references")
def run(job: Job, progress: Progress) -> None:
    """Ask for every page that is wanted and was not asked for since the job was made."""
    project = project_of(job)
    name_pages(project)
    try:
        with suppress(_Stopped):
            _fetch_all(job, project, progress)
    finally:
        touch(project)


def _fetch_all(job: Job, project: Project, progress: Progress) -> None:
    counts = Counter[str](job.report)
    todo = list(_wanted(job, project).order_by("pk").values_list("pk", flat=True))
    done = sum(counts.values())
    total = done + len(todo)
    deadline = Deadline(settings.WIKIPEDIA_RUN_SECONDS, Clock())
    failed_in_a_row = 0

    def beat() -> None:
        progress(done, total)
        if not Job.objects.filter(pk=job.pk, state=State.RUNNING).exists():
            raise _Stopped

    with Wikipedia(heartbeat=beat) as wikipedia:
        for pk in todo:
            beat()
            if not deadline.remaining():
                raise UnavailableError(
                    f"The {settings.WIKIPEDIA_RUN_SECONDS} seconds of one run are over. Start another one."
                )
            # Another title may have led to it meanwhile.
            page = _wanted(job, project).select_related("project").filter(pk=pk).first()
            if page:
                outcome = fetch(page, wikipedia, min(settings.WIKIPEDIA_PAGE_SECONDS, deadline.remaining()))
                counts[outcome.kind] += 1
                failed_in_a_row = failed_in_a_row + 1 if outcome.passing else 0
                if failed_in_a_row == _GIVE_UP:
                    raise UnavailableError(f"Given up after {_GIVE_UP} pages in a row. {outcome.problem}")
            done += 1
            Job.objects.filter(pk=job.pk).update(report=dict(counts), done=done, total=total)
        progress(total, total)


def _wanted(job: Job, project: Project) -> QuerySet[Page]:
    pages = pages_of_items(project).filter(Q(tried_at=None) | Q(tried_at__lt=job.created_at))
    if job.options["refresh"]:
        return pages
    return pages.filter(state__in=[Page.State.NONE, Page.State.WAITING, Page.State.FAILED])
