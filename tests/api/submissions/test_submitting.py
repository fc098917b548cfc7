"""Submit files: what is received, counted, scored and shown."""

import gzip
from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import AttemptSlot, QuotaSlot, Submission, TeamMember, Upload
from evaluation.queries.stored_files import gold_file, submission_file
from foundation.jobs import run_waiting
from foundation.models import Job
from morelkit.scoring.score_files import score_files
from tests.api.submissions.files import Submitter, codes, jsonl, of, zipped
from tests.tasks import predictions, team

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam(tasks, fresh_cache):
    return Submitter(tasks.sam)


def score_all():
    while run_waiting("scoring"):
        pass


def test_a_submission_is_received_scored_and_on_the_board(tasks, sam):
    upload = sam.submit({"mine.jsonl": of("en", good=4)}, system="larch-1")
    (row,) = upload["submissions"]
    assert (row["state"], row["track"], row["phase"], row["number"]) == ("waiting", "en", "dev", 1)
    assert (row["scores"], row["on_board"], row["counts_in_quota"]) == (None, False, True)
    assert row["team"] == {"id": tasks.saltmarsh.pk, "name": "Saltmarsh"}
    score_all()
    (row,) = sam.rows()
    assert (row["state"], row["on_board"], row["system"], row["file_name"]) == (
        "scored",
        True,
        "larch-1",
        "mine.jsonl",
    )
    assert row["records"] == 6
    part = tasks.revision.parts.get(language="en", split="dev")
    stored = submission_file(row["sha256"])
    scores, _ = score_files(gold_file(tasks.revision, part), [stored])
    expected = {name: each.value for name, each in scores.languages[0].scores.estimates.items()}
    assert row["scores"] == expected
    assert stored.read_bytes() == of("en", good=4)


def test_the_name_of_a_system_has_no_character_that_reverses_the_text_after_it(sam):
    refused = sam.submit({"en.jsonl": of("en")}, system="larch\u202e1", status=422)
    assert codes(refused) == [("/system", "invisible_character")]
    assert sam.rows() == []
    sam.submit({"en.jsonl": of("en")}, system="larch 👩\u200d🚀")


def test_several_files_a_zip_and_gzip_are_one_upload(sam):
    packed = zipped({"run/en.jsonl": of("en")})
    upload = sam.submit({"all.zip": packed, "ar.jsonl.gz": gzip.compress(of("ar"))})
    assert [(row["track"], row["file_name"]) for row in upload["submissions"]] == [
        ("en", "all.zip/run/en.jsonl"),
        ("ar", "ar.jsonl"),
    ]
    assert Job.objects.filter(kind="score_upload").count() == 1
    assert sam.quota() == {"en": (1, 1), "ar": (1, 1)}
    assert AttemptSlot.objects.count() == 1


def test_an_invalid_file_counts_as_an_attempt_and_not_in_the_quota(sam):
    broken = predictions("en", "dev")
    broken[1]["soft_labels"] = [{"start": 0, "prob": 1.2, "end": 3}]
    upload = sam.submit({"en.jsonl": jsonl(broken), "ar.jsonl": of("ar")})
    english, arabic = upload["submissions"]
    assert (english["state"], english["counts_in_quota"], english["problem_count"]) == ("invalid", False, 1)
    assert english["problems"][0]["line"] == 2
    assert english["problems"][0]["code"] == "out_of_range"
    assert (arabic["state"], arabic["counts_in_quota"]) == ("waiting", True)
    assert sam.quota() == {"en": (0, 0), "ar": (1, 1)}
    assert sam.get("quota/")["attempts_today"] == 1


def refused_and_nothing_counted(sam, files, status=422, **fields):
    before = (Upload.objects.count(), QuotaSlot.objects.count(), AttemptSlot.objects.count())
    refusal = sam.submit(files, status=status, **fields)
    assert (Upload.objects.count(), QuotaSlot.objects.count(), AttemptSlot.objects.count()) == before
    return refusal


def test_two_files_for_a_track_are_refused(sam):
    refusal = refused_and_nothing_counted(sam, {"a.jsonl": of("en"), "b.jsonl": of("en", shift=1)})
    assert codes(refusal) == [("/files/1", "track_repeated")]
    assert "a.jsonl" in refusal["errors"][0]["detail"]


def test_items_of_another_split_are_refused_by_its_name(tasks, sam):
    tasks.move("test", "open")
    refusal = refused_and_nothing_counted(sam, {"en.jsonl": of("en", "dev")}, phase="test")
    assert codes(refusal) == [("/files/0", "wrong_split")]
    assert "split dev" in refusal["detail"]


