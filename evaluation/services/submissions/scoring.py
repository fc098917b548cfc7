"""Score uploads in the background: the only place where the predictions of a team meet gold.

A job scores the submissions of an upload one after another. Each is committed with its state, so that a job that was
killed goes on with the next one. A submission during which the job was killed twice has failed: it might be what kills
the server. A failed submission gives its place in the quota back.
"""

import logging
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
_TRIES: Final = 2
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
    scorers: Scorers = {}
    with heartbeat(job), _later_if_busy(job):
        for done, key in enumerate(keys):
            submission = waiting.filter(pk=key).first()
            if submission is not None and _begin(job, submission, done):
                _score(job, submission, scorers)
            progress(done + 1, len(keys))
        Job.objects.filter(pk=job.pk).update(done=len(keys))


@contextmanager
def _later_if_busy(job: Job) -> Iterator[None]:
    """Have the job wait when the database or the disk cannot be used for now. That is no fault of a submission."""
    try:
        yield
    except Exception as error:
        known = as_known(error)
        if known is None:
            raise
        Job.objects.filter(pk=job.pk).update(report=job.report | {"tries": 0})
        raise TryLaterError(known.detail, after=_PAUSE) from error


def _begin(job: Job, submission: Submission, done: int) -> bool:
    """Record that a submission is being scored. Return False, and let it fail, if that was interrupted before."""
    report = job.report
    tries = report["tries"] + 1 if report.get("submission") == submission.pk else 1
    job.report |= {"submission": submission.pk, "tries": tries}
    with write_transaction():
        lock_job(job)
        Job.objects.filter(pk=job.pk).update(report=job.report, done=done)
        _log(submission, "Scoring started." if tries == 1 else "Scoring started again after a restart.")
    if tries <= _TRIES:
        return True
    _fail(job, submission, _INTERRUPTED)
    return False


def _score(job: Job, submission: Submission, scorers: Scorers) -> None:
    """Score a submission under the current gold, again if that is replaced in the meantime."""
    while True:
        revision = current_revision(submission.task)
        try:
            score = scorer_of(revision, submission, scorers).score(submission)
        except (InvalidPredictionsError, OtherVersionError) as error:
            logger.info("Submission %s does not fit its items: %s", submission.pk, error)
            _fail(job, submission, OTHER_VERSION)
            return
        except Exception as error:
            logger.exception("Submission %s could not be scored.", submission.pk)
            _fail(job, submission, _DEFECT, f"{type(error).__name__}: {error}")
            return
        with write_transaction():
            lock_job(job)
            save_scores([score])
            scored = Submission.objects.filter(pk=submission.pk, state=Submission.State.WAITING)
            scored.update(state=Submission.State.SCORED, message="")
            _log(submission, f"Scored under revision {revision.number} of the gold.")
        if current_revision(submission.task) == revision:  # otherwise its rescoring may have missed this one
            return


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
