"""The jobs that score: results, kills, new gold, baselines."""

import json
import os
import secrets
import shutil
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone

from evaluation.models import GoldRevision, Score, Submission, Upload
from evaluation.queries.stored_files import gold_directory, gold_file, items_file, submission_file
from evaluation.services.submissions import scoring
from evaluation.services.submissions.compute_score import TrackScoring
from evaluation.services.submissions.lifecycle import choose, disqualify, restore, withdraw
from evaluation.services.submissions.rescoring import request_rescoring, rescore
from evaluation.services.submissions.run_baselines import request_baselines
from evaluation.services.submissions.stored_predictions import remove_orphans
from foundation.errors import ConflictError, InvalidError
from foundation.jobs import HEARTBEAT_TIMEOUT, run_waiting
from foundation.models import Job
from morelkit.scoring.baselines import baseline
from morelkit.scoring.score_files import ScoreOptions, score_files
from tests.api.submissions.files import Submitter, of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]


@pytest.fixture
def sam(tasks):
    return Submitter(tasks.sam)


def score_all():
    while run_waiting("scoring"):
        pass


def submitted(sam, *files):
    rows = sam.submit({f"{number}.jsonl": file for number, file in enumerate(files)})["submissions"]
    return [Submission.objects.get(pk=row["id"]) for row in rows]


def killed(job):
    """Leave a job as a worker that was killed leaves it."""
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.RUNNING,
        worker="elsewhere:1:x",
        heartbeat=timezone.now() - 2 * HEARTBEAT_TIMEOUT,
        finished_at=None,
    )


def test_a_score_equals_the_one_of_morelkit(tasks, sam):
    english, arabic = submitted(sam, of("en", good=4), of("ar", good=2))
    score_all()
    for row in (english, arabic):
        part = tasks.revision.parts.get(language=row.track.language, split="dev")
        options = ScoreOptions(seed=tasks.lantern.seed)
        scores, (results,) = score_files(
            gold_file(tasks.revision, part), [submission_file(row.sha256)], options
        )
        stored = row.scores.get()
        expected = scores.languages[0].scores.estimates
        assert stored.values == {
            name: {"value": each.value, "low": each.low, "high": each.high, "reason": each.reason}
            for name, each in expected.items()
        }
        assert stored.n == 6
        assert stored.keys == {name: each.key for name, each in results.results.items()}
        assert stored.metrics == row.track.metrics
        items = np.frombuffer(stored.item_scores, "<f8").reshape(len(stored.metrics), stored.n)
        for name, values in zip(stored.metrics, items, strict=True):
            assert values.tolist() == results.item_scores[name].tolist()


def test_a_job_that_was_killed_is_done_again(sam, monkeypatch):
    first, second = submitted(sam, of("en"), of("ar"))
    count = []
    real = TrackScoring.score

    def until_the_second(self, submission):
        count.append(submission.pk)
        if len(count) == 2:
            raise KeyboardInterrupt  # as little is tidied up by a kill
        return real(self, submission)

    monkeypatch.setattr(TrackScoring, "score", until_the_second)
    with pytest.raises(KeyboardInterrupt):
        run_waiting("scoring")
    killed(Job.objects.get(kind="score_upload"))
    score_all()
    assert count == [first.pk, second.pk, first.pk, second.pk]
    assert Score.objects.count() == 2
    assert [row.state for row in Submission.objects.order_by("number")] == ["scored", "scored"]


def test_a_submission_that_was_interrupted_twice_fails_and_the_others_are_scored(sam, monkeypatch):
    first, second = submitted(sam, of("en"), of("ar"))
    real = TrackScoring.score

    def kills(self, submission):
        if submission.pk == first.pk:
            raise KeyboardInterrupt
        return real(self, submission)

    monkeypatch.setattr(TrackScoring, "score", kills)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            run_waiting("scoring")
        killed(Job.objects.get(kind="score_upload"))
    score_all()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("failed", "scored")
    assert "restarted" in first.message
    assert "Scoring started again" in first.log
    assert sam.quota() == {"en": (0, 0), "ar": (1, 1)}


def test_gold_that_is_replaced_while_a_submission_is_scored_is_used_too(tasks, sam, monkeypatch):
    (row,) = submitted(sam, of("en"))
    real = TrackScoring.score

    def replaced(self, submission):
        if not GoldRevision.objects.filter(task=tasks.lantern, number=2).exists():
            copy_revision(tasks.revision)
        return real(self, submission)

    monkeypatch.setattr(TrackScoring, "score", replaced)
    score_all()
    assert sorted(row.scores.values_list("revision__number", flat=True)) == [1, 2]


def copy_revision(revision):
    """Attach the same files again, as a revision of its own."""
    made = GoldRevision.objects.create(
        task=revision.task, number=revision.number + 1, source="again", digest=secrets.token_hex(32)
    )
    for part in revision.parts.all():
        part.pk, part.revision = None, made
        part.save()
    shutil.copytree(gold_directory(revision), gold_directory(made))
    return made


