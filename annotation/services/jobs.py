"""Long work: claimed by a conditional update, with a heartbeat, taken over when its worker has gone silent.

Each kind has its lane, and each lane a worker: what waits for the network keeps no import waiting, nor the other way
round.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import timedelta

from django.db import close_old_connections
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.errors import AnnotationError
from annotation.models import Job

logger = logging.getLogger(__name__)

SILENCE = timedelta(seconds=20)  # after which a worker counts as gone
_BEAT = 1.0  # seconds between two notes of progress
_PAUSE = 0.5  # seconds between two looks for work

Progress = Callable[[int, int], None]
"""Records done, and records in all (0: not known yet)."""

Work = Callable[[Job, Progress], None]

_kinds: dict[str, Work] = {}
_lanes: dict[str, list[str]] = {}


def job_kind(kind: str, *, lane: str = "work") -> Callable[[Work], Work]:
    """Register the function that does the jobs of a kind. It must stand being started again after a kill."""

    def register(work: Work) -> Work:
        _kinds[kind] = work
        _lanes.setdefault(lane, []).append(kind)
        return work

    return register


def run_job(job: Job, watch: Progress | None = None) -> bool:
    """Claim the job and do it. False where somebody else is at it. What the work raises is recorded and raised."""
    worker = f"{socket.gethostname()}:{os.getpid()}:{threading.get_ident()}"
    now = timezone.now()
    claimed = _open_jobs().filter(pk=job.pk).update(state=Job.State.RUNNING, worker=worker, heartbeat=now)
    if not claimed:
        return False
    try:
        _kinds[job.kind](job, _noting(job, watch))
    except BaseException as error:
        message = error.detail if isinstance(error, AnnotationError) else f"{type(error).__name__}: {error}"
        _finish(job, Job.State.FAILED, message)
        raise
    _finish(job, Job.State.DONE, "")
    return True


def run_waiting(lane: str = "") -> bool:
    """Do one job that waits, or that a silent worker left, in this lane or in any. False where there is none."""
    jobs = _open_jobs()
    if lane:
        jobs = jobs.filter(kind__in=_lanes[lane])
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


def start_workers() -> None:
    """One worker a lane, as daemon threads: a job that one dies with is taken over after the restart."""
    for lane in _lanes:
        threading.Thread(target=_work, args=[lane], name=f"morel-{lane}", daemon=True).start()


def _work(lane: str) -> None:
    while True:
        close_old_connections()
        try:
            busy = run_waiting(lane)
        except Exception:
            logger.exception("The worker could not look for work.")
            busy = False
        if not busy:
            time.sleep(_PAUSE)


def is_alive(job: Job) -> bool:
    return (
        job.state == Job.State.RUNNING
        and job.heartbeat is not None
        and job.heartbeat > timezone.now() - SILENCE
        and not _is_gone(job.worker)
    )


def _is_gone(worker: str) -> bool:
    """Whether the worker was a process of this machine that is no more: then nobody needs to wait for its silence."""
    host, pid, _ = worker.rsplit(":", 2)
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # it is there, and somebody else's
    return False


def _open_jobs() -> QuerySet[Job]:
    silent = Q(state=Job.State.RUNNING, heartbeat__lt=timezone.now() - SILENCE)
    return Job.objects.filter(Q(state=Job.State.WAITING) | silent)


def _finish(job: Job, state: str, message: str) -> None:
    """A job that was stopped meanwhile stays so."""
    still = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING)
    still.update(state=state, message=message[:2_000], finished_at=timezone.now())


def _noting(job: Job, watch: Progress | None) -> Progress:
    """Progress goes to the one who watches at once, to the database once a second; with it goes the heartbeat."""
    last = 0.0

    def note(done: int, total: int) -> None:
        nonlocal last
        if watch:
            watch(done, total)
        if time.monotonic() - last >= _BEAT:
            last = time.monotonic()
            Job.objects.filter(pk=job.pk).update(done=done, total=total, heartbeat=timezone.now())

    return note
