"""Long work: claimed by a conditional update, with a heartbeat, taken over when its worker has gone silent.

Each kind has its lane, and each lane a worker: what waits for the network keeps no import waiting, nor the other way
round.
"""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import close_old_connections, connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from foundation.errors import AnnotationError, ConflictError
from foundation.models import Job

logger = logging.getLogger(__name__)

SILENCE = timedelta(seconds=20)  # after which a worker counts as gone
_BEAT = 1.0  # seconds between two notes of progress
_ASIDE = 5.0  # seconds between two heartbeats from beside
_PAUSE = 0.5  # seconds between two looks for work

Progress = Callable[[int, int], None]
"""Records done, and records in all (0: not known yet)."""

Work = Callable[[Job, Progress], None]

_kinds: dict[str, Work] = {}
_lanes: dict[str, list[str]] = {}
_alone: set[str] = set()
_beginnings: dict[str, list[Callable[[], None]]] = {}


class TakenOverError(ConflictError):
    """The worker was silent for so long that another one does its job now."""

    def __init__(self) -> None:
        super().__init__("Another worker has taken this over.", code="taken_over")


class TryLaterError(AnnotationError):
    """The job could not be done now. It waits, and is done after a while."""

    def __init__(self, detail: str, *, after: timedelta) -> None:
        super().__init__(detail, code="later")
        self.after = after


def job_kind(kind: str, *, lane: str = "work", alone: bool = False) -> Callable[[Work], Work]:
    """Register the function that does the jobs of a kind. It must stand being started again after a kill.

    `alone`: two workers on one job would be in each other's way. Whoever was taken over is told so at the next note of
    progress, with TakenOverError.
    """

    def register(work: Work) -> Work:
        _kinds[kind] = work
        _lanes.setdefault(lane, []).append(kind)
        if alone:
            _alone.add(kind)
        return work

    return register


def run_job(job: Job, watch: Progress | None = None) -> bool:
    """Claim the job and do it. False where somebody else is at it. What the work raises is recorded and raised."""
    worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"  # of this claim, and of no other
    now = timezone.now()
    claimed = _open_jobs().filter(pk=job.pk).update(state=Job.State.RUNNING, worker=worker, heartbeat=now)
    if not claimed:
        return False
    job.worker = worker
    try:
        _kinds[job.kind](job, _noting(job, watch))
    except TryLaterError as error:
        later = timezone.now() + error.after
        _held(job).update(state=Job.State.WAITING, message=error.detail[:2_000], heartbeat=later)
        raise
    except BaseException as error:
        message = error.detail if isinstance(error, AnnotationError) else f"{type(error).__name__}: {error}"
        _finish(job, Job.State.FAILED, message)
        raise
    _finish(job, Job.State.DONE, "")
    return True


def at_start(lane: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register what the worker of a lane does before it first looks for work."""

    def register(begin: Callable[[], None]) -> Callable[[], None]:
        _beginnings.setdefault(lane, []).append(begin)
        return begin

    return register


def must_hold(job: Job) -> None:
    """Called within a transaction: nobody takes the job over until that has ended. Raises TakenOverError."""
    if not list(_held(job).select_for_update().values_list("pk")):
        raise TakenOverError


@contextmanager
def beating(job: Job) -> Iterator[None]:
    """Heartbeats from beside, for work that has long stretches without a note of progress."""
    ended = threading.Event()
    beside = threading.Thread(target=_beat_aside, args=[job, ended], name=f"morel-beat-{job.pk}", daemon=True)
    beside.start()
    try:
        yield
    finally:
        ended.set()
        beside.join()


def _beat_aside(job: Job, ended: threading.Event) -> None:
    held = 1
    while held and not ended.wait(_ASIDE):
        try:
            held = _held(job).update(heartbeat=timezone.now())
        except Exception:
            logger.exception("Job %s (%s) has missed a heartbeat from beside.", job.pk, job.kind)
        finally:
            connection.close()  # of this thread; the next heartbeat is long after


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


def begin(lane: str) -> None:
    for each in _beginnings.get(lane, []):
        try:
            each()
        except Exception:
            logger.exception("The worker could not see what was left to it.")


def _work(lane: str) -> None:
    begin(lane)
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
    """Those to be done later have the time of that for a heartbeat."""
    now = timezone.now()
    waiting = Q(state=Job.State.WAITING) & (Q(heartbeat=None) | Q(heartbeat__lte=now))
    silent = Q(state=Job.State.RUNNING, heartbeat__lt=now - SILENCE)
    return Job.objects.filter(waiting | silent)


def _held(job: Job) -> QuerySet[Job]:
    """The job, while the worker who claimed it is at it."""
    return Job.objects.filter(pk=job.pk, worker=job.worker, state=Job.State.RUNNING)


def _finish(job: Job, state: str, message: str) -> None:
    """A job that was stopped or taken over meanwhile stays so."""
    _held(job).update(state=state, message=message[:2_000], finished_at=timezone.now())


def _noting(job: Job, watch: Progress | None) -> Progress:
    """Progress goes to the one who watches at once, to the database once a second; with it goes the heartbeat."""
    last = 0.0

    def note(done: int, total: int) -> None:
        nonlocal last
        if watch:
            watch(done, total)
        if time.monotonic() - last >= _BEAT:
            last = time.monotonic()
            mine = Job.objects.filter(pk=job.pk, worker=job.worker)
            if not mine.update(done=done, total=total, heartbeat=timezone.now()) and job.kind in _alone:
                raise TakenOverError

    return note