def test_rescoring_scores_all_valid_submissions_under_the_new_revision(tasks, sam):
    rows = submitted(sam, of("en"), of("ar"))
    score_all()
    made = copy_revision(tasks.revision)
    gold = gold_file(made, made.parts.get(language="en", split="dev"))
    records = [json.loads(line) for line in gold.read_text().splitlines()]
    for record in records:
        record["hard_labels"], record["soft_labels"] = [], []
    gold.chmod(0o600)
    gold.write_text("".join(json.dumps(record) + "\n" for record in records))
    job = request_rescoring(made)
    assert run_waiting("rescoring")
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 2, 2)
    english, arabic = ({each.revision.number: each.values for each in row.scores.all()} for row in rows)
    metric = tasks.en.metrics[0]
    assert (english[1][metric]["value"], english[2][metric]["value"]) == (1, 0)
    assert arabic[1] == arabic[2]
    killed(job)
    assert run_waiting("rescoring")
    assert Score.objects.count() == 4


def test_an_organizer_has_one_submission_scored_again(sam):
    (row,) = submitted(sam, of("en"))
    score_all()
    before = row.scores.get().pk
    assert rescore(row).state == "waiting"
    score_all()
    row.refresh_from_db()
    assert (row.state, row.scores.get().pk != before) == ("scored", True)
    Submission.objects.filter(pk=row.pk).update(state="invalid")
    with pytest.raises(ConflictError):
        rescore(row)


def test_baselines_are_unranked_uploads_equal_to_those_of_morelkit(tasks):
    job = request_baselines(tasks.lantern, tasks.dev, tasks.olga)
    score_all()
    job.refresh_from_db()
    assert job.state == "done"
    uploads = {upload.system: upload for upload in Upload.objects.filter(kind="baseline")}
    assert set(uploads) == {"mark-all", "mark-none", "random-spans"}
    for name, upload in uploads.items():
        assert upload.team is None
        assert [row.state for row in upload.submissions.all()] == ["scored", "scored"]
        row = upload.submissions.get(track=tasks.en)
        part = tasks.revision.parts.get(language="en", split="dev")
        expected = list(baseline(name, items_file(tasks.revision, part), tasks.lantern.seed))
        lines = submission_file(row.sha256).read_text().splitlines()
        assert [json.loads(line) for line in lines] == expected
    request_baselines(tasks.lantern, tasks.dev, tasks.olga)
    score_all()
    assert Upload.objects.count() == 3


def test_a_choice_is_refused_for_what_cannot_be_shown(tasks, sam):
    first, second = submitted(sam, of("en"), of("ar"))
    now = timezone.now()
    assert choose(first, now).chosen_at == now
    withdraw(second, tasks.sam, now)
    with pytest.raises(ConflictError):
        choose(second, now)
    with pytest.raises(ConflictError):
        choose(first, tasks.dev.ends_at)


def test_a_disqualification_has_a_reason_and_can_be_undone(tasks, sam):
    (row,) = submitted(sam, of("en"))
    score_all()
    with pytest.raises(InvalidError):
        disqualify(row, "  ", timezone.now())
    disqualify(row, "Copied.", timezone.now())
    (shown,) = sam.rows()
    assert (shown["on_board"], shown["disqualified"]["reason"]) == (False, "Copied.")
    restore(row)
    assert sam.rows()[0]["on_board"] is True


def test_files_without_a_row_are_removed_after_a_day(sam):
    (row,) = submitted(sam, of("en"))
    kept = submission_file(row.sha256)
    orphan = kept.with_name("0" * 64)
    fresh = kept.with_name("1" * 64)
    for path in (orphan, fresh):
        path.write_bytes(b"x")
    old = (timezone.now() - timedelta(days=2)).timestamp()
    for path in (kept, orphan):
        os.utime(path, (old, old))
    remove_orphans()
    assert (kept.exists(), orphan.exists(), fresh.exists()) == (True, False, True)


def test_the_log_says_what_happened_and_no_score(sam):
    (row,) = submitted(sam, of("en", good=3))
    score_all()
    row.refresh_from_db()
    assert [line.split("UTC  ")[1] for line in row.log.splitlines()] == [
        "Scored under revision 1 of the gold.",
    ]


def test_an_unexpected_error_is_not_shown_to_the_team(sam, monkeypatch, caplog):
    (row,) = submitted(sam, of("en"))

    def fails(self, submission):
        raise RuntimeError("gold of item dev-en-1: [[0, 3]]")

    monkeypatch.setattr(scoring.TrackScoring, "score", fails)
    score_all()
    row.refresh_from_db()
    assert row.state == "failed"
    assert "dev-en-1" not in row.message + row.log
