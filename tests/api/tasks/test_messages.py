"""Announcements, messages between teams and organizers, organizers, and the audit log."""

import pytest
from django.core import mail

from evaluation.models import Announcement, Organizer, Team
from foundation.models import Preferences
from tests.api.client import Api
from tests.tasks import Tasks

pytestmark = pytest.mark.django_db


def test_everybody_reads_announcements(tasks: Tasks):
    made = Api(tasks.olga).post(
        "/tasks/lantern/announcements/", {"title": "Hi", "text": "**Soon** <img src=x>"}, status=201
    )
    assert "<strong>Soon</strong>" in made["html"]
    assert "<img" not in made["html"]
    for user in (None, tasks.nina, tasks.sam):
        (seen,) = Api(user).get("/tasks/lantern/announcements/")["results"]
        assert (seen["title"], seen["emailed"]) == ("Hi", None)
    assert Api(tasks.otto).get("/tasks/harbour/announcements/")["results"] == []


@pytest.mark.usefixtures("at_once")
def test_an_announcement_is_sent_to_members_of_teams_in_their_language(tasks: Tasks):
    for user in (tasks.sam, tasks.nick, tasks.hal, tasks.nina):
        user.email = f"{user.username}@example.org"
        user.save()
    Preferences.objects.create(user=tasks.nick, value={"locale": "fr"})
    body = {"title": "Extended\nBcc: x@example.org", "text": "By a day.", "email": True}
    made = Api(tasks.olga).post("/tasks/lantern/announcements/", body, status=201)
    assert made["emailed"] == 2
    assert sorted(each.to[0] for each in mail.outbox) == ["nick@example.org", "sam@example.org"]
    assert {each.subject for each in mail.outbox} == {
        "Lantern: Extended Bcc: x@example.org",
        "Lantern : Extended Bcc: x@example.org",
    }
    assert "By a day." in mail.outbox[0].body


@pytest.mark.parametrize("body", [{"title": " ", "text": "x"}, {"title": "x", "text": ""}])
def test_an_empty_announcement_is_refused(tasks: Tasks, body):
    Api(tasks.olga).post("/tasks/lantern/announcements/", body, status=422)
    assert not Announcement.objects.exists()


def test_a_team_asks_and_an_organizer_answers(tasks: Tasks):
    sam, olga = Api(tasks.sam), Api(tasks.olga)
    sam.post("/tasks/lantern/messages/", {"text": "May we use GPT?"}, status=201)
    assert olga.get("/tasks/lantern/")["waiting"] == {"announcements": 0, "messages": 1}
    (thread,) = olga.get("/tasks/lantern/threads/")["results"]
    assert (thread["name"], thread["unread"], thread["waiting"]) == ("Saltmarsh", 1, True)
    answer = {"text": "Yes.", "team": tasks.saltmarsh.pk}
    assert olga.post("/tasks/lantern/messages/", answer, status=201)["by_organizer"]
    assert olga.get("/tasks/lantern/")["waiting"]["messages"] == 0
    sue = Api(tasks.sue)
    assert sue.get("/tasks/lantern/")["waiting"] == {"announcements": 0, "messages": 1}
    texts = [
        (each["text"], each["unread"], each["own"]) for each in sue.get("/tasks/lantern/messages/")["results"]
    ]
    assert texts == [("May we use GPT?", False, False), ("Yes.", True, False)]
    sue.call("put", "/tasks/lantern/read/", {"what": "messages"}, status=204)
    assert sue.get("/tasks/lantern/")["waiting"]["messages"] == 0
    assert Api(tasks.sam).get("/tasks/lantern/")["waiting"]["messages"] == 1


def test_announcements_and_messages_are_read_apart_from_each_other(tasks: Tasks):
    olga, sam = Api(tasks.olga), Api(tasks.sam)
    olga.post("/tasks/lantern/announcements/", {"title": "Hi", "text": "Soon."}, status=201)
    olga.post("/tasks/lantern/messages/", {"text": "Hello.", "team": tasks.saltmarsh.pk}, status=201)
    assert sam.get("/tasks/lantern/")["waiting"] == {"announcements": 1, "messages": 1}
    sam.call("put", "/tasks/lantern/read/", {"what": "announcements"}, status=204)
    assert sam.get("/tasks/lantern/")["waiting"] == {"announcements": 0, "messages": 1}
    assert sam.get("/tasks/lantern/messages/")["results"][0]["unread"]
    sam.call("put", "/tasks/lantern/read/", {"what": "messages"}, status=204)
    assert sam.get("/tasks/lantern/")["waiting"] == {"announcements": 0, "messages": 0}
    olga.post("/tasks/lantern/announcements/", {"title": "Again", "text": "Now."}, status=201)
    assert sam.get("/tasks/lantern/")["waiting"] == {"announcements": 1, "messages": 0}
    for user in (tasks.nina, None):
        assert Api(user).get("/tasks/lantern/")["waiting"] == {"announcements": 0, "messages": 0}
    assert Api(tasks.hal).get("/tasks/harbour/")["waiting"] == {"announcements": 0, "messages": 0}
    refused = sam.call("put", "/tasks/lantern/read/", {"what": "mail"}, status=422)
    assert refused["errors"][0]["pointer"] == "/what"


