"""Anonymous projects: every response to a lead has pseudonyms instead of names."""

import csv
import io
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from annotation.models import Annotation, Annotator, Erasure, Invitation, Project
from annotation.services.people.invitations import accept, invite
from annotation.services.projects.project_settings import create_project, set_project
from tests.api.client import Api, operations
from tests.commands import succeeds
from tests.people import Cast, annotate, annotator, ask, content, join, reserve, save
from tests.snapshot import snapshot
from tests.sources import id_in_path

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

NAMES = ("zerubbabel", "Quillfeather", "Marzipan", "zq@secret.example.org", "obadiah")

# Ids of an item and a study of the project, and of pages, images, jobs and releases that do not exist.
NOT_THERE = {
    "completion_get",
    "guidelines_image_get",
    "item_change_get",
    "item_image_get",
    "item_work",
    "reference_get",
    "reference_other",
    "release_download",
    "release_get",
    "releases_compare",
    "references_fetch_get",
    "references_search",
    "revisions_mine",
}


@dataclass
class Anonymous:
    project: Project
    worker: User
    key: str
    lead: Api
    invitation: Invitation


@pytest.fixture
def alpha(cast: Cast) -> Anonymous:
    """A project in which a user with an unmistakable name was invited, annotated, commented and asked."""
    set_project(cast.alpha, anonymous=True)
    cast.alpha.refresh_from_db()
    worker = User.objects.create_user("zerubbabel", email="zq@secret.example.org")
    worker.first_name, worker.last_name = "Quillfeather", "Marzipan"
    worker.last_login = timezone.now()
    worker.save()
    sent = {"role": "annotator", "emails": ["zq@secret.example.org"]}
    Api(cast.lena).post("/projects/alpha/invitations/mail/", sent, status=201)
    invitation = Invitation.objects.get(project=cast.alpha)
    accept(invitation.code, worker, timezone.now())
    annotate(cast.alpha, worker, cast["q-1"], (4, 12), comment="The bridge is older.", active_seconds=3)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8))
    ask(cast.alpha, worker, cast["q-1"], "Is the bridge older?")
    begun = reserve(cast.alpha, worker)
    assert begun
    save(cast.alpha, worker, begun, content(), submit=False)
    join(cast.alpha, "obadiah")
    key = annotator(cast.alpha, worker).key
    return Anonymous(cast.alpha, worker, key, Api(cast.lena), invitation)


def names_in(content: bytes) -> list[str]:
    said = content.decode().casefold()
    return [name for name in NAMES if name.casefold() in said]


READ = [
    (template, described)
    for method, template, described in operations()
    if method == "get" and "{slug}" in template
]


@pytest.mark.parametrize(("template", "described"), READ, ids=[each["operationId"] for _, each in READ])
def test_no_response_to_a_lead_names_an_annotator(cast: Cast, alpha, template, described):
    api = alpha.lead
    started = api.upload(cast.alpha, "more.jsonl", b'{"id":"x"}\n')
    excluded = api.post(
        "/projects/alpha/exclusions/",
        {"annotator": alpha.key, "item": cast["q-1"].pk, "reason": "Whole sentences.", "expected": 1},
        status=201,
    )
    parts = {
        "slug": "alpha",
        "item": cast["q-1"].pk,
        "key": alpha.key,
        "id": id_in_path(template, cast.alpha) or started["id"],
        "exclusion": excluded["id"],
        "change": 1,
        "release": 1,
        "language": "en",
        "reference": 1,
        "sha256": "0" * 64,
    }
    path = template.format(**parts)
    beside = f"&beside={annotator(cast.alpha, cast.ada).key}" if "/pair/" in template else ""
    response = api.send("get", f"{path}?language=en&annotator={alpha.key}{beside}")
    body = response.getvalue()
    assert names_in(body) == []
    assert (response.status_code == 200) != (described["operationId"] in NOT_THERE), body


def test_decisions_of_a_lead_show_their_pseudonym_only(cast: Cast, alpha):
    """Gold files have pseudonym and time, so that a name beside the same time would identify the person."""
    set_project(cast.alpha, adjudication=True)
    path = f"/projects/alpha/items/{cast['q-1'].pk}/"
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    said = alpha.lead.put(f"{path}adjudication/", body)
    key = annotator(cast.alpha, cast.lena).key
    assert [each["by"] for each in said["decisions"]] == [key]
    events = alpha.lead.get(f"{path}history/")["results"]
    assert [(each["annotator"], each["name"]) for each in events if each["kind"] == "decided"] == [(key, key)]


def test_the_same_responses_contain_names_if_the_project_is_not_anonymous(cast: Cast, alpha):
    """Guards the test above against passing because nothing is found."""
    set_project(cast.alpha, anonymous=False, anonymity_reason="To pay people.")
    api = alpha.lead
    for path in (
        "people/",
        "people/table/",
        f"items/{cast['q-1'].pk}/",
        f"items/{cast['q-1'].pk}/messages/?annotator={alpha.key}",
        "messages/",
        "invitations/",
        "review/?language=en",
    ):
        assert names_in(api.send("get", f"/projects/alpha/{path}").getvalue()), path


