"""Who may submit when: phases, pauses, teams and terms."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from evaluation.models import AttemptSlot, Phase, Submission, Team, TeamMember
from tests.api.client import Api
from tests.api.submissions.files import Submitter, of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

TICK = timedelta(microseconds=1)
TEST = {"en.jsonl": of("en", "tst")}


@pytest.fixture
def sam(tasks):
    return Submitter(tasks.sam)


def code(refusal):
    return refusal["type"].rpartition(":")[2]


def test_the_last_instant_before_the_end_counts_and_the_end_itself_is_late(tasks, sam):
    test = tasks.move("test", "ended")
    in_time = sam.submit(TEST, phase="test", at=test.ends_at - TICK)
    assert (in_time["phase"], in_time["late_for"]) == ("test", None)
    late = sam.submit(TEST, phase="test", at=test.ends_at)
    assert (late["phase"], late["late_for"]) == ("post", "test")
    assert late["submissions"][0]["late_for"] == "test"


def test_without_a_post_phase_a_late_upload_is_refused_and_nothing_is_counted(tasks, sam):
    test = tasks.move("test", "ended")
    tasks.phase("post").delete()
    test.zone = "AoE"
    test.save()
    refusal = sam.submit(TEST, phase="test", at=test.ends_at, status=409)
    assert code(refusal) == "phase_ended"
    assert "AoE" in refusal["detail"]
    assert "UTC" in refusal["detail"]
    assert Submission.objects.count() == AttemptSlot.objects.count() == 0


def test_an_extension_applies_at_once(tasks, sam):
    test = tasks.move("test", "ended")
    tasks.phase("post").delete()
    test.ends_at = timezone.now() + timedelta(hours=1)
    test.save()
    assert sam.submit(TEST)["phase"] == "test"


def test_a_phase_that_has_not_begun_is_refused_with_its_start(tasks, sam):
    refusal = sam.submit({"en.jsonl": of("en")}, phase="test", status=409)
    assert code(refusal) == "phase_not_started"


def test_a_paused_phase_is_refused_with_its_reason(tasks, sam):
    tasks.dev.paused_at, tasks.dev.paused_reason = timezone.now(), "A file is being replaced."
    tasks.dev.save()
    refusal = sam.submit({"en.jsonl": of("en")}, status=409)
    assert code(refusal) == "phase_paused"
    assert "A file is being replaced." in refusal["detail"]


def test_an_unknown_phase_and_that_of_another_task_are_refused(tasks, sam):
    foreign = Phase.objects.get(task=tasks.harbour, slug="dev")
    for phase in ("nothing", str(foreign.pk), "0"):
        refusal = sam.submit({"en.jsonl": of("en")}, phase=phase, status=422)
        assert code(refusal) == "phase"
        assert f"no phase “{phase}”" in refusal["detail"]
        assert "dev, " in refusal["detail"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"state": "pending"}, "team_pending"),
        ({"state": "refused"}, "team_refused"),
        ({"disqualified_at": timezone.now(), "disqualified_reason": "Two accounts."}, "team_disqualified"),
        ({"terms_version": 0}, "terms_changed"),
    ],
)
def test_a_team_that_may_not_submit_is_told_why(tasks, sam, fields, expected):
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(**fields)
    refusal = sam.submit({"en.jsonl": of("en")}, status=403)
    assert code(refusal) == expected
    assert fields.get("disqualified_reason", "") in refusal["detail"]
    assert Submission.objects.count() == 0


def test_only_members_and_organizers_may_submit_and_check(tasks):
    for user, status in ((tasks.nina, 403), (tasks.lena, 403), (tasks.hal, 403), (None, 401)):
        Submitter(user).submit({"en.jsonl": of("en")}, status=status)
        Submitter(user).check({"en.jsonl": of("en")}, status=status)
        Submitter(user).get("submissions/", status=status)
        Submitter(user).get("quota/", status=status)
    Submitter(tasks.olga).check({"en.jsonl": of("en")})


def test_a_former_member_may_not_submit(tasks, sam):
    tasks.saltmarsh.members.filter(user=tasks.sam).update(left_at=timezone.now())
    sam.submit({"en.jsonl": of("en")}, status=403)


def test_fields_of_the_form_are_checked(sam):
    assert sam.submit({}, status=422)
    assert sam.submit({"en.jsonl": of("en")}, system="", status=422)
    assert sam.submit({"en.jsonl": of("en")}, system="x" * 101, status=422)
    assert sam.submit({"en.jsonl": of("en")}, surprise="x", status=400)
    assert sam.submit({"en.jsonl": of("en")}, system=["a", "b"], status=400)
    assert sam.submit({"en.jsonl": of("en")}, answers="[1]", status=422)
    assert sam.submit({"en.jsonl": of("en")}, answers="{", status=422)
    assert sam.submit({"en.jsonl": of("en")}, answers='{"models": 1}', status=422)
    assert sam.submit({"en.jsonl": of("en")}, answers='{"weather": "fog"}', status=422)
    answered = sam.submit({"en.jsonl": of("en")}, answers='{"models": "larch-7b", "retrieval": false}')
    found = sam.get(f"submissions/{answered['submissions'][0]['id']}/")
    assert found["answers"] == {"models": "larch-7b", "retrieval": False}


def test_too_many_files_are_refused(sam):
    sam.submit({f"{number}.jsonl": b"{}" for number in range(101)}, status=413)


def test_hostile_names_are_stored_as_text(sam):
    name = "<img src=x onerror=alert(1)>\u202e.jsonl"
    (row,) = sam.submit({name: of("en")}, system="<script>")["submissions"]
    assert row["file_name"].startswith("<img src=x")
    assert row["system"] == "<script>"


def test_a_program_submits_with_a_token_of_its_team_and_without_csrf(tasks, sam):
    created = sam.api.post(
        "/tokens/", {"name": "cluster", "scope": f"team:{tasks.saltmarsh.pk}", "days": 7}, status=201
    )
    program = Submitter(None)
    program.api.http = Client(
        enforce_csrf_checks=True, headers={"Authorization": f"Bearer {created['token']}"}
    )
    (row,) = program.submit({"en.jsonl": of("en")})["submissions"]
    assert row["team"]["id"] == tasks.saltmarsh.pk
    assert program.api.http.get("/api/v1/tasks/lantern/submissions/").json()["results"][0]["id"] == row["id"]
    assert program.api.http.get("/api/v1/tasks/harbour/submissions/").status_code in (401, 403)


def test_a_token_gives_no_right_of_an_organizer(tasks, sam):
    sam.submit({"en.jsonl": of("en")})
    TeamMember.objects.create(task=tasks.lantern, team=tasks.ninefold, user=tasks.olga)
    scope = {"name": "cluster", "scope": f"team:{tasks.ninefold.pk}", "days": 7}
    created = Api(tasks.olga).post("/tokens/", scope, status=201)
    program = Client(headers={"Authorization": f"Bearer {created['token']}"})
    assert program.get("/api/v1/tasks/lantern/submissions/").json()["results"] == []
    assert len(Submitter(tasks.olga).rows()) == 1
    path = f"/api/v1/tasks/lantern/submissions/{Submission.objects.get().pk}/disqualify/"
    assert program.post(path, {"reason": "x"}, content_type="application/json").status_code == 401
