"""Notifications of a person: what creates them, who sees them, and how they are read and switched off."""

import json
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import CompletedLanguage, Project
from annotation.services.messages.threads import NewMessage, send_message
from annotation.services.notifications.completed_languages import look_at
from annotation.services.people.members import change_member
from annotation.services.projects.archiving import set_archived
from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_waiting
from foundation.models import Job, Notification
from foundation.notifications.notify import KEPT, remove_old
from tests.api.annotate.saving import body, put
from tests.api.client import Api, work_path
from tests.people import Cast, annotate, annotator, ask, hand_over, join

pytestmark = pytest.mark.django_db

SECRET = "The second date is wrong."


def listed(user: User) -> list[dict]:
    return Api(user).get("/notifications/")["results"]


def unread(user: User) -> int:
    return Api(user).get("/notifications/unread/")["unread"]


def texts(user: User) -> list[tuple[str, int, str]]:
    return [(row["kind"], row["count"], row["path"]) for row in listed(user)]


def answer(cast: Cast, name: str, text: str = SECRET) -> None:
    send_message(
        cast[name].pk,
        annotator(cast.alpha, cast.ada),
        cast.lena,
        NewMessage(uuid.uuid4(), text),
        timezone.now(),
    )


def question(cast: Cast, name: str = "q-1") -> None:
    hand_over(cast.alpha, cast.ada, cast[name])
    ask(cast.alpha, cast.ada, cast[name], SECRET)


def test_ten_questions_are_one_line_for_the_leads_and_none_for_others(cast: Cast):
    assert listed(cast.lena) == []
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    for _ in range(10):
        ask(cast.alpha, cast.ada, cast["q-1"], SECRET)
    assert texts(cast.lena) == [("question", 10, "/p/alpha/questions")]
    assert unread(cast.lena) == 1
    for other in (cast.ada, cast.bo, cast.nina, cast.otto):
        assert listed(other) == []


def test_an_answer_leads_its_annotator_to_the_item(cast: Cast):
    question(cast)
    answer(cast, "q-1")
    [row] = listed(cast.ada)
    assert (row["kind"], row["item"], row["name"]) == ("answer", "q-1", "alpha")
    assert row["path"] == f"/p/alpha/annotate/{cast['q-1'].pk}"
    assert listed(cast.bo) == []


def test_an_answered_question_and_a_read_answer_are_settled(cast: Cast):
    question(cast)
    assert unread(cast.lena) == 1
    answer(cast, "q-1")
    assert unread(cast.lena) == 0
    assert unread(cast.ada) == 1
    Api(cast.ada).get(work_path(cast["q-1"], "messages"))
    assert unread(cast.ada) == 0


def test_reopened_items_are_counted_and_taken_back(cast: Cast):
    for name in ("q-1", "q-2"):
        annotate(cast.alpha, cast.ada, cast[name], (0, 3))
    lena = Api(cast.lena)
    asked = {"annotator": annotator(cast.alpha, cast.ada).key, "items": [cast["q-1"].pk], "reason": SECRET}
    lena.post("/projects/alpha/items/reopen/", asked)
    assert texts(cast.ada) == [("reopened", 1, f"/p/alpha/annotate/{cast['q-1'].pk}")]
    lena.post("/projects/alpha/items/reopen/", {**asked, "items": [cast["q-2"].pk]})
    assert texts(cast.ada) == [("reopened", 2, "/p/alpha/mine?status=draft")]
    lena.post("/projects/alpha/items/reopen/", {**asked, "items": [cast["q-2"].pk], "undo": True})
    assert [row["count"] for row in listed(cast.ada)] == [1]
    lena.post("/projects/alpha/items/reopen/", {**asked, "undo": True})
    assert listed(cast.ada) == []


def test_who_is_added_to_a_project_is_notified(cast: Cast):
    join(cast.alpha, "nina")
    assert texts(cast.nina) == [("member_added", 1, "/p/alpha/annotate")]
    assert listed(cast.bo) == []


def test_who_started_a_job_hears_that_it_has_ended(cast: Cast):
    join(cast.alpha, "max", "lead")
    Api(cast.lena).post("/projects/alpha/agreement/", {"asked": True}, status=202)
    assert Job.objects.get(kind="computed_statistics").started_by == cast.lena
    while run_waiting():
        pass
    assert texts(cast.lena) == [("job_done", 1, "/p/alpha/agreement")]
    assert texts(User.objects.get(username="max")) == []


def test_a_failed_job_is_reported(cast: Cast):
    Job.objects.create(scope=cast.alpha.scope, kind="release", started_by=cast.lena)
    run_waiting("releases")
    assert texts(cast.lena) == [("job_failed", 1, "/p/alpha/releases")]


def complete(cast: Cast) -> None:
    for name in ("q-1", "q-2", "q-3"):
        for user in (cast.ada, cast.bo):
            annotate(cast.alpha, user, cast[name], (0, 3))