def test_items_of_a_phase_that_has_not_begun_are_not_known(sam):
    refusal = refused_and_nothing_counted(sam, {"en.jsonl": of("en", "tst")}, phase="dev")
    assert codes(refusal) == [("/files/0", "other_items")]
    assert "tst" not in refusal["detail"]


def test_items_without_a_track_are_refused(tasks, sam):
    tasks.ar.delete()
    refusal = refused_and_nothing_counted(sam, {"ar.jsonl": of("ar")})
    assert codes(refusal) == [("/files/0", "unknown_track")]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "no_records"),
        (b"not json\n", "bad_json"),
        (b"\xff\xfe\x00", "not_utf8"),
        (jsonl([{"id": "elsewhere-1", "hard_labels": []}]), "other_items"),
        (gzip.compress(b"{}", mtime=0), "compressed"),
    ],
)
def test_a_file_without_known_items_is_refused(sam, content, code):
    refusal = refused_and_nothing_counted(sam, {"en.jsonl": content})
    assert codes(refusal) == [("/files/0", code)]


def test_the_track_follows_from_the_items_never_from_the_name(sam):
    upload = sam.submit({"en.jsonl": of("ar")})
    assert upload["submissions"][0]["track"] == "ar"


def test_a_used_up_track_refuses_the_whole_upload(tasks, sam):
    tasks.dev.daily_cap = 1
    tasks.dev.save()
    sam.submit({"en.jsonl": of("en")})
    refusal = refused_and_nothing_counted(
        sam, {"en.jsonl": of("en", shift=1), "ar.jsonl": of("ar")}, status=409
    )
    assert codes(refusal) == [("/files/0", "quota_used")]
    assert sam.quota() == {"en": (1, 1), "ar": (0, 0)}
    sam.submit({"ar.jsonl": of("ar")})


def test_the_quota_of_a_day_is_that_of_the_receipt_in_utc(tasks, sam):
    tasks.dev.daily_cap, tasks.dev.total_cap = 1, 2
    tasks.dev.save()
    midnight = tasks.dev.starts_at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=3)
    sam.submit({"en.jsonl": of("en")}, at=midnight - timedelta(microseconds=1))
    sam.submit({"en.jsonl": of("en", shift=1)}, at=midnight)
    refusal = sam.submit({"en.jsonl": of("en", shift=2)}, at=midnight + timedelta(days=2), status=409)
    assert "2 of 2" in refusal["detail"]


def test_attempts_have_a_ceiling_of_their_own(tasks, sam):
    tasks.dev.daily_attempts = 2
    tasks.dev.save()
    broken = jsonl([{"id": "dev-en-1"}])
    for _ in range(2):
        assert sam.submit({"en.jsonl": broken})["submissions"][0]["state"] == "invalid"
    refusal = refused_and_nothing_counted(sam, {"en.jsonl": of("en")}, status=409)
    assert refusal["type"].endswith("attempts_used")


def test_the_quota_is_that_of_a_team_not_of_a_person(tasks, sam):
    tasks.dev.daily_cap = 1
    tasks.dev.save()
    sam.submit({"en.jsonl": of("en")})
    Submitter(tasks.sue).submit({"en.jsonl": of("en", shift=1)}, status=409)
    Submitter(tasks.nick).submit({"en.jsonl": of("en")})


def test_a_new_team_is_not_a_new_quota(tasks, sam):
    tasks.dev.daily_cap = tasks.dev.daily_attempts = 1
    tasks.dev.save()
    sam.submit({"en.jsonl": of("en")})
    TeamMember.objects.filter(user=tasks.sam).update(left_at=timezone.now())
    team(tasks.lantern, "Second team", tasks.sam, tasks.nina)
    assert sam.quota() == {"en": (1, 1), "ar": (0, 0)}
    refused = sam.submit({"ar.jsonl": of("ar")}, status=409)
    assert codes(refused) == [("", "attempts_used")]
    tasks.dev.daily_attempts = 0
    tasks.dev.save()
    refused = sam.submit({"en.jsonl": of("en")}, status=409)
    assert codes(refused) == [("/files/0", "quota_used")]
    sam.submit({"ar.jsonl": of("ar")})
    Submitter(tasks.nina).submit({"en.jsonl": of("en")})
    assert QuotaSlot.objects.count() == 3


