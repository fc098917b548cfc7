"""Score uploads in the background: the only place where the predictions of a team meet gold.

A job scores the submissions of an upload and commits every half second. A job that was killed is done again, now with a
commit for each submission. A submission during which it is killed once more has failed: it might be what kills the
server. A failed submission gives its place in the quota back.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from django.db.models import Value
from django.db.models.functions import Concat
from django.utils import timezone

from evaluation.models import GoldRevision, Score, Submission, Upload
from evaluation.queries.track_items import current_revision
from evaluation.services.submissions.compute_score import OtherVersionError, TrackScoring, track_scoring
from evaluation.services.submissions.quota import free_slot
from evaluation.services.submissions.stored_predictions import QUEUE
from foundation.database_errors import as_known
from foundation.jobs import Progress, TryLaterError, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.scoring.problems import InvalidPredictionsError

logger = logging.getLogger(__name__)

KIND: Final = "score_upload"
_COMMIT_SECONDS: Final = 0.5
"""Time after which computed scores are committed: each commit waits for the disk."""
_PAUSE: Final = timedelta(seconds=10)

_INTERRUPTED: Final = "Scoring stopped twice because the server restarted. Submit the same file again."
_DEFECT: Final = "Scoring failed because of an error on the server. The organizers see the reason."
OTHER_VERSION: Final = (
    "The predictions were made for another version of the items. Submit them for the current one."
)

_SCORED: Final = ("signature", "n", "values", "keys", "metrics", "item_scores", "scored_at")

Scorers = dict[tuple[int, int, str], TrackScoring]
"""By revision, track and split."""


def request_scoring(upload: Upload, submissions: Sequence[Submission]) -> Job:
    """Queue the scoring of waiting submissions, in the caller's transaction."""
    job = Job.objects.create(
        scope=upload.task.scope,
        kind=KIND,
        total=len(submissions),
        options={"submissions": [submission.pk for submission in submissions]},
    )
    Submission.objects.filter(pk__in=job.options["submissions"]).update(job=job)
    return job


@job_kind(KIND, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """Score the waiting submissions of a job. Safe to run again after a kill."""
    keys = job.options["submissions"]
    related = ("task", "phase", "track__task")
    waiting = Submission.objects.select_related(*related).filter(state=Submission.State.WAITING)
    work = _Work(job, restarted=_is_restarted(job))
    with heartbeat(job), _later_if_busy(job):
        for done, key in enumerate(keys):
            submission = waiting.filter(pk=key).first()
            if submission is not None and (not work.restarted or _begin(job, submission)):
                work.score(submission)
            if work.restarted or time.monotonic() >= work.due:
                work.commit(done + 1)
            progress(done + 1, len(keys))
        work.commit(len(keys))


class _Work:
    """Scores that are computed and not yet committed. `restarted`: an earlier worker of the job was killed."""

    def __init__(self, job: Job, *, restarted: bool) -> None:
        self._job, self.restarted = job, restarted
        self._scorers: Scorers = {}
        self._scores: list[Score] = []
        self.due = time.monotonic() + _COMMIT_SECONDS

    def score(self, submission: Submission) -> None:
        """Compute a score under the current gold, or let the submission fail."""
        try:
            revision = current_revision(submission.task)
            self._scores.append(scorer_of(revision, submission, self._scorers).score(submission))
        except (InvalidPredictionsError, OtherVersionError) as error:
            logger.info("Submission %s does not fit its items: %s", submission.pk, error)
            _fail(self._job, submission, OTHER_VERSION)
        except Exception as error:
            if as_known(error):
                raise
            logger.exception("Submission %s could not be scored.", submission.pk)
            _fail(self._job, submission, _DEFECT, f"{type(error).__name__}: {error}")

    def commit(self, done: int) -> None:
        """Save what was computed, and score again what the gold was replaced for in the meantime."""
        scores, self._scores = self._scores, []
        with write_transaction():
            lock_job(self._job)
            save_scores(scores)
            for score in scores:
                scored = Submission.objects.filter(pk=score.submission_id, state=Submission.State.WAITING)
                scored.update(state=Submission.State.SCORED, message="")
                _log(score.submission, f"Scored under revision {score.revision.number} of the gold.")
            Job.objects.filter(pk=self._job.pk).update(done=done)
        self.due = time.monotonic() + _COMMIT_SECONDS
        # The rescoring that a new revision begins may have missed submissions that had no score yet.
        outdated = [each for each in scores if current_revision(each.submission.task) != each.revision]
        for each in outdated:
            self.score(each.submission)
        if outdated:
            self.commit(done)


def _is_restarted(job: Job) -> bool:
    """Record that the job was started, and return whether it had been before."""
    restarted = bool(job.report.get("started"))
    job.report |= {"started": True}
    with write_transaction():
        lock_job(job)
        Job.objects.filter(pk=job.pk).update(report=job.report)
    return restarted


@contextmanager
def _later_if_busy(job: Job) -> Iterator[None]:
    """Have the job wait when the database or the disk cannot be used for now. That is no fault of a submission."""
    try:
        yield
    except Exception as error:
        known = as_known(error)
        if known is None:
            raise
        Job.objects.filter(pk=job.pk).update(report=job.report | {"started": False, "submission": None})
        raise TryLaterError(known.detail, after=_PAUSE) from error


def _begin(job: Job, submission: Submission) -> bool:
    """Record that a submission is scored after a restart. Return False, and let it fail, if that was interrupted."""
    interrupted = job.report.get("submission") == submission.pk
    job.report |= {"submission": submission.pk}
    if interrupted:
        _fail(job, submission, _INTERRUPTED)
        return False
    with write_transaction():
        lock_job(job)
        Job.objects.filter(pk=job.pk).update(report=job.report)
        _log(submission, "Scoring started again after a restart.")
    return True


def scorer_of(revision: GoldRevision, submission: Submission, scorers: Scorers) -> TrackScoring:
    """Return what scores a submission, from `scorers` if it is there. Raises as `track_scoring`."""
    track = submission.track
    if track is None:
        raise OtherVersionError("The submission belongs to no track.")
    key = (revision.pk, track.pk, submission.phase.split)
    if key not in scorers:
        scorers[key] = track_scoring(revision, track, submission.phase.split)
    return scorers[key]


def save_scores(scores: Sequence[Score]) -> None:
    """Save scores in place of earlier ones of the same submission and revision."""
    Score.objects.bulk_create(
        scores, update_conflicts=True, unique_fields=["submission", "revision"], update_fields=_SCORED
    )


def _fail(job: Job, submission: Submission, message: str, reason: str = "") -> None:
    with write_transaction():
        lock_job(job)
        failed = Submission.objects.filter(pk=submission.pk, state=Submission.State.WAITING)
        failed.update(state=Submission.State.FAILED, message=message)
        free_slot(submission)
        _log(submission, message)
        if reason:
            job.report.setdefault("errors", {})[str(submission.pk)] = reason[:2_000]
            Job.objects.filter(pk=job.pk).update(report=job.report)


def _log(submission: Submission, line: str) -> None:
    """Append a line to the log, which its team reads: no value that follows from gold."""
    now = f"{timezone.now():%Y-%m-%d %H:%M:%S} UTC"
    Submission.objects.filter(pk=submission.pk).update(log=Concat("log", Value(f"{now}  {line}\n")))
