"""Background jobs: claimed by a conditional update, kept by a heartbeat, resumed after their worker was killed.

Every kind of job belongs to a queue, and every queue has one worker thread. A job that waits for the network therefore
never delays an import, and an import never delays it.
"""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import close_old_connections, connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from foundation.audit_context import AuditContext, audit_context, current_context
from foundation.database_errors import as_known
from foundation.errors import AnnotationError, ConflictError
from foundation.models import Job
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.notify import notify
from foundation.write_transaction import write_transaction

logger = logging.getLogger(__name__)

HEARTBEAT_TIMEOUT = timedelta(seconds=20)  # A worker without a heartbeat for this long counts as dead.
_PROGRESS_INTERVAL = 1.0  # seconds
_HEARTBEAT_INTERVAL = 5.0  # seconds, while `heartbeat` runs
_POLL_INTERVAL = 0.5  # seconds

Progress = Callable[[int, int], None]
"""Takes the number of records done and of all records (0: not known yet)."""

Work = Callable[[Job, Progress], None]

_kinds: dict[str, Work] = {}
_queues: dict[str, list[str]] = {}
_workers: dict[str, threading.Thread] = {}
_exclusive: set[str] = set()
_hourly: dict[str, list[Callable[[], None]]] = {}
_every_minute: dict[str, list[Callable[[], None]]] = {}


class TakenOverError(ConflictError):
    """The worker missed its heartbeat for so long that another worker took its job."""

    def __init__(self) -> None:
        super().__init__("Another worker has taken this over.", code="taken_over")


class TryLaterError(AnnotationError):
    """The job cannot be done now. It waits and runs again after `after`."""

    def __init__(self, detail: str, *, after: timedelta) -> None:
        super().__init__(detail, code="later")
        self.after = after


def job_kind(kind: str, *, queue: str = "work", exclusive: bool = False) -> Callable[[Work], Work]:
    """Register the function that does the jobs of a kind. It must be safe to run again after a kill.

    `exclusive`: two workers must not work on one job. A worker that lost its job gets TakenOverError at its next
    progress report.
    """

    def register(work: Work) -> Work:
        _kinds[kind] = work
        _queues.setdefault(queue, []).append(kind)
        if exclusive:
            _exclusive.add(kind)
        return work

    return register


def run_job(job: Job, watch: Progress | None = None) -> bool:
    """Claim the job and do it. Return False if another worker has it. Errors of the work are recorded and raised."""
    claim = new_claim()
    if not _open_jobs().filter(pk=job.pk).update(**claim):
        return False
    job.worker = claim["worker"]
    run_claimed(job, watch)
    return True


def new_claim() -> dict[str, Any]:
    """Return the fields of a job that this process runs, with a new worker.

    A command creates its job with them and calls `run_claimed`: no worker of a server can claim the job in between.
    """
    worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
    return {"state": Job.State.RUNNING, "worker": worker, "heartbeat": timezone.now()}


def finish_job(job: Job, watch: Progress | None = None) -> None:
    """Do the job in this process, or wait until the worker that has claimed it ends; then read its result.

    Errors of work in this process are raised. Those of another worker are in the state and message of the job.
    """
    while True:
        try:
            done_here = run_job(job, watch)
        finally:
            job.refresh_from_db()
        if done_here or job.state not in Job.OPEN:
            return
        if watch:
            watch(job.done, job.total)
        time.sleep(_POLL_INTERVAL)


def starter() -> User | None:
    """Return the logged-in user of the request that starts a job, whom a notification tells that it has ended."""
    user = current_context().user()
    return user if isinstance(user, User) else None


def run_claimed(job: Job, watch: Progress | None = None) -> None:
    """Do a job that this process has claimed. Errors of the work are recorded and raised."""
    try:
        _kinds[job.kind](job, _recorded_progress(job, watch))
    except TryLaterError as error:
        later = timezone.now() + error.after
        _owned(job).update(state=Job.State.WAITING, message=error.detail[:2_000], heartbeat=later)
        raise
    except BaseException as error:
        message = error.detail if isinstance(error, AnnotationError) else f"{type(error).__name__}: {error}"
        _finish(job, Job.State.FAILED, message)
        raise
    _finish(job, Job.State.DONE, "")