def test_organizers_see_how_many_teams_wait_for_an_answer(tasks: Tasks):
    """Opening one question leaves the others waiting."""
    for user in (tasks.sam, tasks.nick):
        for text in ("May we?", "Please."):
            Api(user).post("/tasks/lantern/messages/", {"text": text}, status=201)
    olga = Api(tasks.olga)
    assert olga.get("/tasks/lantern/")["waiting"]["messages"] == 2
    olga.call("put", "/tasks/lantern/read/", {"what": "messages"}, status=204)
    olga.post("/tasks/lantern/messages/", {"text": "Yes.", "team": tasks.ninefold.pk}, status=201)
    assert olga.get("/tasks/lantern/")["waiting"]["messages"] == 1


def test_no_team_reads_messages_of_another(tasks: Tasks):
    Api(tasks.sam).post("/tasks/lantern/messages/", {"text": "A secret."}, status=201)
    nick = Api(tasks.nick)
    assert nick.get("/tasks/lantern/messages/")["results"] == []
    nick.get(f"/tasks/lantern/messages/?team={tasks.saltmarsh.pk}", status=404)
    nick.post("/tasks/lantern/messages/", {"text": "x", "team": tasks.saltmarsh.pk}, status=404)
    Api(tasks.nina).get("/tasks/lantern/messages/", status=403)
    Api(tasks.otto).get(f"/tasks/lantern/messages/?team={tasks.saltmarsh.pk}", status=403)
    Api(tasks.otto).get(f"/tasks/harbour/messages/?team={tasks.saltmarsh.pk}", status=404)


def test_merged_teams_share_a_thread(tasks: Tasks):
    Api(tasks.nick).post("/tasks/lantern/messages/", {"text": "Before."}, status=201)
    Team.objects.filter(pk=tasks.ninefold.pk).update(state="merged", merged_into=tasks.saltmarsh)
    assert [each["text"] for each in Api(tasks.sam).get("/tasks/lantern/messages/")["results"]] == ["Before."]
    Api(tasks.nick).post("/tasks/lantern/messages/", {"text": "After."}, status=201)
    (thread,) = Api(tasks.olga).get("/tasks/lantern/threads/")["results"]
    assert (thread["team"], thread["messages"]) == (tasks.saltmarsh.pk, 2)


def test_organizers_remove_each_other_but_not_the_last(tasks: Tasks):
    olga = Api(tasks.olga)
    (own,) = olga.get("/tasks/lantern/organizers/")["results"]
    assert (own["name"], own["you"]) == ("olga", True)
    refusal = olga.call("delete", f"/tasks/lantern/organizers/{own['id']}/", status=409)
    assert refusal["type"].endswith("last_organizer")
    other = Organizer.objects.create(task=tasks.lantern, user=tasks.nina)
    theirs = Organizer.objects.get(task=tasks.harbour)
    olga.call("delete", f"/tasks/lantern/organizers/{theirs.pk}/", status=404)
    olga.call("delete", f"/tasks/lantern/organizers/{other.pk}/", status=204)
    Api(tasks.nina).get("/tasks/lantern/organizers/", status=403)


def test_changes_are_in_the_log_of_the_task(tasks: Tasks):
    olga = Api(tasks.olga)
    olga.post(f"/tasks/lantern/phases/{tasks.dev.pk}/pause/", {"reason": "A secret reason."})
    log = olga.get("/tasks/lantern/audit/")
    assert [(each["kind"], each["actor"]["name"]) for each in log["results"][:1]] == [
        ("phase_paused", "olga")
    ]
    assert "secret" not in str(log)
    assert {each["kind"] for each in log["results"]} == {"phase_paused", "task_created"}
    Api(tasks.otto).get("/tasks/lantern/audit/", status=403)
