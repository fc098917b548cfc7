"""Score submissions again: all valid ones under a new gold revision, or one at the request of an organizer."""

import logging
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from evaluation.models import GoldRevision, Score, Submission
from evaluation.queries.track_items import current_revision
from evaluation.services.submissions.compute_score import OtherVersionError
from evaluation.services.submissions.scoring import Scorers, request_scoring, save_scores, scorer_of
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError
from foundation.jobs import Progress, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.write_transaction import batch_transaction, write_transaction
from morelkit.scoring.problems import InvalidPredictionsError

logger = logging.getLogger(__name__)

KIND: Final = "rescore"
QUEUE: Final = "rescoring"
"""A queue of its own: new submissions are scored beside it."""
_BATCH: Final = 50


def request_rescoring(revision: GoldRevision) -> Job:
    """Queue the scoring of all valid submissions under a revision, in the caller's transaction, and return its job."""
    job = Job.objects.create(scope=revision.task.scope, kind=KIND, options={"revision": revision.pk})
    GoldRevision.objects.filter(pk=revision.pk).update(job=job)
    return job


@job_kind(KIND, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """Score what has no score under the revision, in batches. After a kill the committed batches remain."""
    revision = GoldRevision.objects.select_related("task").get(pk=job.options["revision"])
    left = _unscored(revision)
    total = _scored(revision).count()
    done = total - left.count()
    unfit: list[int] = []
    scorers: Scorers = {}
    with heartbeat(job):
        # By track, so that submissions that share their gold follow each other.
        keys = list(left.order_by("track", "phase", "pk").values_list("pk", flat=True))
        for start in range(0, len(keys), _BATCH):
            batch = keys[start : start + _BATCH]
            scores = _scores(revision, batch, scorers, unfit)
            with batch_transaction():
                lock_job(job)
                save_scores(scores)
                done += len(batch)
                Job.objects.filter(pk=job.pk).update(done=done, total=total, report={"unfit": len(unfit)})
            progress(done, total)


def rescore(submission: Submission) -> Submission:
    """Score one submission again under the current gold, in the background. A failed one takes no place in the quota.

    Raises ConflictError for an invalid one.
    """
    with write_transaction():
        rows = Submission.objects.select_for_update(of=("self",)).select_related("task", "upload__task")
        row = rows.get(pk=submission.pk)
        if row.state == Submission.State.INVALID:
            raise ConflictError("An invalid submission has no score.", code="not_valid")
        Score.objects.filter(submission=row, revision=current_revision(row.task)).delete()
        row.state, row.message = Submission.State.WAITING, ""
        row.save(update_fields=["state", "message"])
        request_scoring(row.upload, [row])
        record(AuditKind.SUBMISSION_RESCORED, row.task.scope, submission=row.number)
        return row


def _scored(revision: GoldRevision) -> QuerySet[Submission]:
    return Submission.objects.filter(task=revision.task, state=Submission.State.SCORED, track__isnull=False)


def _unscored(revision: GoldRevision) -> QuerySet[Submission]:
    scores = Score.objects.filter(submission=OuterRef("pk"), revision=revision)
    return _scored(revision).filter(~Exists(scores))


def _scores(revision: GoldRevision, keys: list[int], scorers: Scorers, unfit: list[int]) -> list[Score]:
    """Return the scores of a batch. Submissions that do not fit the items of the revision are added to `unfit`."""
    found = []
    rows = Submission.objects.select_related("task", "phase", "track__task").in_bulk(keys)
    for key in keys:
        try:
            found.append(scorer_of(revision, rows[key], scorers).score(rows[key]))
        except (InvalidPredictionsError, OtherVersionError) as error:
            logger.info("Submission %s does not fit revision %s: %s", key, revision.number, error)
            unfit.append(key)
    return found