def every_minute(queue: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a function that the worker of a queue calls every minute. The queue may have no kind of job."""

    def register(hook: Callable[[], None]) -> Callable[[], None]:
        _queues.setdefault(queue, [])
        _every_minute.setdefault(queue, []).append(hook)
        return hook

    return register


def hourly(queue: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a function that the worker of a queue calls before it looks for its first job, and then every hour."""

    def register(hook: Callable[[], None]) -> Callable[[], None]:
        _hourly.setdefault(queue, []).append(hook)
        return hook

    return register


def lock_job(job: Job) -> None:
    """Lock the job until the transaction ends, so that no other worker takes it over. Raises TakenOverError."""
    if not list(_owned(job).select_for_update().values_list("pk")):
        raise TakenOverError


@contextmanager
def heartbeat(job: Job) -> Iterator[None]:
    """Send heartbeats from a thread, for work that reports no progress for long stretches."""
    ended = threading.Event()
    thread = threading.Thread(
        target=_send_heartbeats, args=[job, ended], name=f"morel-heartbeat-{job.pk}", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _send_heartbeats(job: Job, ended: threading.Event) -> None:
    owned = 1
    while owned and not ended.wait(_HEARTBEAT_INTERVAL):
        try:
            owned = _owned(job).update(heartbeat=timezone.now())
        except Exception:
            logger.exception("Job %s (%s) missed a heartbeat.", job.pk, job.kind)
        finally:
            connection.close()  # This thread's own. It would stay open and unused until the next heartbeat.


def run_waiting(queue: str = "") -> bool:
    """Run one job of the queue ("": of any) that waits or that a dead worker left. Return False if there is none."""
    jobs = _open_jobs()
    if queue:
        jobs = jobs.filter(kind__in=_queues[queue])
    job = jobs.order_by("pk").first()
    if job is None:
        return False
    try:
        return run_job(job)
    except AnnotationError as error:
        logger.warning("Job %s (%s) failed: %s", job.pk, job.kind, error)
        return True
    except Exception:
        logger.exception("Job %s (%s) failed.", job.pk, job.kind)
        return True


@dataclass(frozen=True, slots=True)
class QueueLength:
    """Open jobs of a queue, and the age of the oldest."""

    queue: str
    state: str
    jobs: int
    oldest_seconds: float


def queue_lengths() -> list[QueueLength]:
    """Return the length of each queue, by state; 0 without open jobs."""
    queue_of = _queue_of()
    now = timezone.now()
    ages: dict[tuple[str, str], list[float]] = {(queue, state): [] for queue in _queues for state in Job.OPEN}
    for kind, state, created in _open_rows():
        ages.setdefault((queue_of.get(kind, kind), state), []).append((now - created).total_seconds())
    return [
        QueueLength(queue, str(state), len(each), max(each, default=0.0))
        for (queue, state), each in ages.items()
    ]


def _queue_of() -> dict[str, str]:
    """The queue of each kind of job."""
    return {kind: queue for queue, kinds in _queues.items() for kind in kinds}


def _open_rows() -> QuerySet[Job, tuple[str, str, datetime]]:
    return Job.objects.filter(state__in=Job.OPEN).values_list("kind", "state", "created_at")


def start_workers() -> None:
    """Start one worker per queue as a daemon thread. Jobs that are killed with it resume after a restart."""
    for queue in _queues:
        worker = threading.Thread(target=_work, args=[queue], name=f"morel-{queue}", daemon=True)
        worker.start()
        _workers[queue] = worker


def dead_workers() -> list[str]:
    """Return the queues whose worker in this process has ended, or has sent no heartbeat for long.

    A job that a killed process has left may wait behind one that sends heartbeats.
    """
    ended = {queue for queue, worker in _workers.items() if not worker.is_alive()}
    queue_of = _queue_of()
    latest: dict[str, datetime] = {}
    for kind, heartbeat in Job.objects.filter(state=Job.State.RUNNING).values_list("kind", "heartbeat"):
        queue = queue_of.get(kind, kind)
        if heartbeat is not None:
            latest[queue] = max(latest.get(queue, heartbeat), heartbeat)
    since = timezone.now() - 3 * HEARTBEAT_TIMEOUT
    return sorted(ended | {queue for queue, heartbeat in latest.items() if heartbeat < since})


def run_hourly(queue: str) -> None:
    _run_hooks(queue, _hourly)


def _run_hooks(queue: str, hooks: dict[str, list[Callable[[], None]]]) -> None:
    for hook in hooks.get(queue, []):
        try:
            hook()
        except Exception:
            logger.exception("%s of the queue %s failed.", hook.__name__, queue)


def _work(queue: str) -> None:
    with audit_context(AuditContext("job")):
        _work_forever(queue)


def _work_forever(queue: str) -> None:
    due = minute = time.monotonic()
    while True:
        close_old_connections()
        if time.monotonic() >= due:
            run_hourly(queue)
            due = time.monotonic() + 3_600
        if time.monotonic() >= minute:
            _run_hooks(queue, _every_minute)
            minute = time.monotonic() + 60
        try:
            busy = run_waiting(queue)
        except Exception as error:
            unexpected = as_known(error) is None
            logger.error(
                "The worker of the queue %s could not look for jobs: %s", queue, error, exc_info=unexpected
            )
            busy = False
        if not busy:
            time.sleep(_POLL_INTERVAL)


def is_alive(job: Job) -> bool:
    """Return whether a live worker runs the job."""
    return (
        job.state == Job.State.RUNNING
        and job.heartbeat is not None
        and job.heartbeat > timezone.now() - HEARTBEAT_TIMEOUT
        and not _is_dead(job.worker)
    )


def _is_dead(worker: str) -> bool:
    """Return whether the worker was a process of this machine that has ended: its timeout need not be awaited."""
    host, pid, _ = worker.rsplit(":", 2)
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # A process with this id exists and belongs to another user.
    return False


def _open_jobs() -> QuerySet[Job]:
    """Jobs that may be claimed now. The heartbeat of a job that waits for a retry is the time of the retry."""
    now = timezone.now()
    waiting = Q(state=Job.State.WAITING) & (Q(heartbeat=None) | Q(heartbeat__lte=now))
    abandoned = Q(state=Job.State.RUNNING, heartbeat__lt=now - HEARTBEAT_TIMEOUT)
    return Job.objects.filter(waiting | abandoned)


def _owned(job: Job) -> QuerySet[Job]:
    """The job, or nothing once it was stopped or another worker claimed it."""
    return Job.objects.filter(pk=job.pk, worker=job.worker, state=Job.State.RUNNING)


def _finish(job: Job, state: str, message: str) -> None:
    """Record the result and notify who started it, unless the job was stopped or taken over."""
    with write_transaction():
        ended = _owned(job).update(state=state, message=message[:2_000], finished_at=timezone.now())
        if ended and job.started_by_id:
            failed = state == Job.State.FAILED or job.report.get("refused")
            kind = NotificationKind.JOB_FAILED if failed else NotificationKind.JOB_DONE
            notify([job.started_by_id], kind, job.scope, subject=job.kind, job=job.kind)


def _recorded_progress(job: Job, watch: Progress | None) -> Progress:
    """Return a function that calls `watch` every time and writes progress and heartbeat at most once a second."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        if watch:
            watch(done, total)
        if time.monotonic() - last >= _PROGRESS_INTERVAL:
            last = time.monotonic()
            mine = Job.objects.filter(pk=job.pk, worker=job.worker)
            if not mine.update(done=done, total=total, heartbeat=timezone.now()) and job.kind in _exclusive:
                raise TakenOverError

    return report