def test_no_response_to_a_change_names_an_annotator(cast: Cast, alpha):
    api = alpha.lead
    row = api.get("/projects/alpha/review/?language=en")["results"][0]
    marked = {"annotator": row["annotator"], "revision": row["revision"], "reviewed": True}
    answers = [
        api.send("patch", f"/projects/alpha/people/{alpha.key}/", {"paused": True}),
        api.send("patch", f"/projects/alpha/people/{alpha.key}/", {"paused": False}),
        api.send(
            "post",
            "/projects/alpha/items/assign/",
            {"annotator": alpha.key, "items": [cast["q-2"].pk, cast["q-3"].pk]},
        ),
        api.send("post", "/projects/alpha/items/reopen/", {"items": [cast["q-1"].pk]}),
        api.send("post", "/projects/alpha/items/reopen/", {"items": [cast["q-1"].pk], "undo": True}),
        api.send("post", f"/projects/alpha/items/{row['id']}/review/", marked),
        api.send("delete", f"/projects/alpha/invitations/{alpha.invitation.pk}/"),
    ]
    assert [(answer.status_code, names_in(answer.content)) for answer in answers] == [(200, [])] * 7


def test_people_are_listed_and_sorted_by_pseudonym(alpha):
    rows = alpha.lead.get("/projects/alpha/people/")["results"]
    keys = [row["key"] for row in rows]
    assert keys == sorted(keys)
    assert [(row["username"], row["name"], row["invitation"]) for row in rows] == [
        (key, key, "") for key in keys
    ]


def test_the_time_of_the_last_save_is_shown_and_that_of_the_log_in_is_not(cast: Cast, alpha):
    """The same time in a project with names would identify the person."""
    join(cast.beta, "zerubbabel")
    User.objects.filter(username__in=["zerubbabel", "obadiah"]).update(last_login=timezone.now())
    saved = Annotation.objects.filter(annotator__key=alpha.key).latest("saved_at").saved_at
    idle = annotator(alpha.project, User.objects.get(username="obadiah")).key
    rows = {row["key"]: row for row in alpha.lead.get("/projects/alpha/people/")["results"]}
    assert parse_datetime(rows[alpha.key]["last_seen"]) == saved
    assert rows[idle]["last_seen"] is None
    table = alpha.lead.send("get", "/projects/alpha/people/table/").getvalue().decode()
    seen = {row["key"]: row["last_seen"] for row in csv.DictReader(io.StringIO(table))}
    assert (seen[alpha.key], seen[idle]) == (saved.isoformat(), "")
    there = Api(cast.otto).get("/projects/beta/people/")["results"]
    login = User.objects.get(username="zerubbabel").last_login
    assert login in [parse_datetime(row["last_seen"] or "") for row in there]


def test_annotators_see_the_names_of_leads_and_their_own(cast: Cast, alpha):
    body = {"message_id": "00000000-0000-4000-8000-000000000007", "text": "It is.", "annotator": alpha.key}
    path = f"/projects/alpha/items/{cast['q-1'].pk}/messages/"
    alpha.lead.post(path, body)
    said = Api(alpha.worker).get(path)["results"]
    assert [each["author"] for each in said] == ["Quillfeather Marzipan", "lena"]
    assert [each["author"] for each in alpha.lead.get(f"{path}?annotator={alpha.key}")["results"]] == [
        alpha.key,
        "lena",
    ]
    assert Api(alpha.worker).get("/projects/alpha/messages/")["results"][0]["name"] == "Quillfeather Marzipan"
    assert Api(alpha.worker).get("/projects/alpha/")["anonymous"] is True


def test_the_recipient_of_an_invitation_is_shown_until_they_join(cast: Cast, alpha):
    waiting = invite(cast.alpha, cast.lena, timezone.now(), note="For a Basque speaker")
    many = invite(cast.alpha, cast.lena, timezone.now(), note="The spring school", max_uses=20)
    accept(many.code, cast.nina, timezone.now())
    listed = {row["id"]: row for row in alpha.lead.get("/projects/alpha/invitations/")["results"]}
    assert (listed[alpha.invitation.pk]["email"], listed[alpha.invitation.pk]["note"]) == ("", "")
    assert listed[alpha.invitation.pk]["mail"] == "no_server"
    assert listed[waiting.pk]["note"] == "For a Basque speaker"
    assert listed[many.pk]["note"] == "The spring school"
    assert mail.outbox[0].to == ["zq@secret.example.org"]


def test_leads_erase_by_pseudonym(alpha):
    path = f"/projects/alpha/people/{alpha.key}/erase/"
    before = snapshot()
    alpha.lead.post(path, {"username": "zerubbabel"}, status=422)
    assert snapshot() == before
    alpha.lead.post(path, {"username": alpha.key}, status=204)
    assert not User.objects.filter(username="zerubbabel").exists()
    assert Annotator.objects.get(key=alpha.key).user is None


def test_administrators_can_erase_by_pseudonym(alpha):
    succeeds("erase_person", alpha.key, "--confirm", alpha.key)
    assert not User.objects.filter(username="zerubbabel").exists()
    assert Erasure.objects.get().annotator.key == alpha.key


def test_anonymity_is_set_by_leads_and_by_command(cast: Cast):
    api = Api(cast.lena)
    assert api.get("/projects/alpha/")["anonymous"] is False
    assert api.call("patch", "/projects/alpha/", {"anonymous": True})["anonymous"] is True
    Api(cast.ada).call("patch", "/projects/alpha/", {"anonymous": False}, status=403)
    shown = succeeds("set_project", "alpha", "--anonymous", "off", "--reason", "To pay people.")
    assert "names shown" in shown
    assert api.get("/projects/alpha/")["anonymous"] is False
    assert "names hidden" in succeeds("set_project", "alpha", "--anonymous", "on")


def test_a_project_copied_from_an_anonymous_one_is_anonymous(cast: Cast, alpha):
    assert create_project("gamma", like=cast.alpha).anonymous