def test_leads_hear_once_that_a_language_is_complete(cast: Cast):
    project = Project.objects.get(pk=cast.alpha.pk)
    look_at(project, timezone.now())
    assert listed(cast.lena) == []
    complete(cast)
    look_at(project, timezone.now())
    look_at(project, timezone.now())
    [row] = listed(cast.lena)
    assert (row["kind"], row["language"], row["count"]) == ("language_complete", "en", 1)
    Api(cast.lena).post(
        "/projects/alpha/items/reopen/", {"annotator": "", "items": [cast["q-1"].pk], "reason": SECRET}
    )
    look_at(project, timezone.now())
    assert not CompletedLanguage.objects.exists()


def test_annotations_that_were_made_long_ago_are_no_news(cast: Cast):
    complete(cast)
    look_at(Project.objects.get(pk=cast.alpha.pk), timezone.now() + timedelta(days=2))
    assert CompletedLanguage.objects.count() == 1
    assert listed(cast.lena) == []


def test_no_text_that_somebody_wrote_is_stored(cast: Cast):
    question(cast)
    answer(cast, "q-1")
    stored = json.dumps([[row.subject, row.place, row.scope, row.kind] for row in Notification.objects.all()])
    assert "date" not in stored
    assert "date" not in json.dumps([listed(cast.lena), listed(cast.ada)])


def test_reading_marks_only_what_the_person_has_seen(cast: Cast):
    question(cast)
    lena = Api(cast.lena)
    seen = lena.get("/notifications/")
    ids = [row["id"] for row in seen["results"]]
    ask(cast.alpha, cast.ada, cast["q-1"], SECRET)
    assert lena.post("/notifications/read/", {"ids": ids, "as_of": seen["as_of"]}) == {"unread": 1}
    seen = lena.get("/notifications/")
    assert lena.post("/notifications/read/", {"ids": ids, "as_of": seen["as_of"]}) == {"unread": 0}
    assert [row["read"] for row in listed(cast.lena)] == [True]
    ask(cast.alpha, cast.ada, cast["q-1"], SECRET)
    assert [(row["read"], row["count"]) for row in listed(cast.lena)] == [(False, 1), (True, 2)]


def test_nobody_reads_or_marks_the_notifications_of_others(cast: Cast):
    question(cast)
    row = Notification.objects.get(user=cast.lena)
    as_of = (timezone.now() + timedelta(hours=1)).isoformat()
    for other in (cast.bo, cast.otto):
        Api(other).post("/notifications/read/", {"ids": [row.pk], "as_of": as_of})
    row.refresh_from_db()
    assert row.read_at is None
    for path in ("/notifications/", "/notifications/unread/", "/notifications/settings/"):
        Api().get(path, status=401)


def test_who_lost_access_sees_nothing_of_the_project(cast: Cast):
    join(cast.alpha, "max", "lead")
    question(cast)
    answer(cast, "q-1")
    ask(cast.alpha, cast.ada, cast["q-1"], SECRET)
    change_member(cast.alpha, annotator(cast.alpha, cast.lena).key, timezone.now(), role="annotator")
    assert [row["kind"] for row in listed(cast.lena)] == []
    change_member(cast.alpha, annotator(cast.alpha, cast.ada).key, timezone.now(), ended=True)
    assert listed(cast.ada) == []
    assert unread(cast.ada) == 0


def test_notifications_of_an_archived_project_are_hidden(cast: Cast):
    question(cast)
    set_archived(cast.alpha, True, timezone.now())
    assert listed(cast.lena) == []


def test_a_kind_is_switched_off_in_the_page(cast: Cast):
    question(cast)
    wanted = {"kind": "question", "page": False, "mail": True}
    settings = Api(cast.lena).put("/notifications/settings/", wanted)
    assert wanted in settings["kinds"]
    assert (listed(cast.lena), unread(cast.lena)) == ([], 0)
    Api(cast.lena).put("/notifications/settings/", {**wanted, "mail": False})
    Notification.objects.all().delete()
    ask(cast.alpha, cast.ada, cast["q-1"], SECRET)
    assert not Notification.objects.filter(user=cast.lena).exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "gossip", "page": True, "mail": True},
        {"kind": "question", "page": "yes", "mail": True},
        {"kind": "question", "page": True},
    ],
)
def test_settings_are_checked(cast: Cast, wrong):
    Api(cast.lena).put("/notifications/settings/", wrong, status=422)


def test_old_notifications_are_removed(cast: Cast):
    question(cast)
    remove_old(timezone.now() + KEPT - timedelta(minutes=1))
    assert unread(cast.lena) == 1
    remove_old(timezone.now() + KEPT + timedelta(minutes=1))
    assert not Notification.objects.exists()


def test_notifications_go_with_the_person_and_with_the_project(cast: Cast):
    question(cast)
    answer(cast, "q-1")
    key = annotator(cast.alpha, cast.ada).key
    Api(cast.lena).post(f"/projects/alpha/people/{key}/erase/", {"username": "ada"}, status=204)
    assert not Notification.objects.filter(kind="answer").exists()
    gone = create_project("gone")
    join(gone, "nina")
    assert Notification.objects.filter(scope=gone.scope).exists()
    gone.delete()
    assert not Notification.objects.filter(user=cast.nina).exists()


def test_a_submission_creates_none(cast: Cast):
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    Notification.objects.all().delete()
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (0, 3), submit=True))
    assert not Notification.objects.exists()
