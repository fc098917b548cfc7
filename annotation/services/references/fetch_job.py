"""Fetch the pages of a project's items in one resumable job of limited duration."""

from collections import Counter
from contextlib import suppress

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.models import Page, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.queries.references.fetch_status import pages_of_items
from annotation.references.configured_provider import reference_provider
from annotation.references.deadline import Clock, Deadline
from annotation.services.projects.project_settings import touch
from annotation.services.references.snapshots import fetch
from annotation.services.references.wanted_pages import assign_pages
from foundation.errors import ConflictError, InvalidError, UnavailableError
from foundation.jobs import Progress, finish_job, is_alive, job_kind, starter
from foundation.models import Job
from foundation.write_transaction import write_transaction

KIND = "fetch_references"

_MAX_FAILURES = 5  # in a row: the server is probably unreachable

State = Job.State


class _StoppedError(Exception):
    """The job is no longer in the state RUNNING."""


def start_fetch(project: Project, *, refresh: bool) -> Job:
    """Queue a run. Raises ConflictError if one is under way, InvalidError if fetching is disabled."""
    if not reference_provider.enabled:
        raise InvalidError("Fetching pages is turned off on this server.", code="off")
    try:
        with write_transaction():
            return Job.objects.create(
                scope=job_scope(project.pk), kind=KIND, options={"refresh": refresh}, started_by=starter()
            )
    except IntegrityError as error:
        raise ConflictError("References of this project are being fetched already.", code="busy") from error


def stop_fetch(project: Project) -> None:
    """Stop the current run after its current page. Stored snapshots stay."""
    with write_transaction():
        Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state__in=Job.OPEN).update(
            state=State.STOPPED, message="It was stopped.", finished_at=timezone.now()
        )


def fetch_references(project: Project, *, refresh: bool, watch: Progress | None = None) -> Job:
    """Run here or wait for the worker that claims the run first, resuming one with the same options; return the job."""
    job = _interrupted(project, refresh) or start_fetch(project, refresh=refresh)
    with suppress(UnavailableError):  # the job stores the message
        finish_job(job, watch)
    return job


def _interrupted(project: Project, refresh: bool) -> Job | None:
    """Return an interrupted run with the same options, ready to resume. Closes one with other options."""
    interrupted = Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state=State.RUNNING).first()
    if interrupted is None or is_alive(interrupted):
        return None
    same = interrupted.options == {"refresh": refresh}
    with write_transaction():
        Job.objects.filter(pk=interrupted.pk, state=State.RUNNING, worker=interrupted.worker).update(
            state=State.WAITING if same else State.FAILED, message="It was interrupted."
        )
    return interrupted if same else None


@job_kind(KIND, queue="references")
def run(job: Job, progress: Progress) -> None:
    """Fetch every page of the project that was not tried since the job was created."""
    project = project_of(job)
    assign_pages(project)
    try:
        with suppress(_StoppedError):
            _fetch_all(job, project, progress)
    finally:
        touch(project)


def _fetch_all(job: Job, project: Project, progress: Progress) -> None:
    counts = Counter[str](job.report)
    page_ids = list(_pages_to_fetch(job, project).order_by("pk").values_list("pk", flat=True))
    done = sum(counts.values())
    total = done + len(page_ids)
    deadline = Deadline(settings.WIKIPEDIA_RUN_SECONDS, Clock())
    failed_in_a_row = 0

    def heartbeat() -> None:
        progress(done, total)
        if not Job.objects.filter(pk=job.pk, state=State.RUNNING).exists():
            raise _StoppedError

    with reference_provider.client(heartbeat) as client:
        for pk in page_ids:
            heartbeat()
            if not deadline.remaining():
                raise UnavailableError(
                    f"The {settings.WIKIPEDIA_RUN_SECONDS} seconds of one run are over. Start another one."
                )
            # A redirect from another title may have stored this page since `page_ids` was read.
            page = _pages_to_fetch(job, project).select_related("project").filter(pk=pk).first()
            if page:
                outcome = fetch(page, client, min(settings.WIKIPEDIA_PAGE_SECONDS, deadline.remaining()))
                counts[outcome.kind] += 1
                failed_in_a_row = failed_in_a_row + 1 if outcome.transient else 0
                if failed_in_a_row == _MAX_FAILURES:
                    raise UnavailableError(
                        f"Given up after {_MAX_FAILURES} pages in a row. {outcome.problem}"
                    )
            done += 1
            Job.objects.filter(pk=job.pk).update(report=dict(counts), done=done, total=total)
        progress(total, total)


def _pages_to_fetch(job: Job, project: Project) -> QuerySet[Page]:
    pages = pages_of_items(project).filter(Q(tried_at=None) | Q(tried_at__lt=job.created_at))
    if job.options["refresh"]:
        return pages
    return pages.filter(state__in=[Page.State.NONE, Page.State.WAITING, Page.State.FAILED])
