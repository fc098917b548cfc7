"""An upload that is sent again with its id is the first one, also after the phase has ended."""

import gzip
import uuid
from datetime import timedelta

import pytest

from evaluation.models import AttemptSlot, QuotaSlot, Submission, Task, Team, TeamMember, Upload
from tests.api.submissions.files import Submitter, codes, of
from tests.tasks import Tasks

pytestmark = pytest.mark.django_db

FILES = {"en.jsonl": of("en")}


@pytest.fixture
def sam(tasks: Tasks, fresh_cache):
    tasks.dev.daily_cap, tasks.dev.daily_attempts = 1, 1
    tasks.dev.save()
    return Submitter(tasks.sam)


@pytest.fixture
def upload_id():
    return str(uuid.uuid4())


def counted() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Upload, Submission, QuotaSlot, AttemptSlot))


def test_a_repeated_upload_returns_the_first_answer_and_counts_nothing(sam, upload_id):
    first = sam.submit(FILES, upload_id=upload_id, phase="dev", answers='{"retrieval": true, "models": "x"}')
    again = sam.submit(FILES, upload_id=upload_id, phase="dev", answers='{"models": "x", "retrieval": true}')
    assert again == first
    assert counted() == (1, 1, 1, 1)


def test_the_bytes_of_the_predictions_count_however_they_are_compressed(sam, upload_id):
    first = sam.submit(FILES, upload_id=upload_id)
    assert sam.submit({"en.jsonl.gz": gzip.compress(of("en"))}, upload_id=upload_id) == first


@pytest.mark.parametrize(
    ("files", "fields"),
    [
        ({"en.jsonl": of("en", good=1)}, {}),
        ({"other.jsonl": of("en")}, {}),
        ({"en.jsonl": of("en"), "ar.jsonl": of("ar")}, {}),
        (FILES, {"system": "other"}),
        (FILES, {"phase": "dev"}),
        (FILES, {"answers": '{"retrieval": true}'}),
    ],
)
def test_another_upload_with_the_id_is_refused(sam, upload_id, files, fields):
    sam.submit(FILES, upload_id=upload_id)
    refusal = sam.submit(files, upload_id=upload_id, status=422, **fields)
    assert refusal["type"].endswith(":upload_id_reused")
    assert codes(refusal) == [("/upload_id", "reused")]
    assert counted() == (1, 1, 1, 1)


def test_the_answer_stays_after_the_phase_has_ended_and_the_team_was_disqualified(tasks, sam, upload_id):
    first = sam.submit(FILES, upload_id=upload_id, phase="dev")
    tasks.move("dev", "ended")
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(disqualified_at=tasks.dev.ends_at)
    assert sam.submit(FILES, upload_id=upload_id, phase="dev")["id"] == first["id"]
    refusal = sam.submit(FILES, upload_id=str(uuid.uuid4()), phase="dev", status=403)
    assert refusal["type"].endswith(":team_disqualified")


def test_a_refused_upload_leaves_its_id_free(tasks, sam, upload_id):
    ended = tasks.dev.ends_at
    sam.submit(FILES, upload_id=upload_id, phase="dev", at=ended, status=409)
    first = sam.submit(FILES, upload_id=upload_id, phase="dev", at=ended - timedelta(seconds=1))
    assert sam.submit(FILES, upload_id=upload_id, phase="dev", at=ended)["id"] == first["id"]


def test_uploads_without_an_id_are_never_repeated_ones(tasks, sam):
    sam.submit(FILES)
    assert sam.submit(FILES, status=409)["type"].endswith(":attempts_used")


def test_members_of_a_team_share_its_uploads_and_nobody_else_does(tasks, sam, upload_id):
    first = sam.submit(FILES, upload_id=upload_id)
    assert Submitter(tasks.sue).submit(FILES, upload_id=upload_id)["id"] == first["id"]
    for user in (tasks.nick, tasks.olga):
        refusal = Submitter(user).submit(FILES, upload_id=upload_id, status=422)
        assert refusal["type"].endswith(":upload_id_reused")
    elsewhere = Submitter(tasks.hal, "harbour").submit(FILES, upload_id=upload_id, status=422)
    assert elsewhere["type"].endswith(":upload_id_reused")
    TeamMember.objects.filter(user=tasks.sue).delete()
    Task.objects.update(terms="")
    Submitter(tasks.sue).submit(FILES, upload_id=upload_id, status=403)


def test_organizers_repeat_their_trials(tasks, sam, upload_id):
    olga = Submitter(tasks.olga)
    first = olga.submit(FILES, upload_id=upload_id)
    assert first["submissions"][0]["kind"] == "trial"
    assert olga.submit(FILES, upload_id=upload_id) == first
    assert sam.submit(FILES, upload_id=upload_id, status=422)["type"].endswith(":upload_id_reused")


@pytest.mark.parametrize("wrong", ["", "1", "not a uuid"])
def test_an_id_that_is_no_uuid_is_refused(sam, wrong):
    assert codes(sam.submit(FILES, upload_id=wrong, status=422))[0][0] == "/upload_id"