def test_merged_teams_share_a_quota(tasks, sam):
    tasks.dev.daily_cap = 2
    tasks.dev.save()
    Submitter(tasks.nick).submit({"en.jsonl": of("en")})
    tasks.ninefold.state, tasks.ninefold.merged_into = "merged", tasks.saltmarsh
    tasks.ninefold.save()
    sam.submit({"en.jsonl": of("en", shift=1)})
    sam.submit({"en.jsonl": of("en", shift=2)}, status=409)
    assert sam.quota()["en"] == (2, 2)
    assert [row["number"] for row in sam.rows()] == [2, 1]


def test_withdrawing_frees_nothing_and_leaves_the_board(tasks, sam):
    tasks.dev.daily_cap = 1
    tasks.dev.save()
    (row,) = sam.submit({"en.jsonl": of("en")})["submissions"]
    score_all()
    withdrawn = sam.post(f"submissions/{row['id']}/withdraw/")
    assert withdrawn["withdrawn"]["by"] == "sam"
    assert (withdrawn["on_board"], withdrawn["counts_in_quota"]) == (False, True)
    sam.submit({"en.jsonl": of("en", shift=1)}, status=409)


def test_a_failed_submission_gives_its_place_back(tasks, sam):
    (row,) = sam.submit({"en.jsonl": of("en")})["submissions"]
    submission_file(row["sha256"]).unlink()
    score_all()
    (row,) = sam.rows()
    assert (row["state"], row["counts_in_quota"]) == ("failed", False)
    assert row["message"].startswith("Scoring failed")
    assert "FileNotFound" not in str(sam.get(f"submissions/{row['id']}/"))
    assert "FileNotFound" in Submitter(tasks.olga).get(f"submissions/{row['id']}/")["error"]
    assert sam.quota()["en"] == (0, 0)


def test_own_bytes_can_be_downloaded_and_others_are_not_found(tasks, sam):
    (row,) = sam.submit({"en.jsonl": of("en")})["submissions"]
    path = f"/tasks/lantern/submissions/{row['id']}/"
    response = sam.api.send("get", f"{path}file/")
    assert b"".join(response) == of("en")
    for other in (tasks.nick,):
        assert Submitter(other).get(f"submissions/{row['id']}/", status=404)
        assert Submitter(other).api.send("get", f"{path}file/").status_code == 404
        Submitter(other).post(f"submissions/{row['id']}/withdraw/", status=404)
    assert Submitter(tasks.hal, "harbour").get(f"submissions/{row['id']}/", status=404)


def test_a_trial_of_an_organizer_uses_no_quota_and_has_no_team(tasks, sam):
    upload = Submitter(tasks.olga).submit({"en.jsonl": of("en", "tst")}, kind="trial")
    assert upload["submissions"][0]["team"] is None
    assert upload["phase"] == "test"
    assert QuotaSlot.objects.count() == AttemptSlot.objects.count() == 0
    sam.submit({"en.jsonl": of("en")}, kind="trial", status=403)
    assert sam.rows() == []


def test_a_check_stores_and_counts_nothing(tasks, sam):
    broken = predictions("en", "dev")[:5]
    report = sam.check({"en.jsonl": jsonl(broken), "ar.jsonl": of("ar"), "b.jsonl": of("ar")})
    assert report["phase"] == "dev"
    assert [
        (each["file"], each["track"], each["records"], each["problem_count"]) for each in report["files"]
    ] == [
        ("en.jsonl", "en", 5, 1),
        ("ar.jsonl", "ar", 6, 0),
        ("b.jsonl", "ar", 6, 1),
    ]
    assert report["files"][0]["problems"][0]["code"] == "missing_prediction"
    assert report["files"][2]["problems"][0]["code"] == "track_repeated"
    assert Upload.objects.count() == Submission.objects.count() == AttemptSlot.objects.count() == 0


def test_submissions_are_listed_by_kind(tasks):
    Submitter(tasks.sam).submit({"en.jsonl": of("en")})
    olga = Submitter(tasks.olga)
    olga.submit({"en.jsonl": of("en")}, kind="trial")
    assert [row["kind"] for row in olga.rows(kind="trial")] == ["trial"]
    assert [row["kind"] for row in olga.rows(kind="team")] == ["team"]
    assert olga.rows(kind="baseline") == []
    assert len(olga.rows()) == 2
    # A team sees its own submissions only, whatever it asks for.
    assert Submitter(tasks.nick).rows(kind="team") == []
    olga.api.call("get", "/tasks/lantern/submissions/?kind=nothing", status=422)
