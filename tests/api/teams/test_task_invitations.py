"""Invitations to a team, to register one, and to organize a task."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from evaluation.models import Organizer, Task, TaskInvitation, Team, TeamMember
from evaluation.services.teams.invitations import create_invitation
from tests.api.client import Api
from tests.tasks import Tasks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

INVITATIONS = "/tasks/lantern/team/invitations/"
ACCOUNT = {"username": "newcomer", "name": "New Comer", "password": "a long enough passphrase"}


def code_of(tasks: Tasks, **fields: object) -> str:
    code: str = Api(tasks.sam).post(INVITATIONS, fields, status=201)["code"]
    return code


def by_organizer(tasks: Tasks, role: str, **fields: int) -> TaskInvitation:
    return create_invitation(
        tasks.lantern, tasks.olga, timezone.now(), role=role, absolute_url=lambda path: path, **fields
    )


def test_a_visitor_reads_what_an_invitation_is_for(tasks: Tasks):
    path = f"/task-invitations/{code_of(tasks)}/"
    offer = Api().get(path)
    assert (offer["task"], offer["team"], offer["role"], offer["user"]) == (
        "lantern",
        "Saltmarsh",
        "member",
        None,
    )
    assert offer["terms"] == "Publish your system."
    assert Api(tasks.nina).get(path)["user"] == "nina"


def test_somebody_with_an_account_joins_the_team_once(tasks: Tasks):
    path = f"/task-invitations/{code_of(tasks, max_uses=2)}/"
    for _ in range(2):
        joined = Api(tasks.nina).post(path)
        assert joined == {"task": "lantern", "role": "member", "team": tasks.saltmarsh.pk}
    assert TaskInvitation.objects.get().uses == 1
    assert [each["username"] for each in Api(tasks.sam).get("/tasks/lantern/team/")["members"]] == [
        "sam",
        "sue",
        "nina",
    ]


def test_somebody_without_an_account_creates_one_and_is_logged_in(tasks: Tasks):
    api = Api()
    path = f"/task-invitations/{code_of(tasks)}/"
    api.post(path, status=401)
    joined = api.post(path, {"account": ACCOUNT})
    assert joined["team"] == tasks.saltmarsh.pk
    assert api.get("/session/")["user"]["username"] == "newcomer"
    assert api.get("/tasks/lantern/team/")["name"] == "Saltmarsh"
    Api().post(path, {"account": ACCOUNT | {"username": "another"}}, status=403)
    assert not User.objects.filter(username="another").exists()


@pytest.mark.parametrize(
    ("field", "value"), [("username", "sam"), ("username", "a b"), ("password", "12345"), ("name", "x" * 200)]
)
def test_a_wrong_account_uses_up_nothing(tasks: Tasks, field: str, value: str):
    path = f"/task-invitations/{code_of(tasks)}/"
    refused = Api().post(path, {"account": ACCOUNT | {field: value}}, status=422)
    assert refused["errors"][0]["pointer"].endswith(field)
    assert TaskInvitation.objects.get().uses == 0


def test_a_member_of_another_team_is_refused_by_its_name(tasks: Tasks):
    refused = Api(tasks.nick).post(f"/task-invitations/{code_of(tasks)}/", status=409)
    assert "Ninefold" in refused["detail"]
    assert TaskInvitation.objects.get().uses == 0
    assert TeamMember.objects.filter(user=tasks.nick, left_at=None).get().team == tasks.ninefold


def test_a_member_of_a_team_of_another_task_may_join(tasks: Tasks):
    Api(tasks.hal).post(f"/task-invitations/{code_of(tasks)}/")


def test_an_organizer_cannot_join_a_team_and_a_member_cannot_organize(tasks: Tasks):
    Api(tasks.olga).post(f"/task-invitations/{code_of(tasks)}/", status=403)
    invitation = by_organizer(tasks, "organizer")
    Api(tasks.sam).post(f"/task-invitations/{invitation.code}/", status=409)
    assert not Organizer.objects.filter(user=tasks.sam).exists()


def test_an_invited_organizer_organizes(tasks: Tasks):
    invitation = by_organizer(tasks, "organizer")
    assert Api(tasks.nina).post(f"/task-invitations/{invitation.code}/")["role"] == "organizer"
    Api(tasks.nina).get("/tasks/lantern/teams/")
    Api(tasks.lena).post(f"/task-invitations/{invitation.code}/", status=403)


def test_an_invitation_registers_one_team_where_registration_is_by_invitation(tasks: Tasks):
    Task.objects.filter(pk=tasks.lantern.pk).update(registration="invitation")
    invitation = by_organizer(tasks, "registration")
    assert Api(tasks.nina).post(f"/task-invitations/{invitation.code}/")["team"] is None
    body = {"name": "Northwind", "terms_version": tasks.lantern.terms_version}
    wrong = Api(tasks.nina).post("/tasks/lantern/teams/", body | {"invitation": code_of(tasks)}, status=422)
    assert wrong["errors"][0]["pointer"] == "/invitation"
    body["invitation"] = invitation.code
    assert Api(tasks.nina).post("/tasks/lantern/teams/", body, status=201)["state"] == "approved"
    body["name"] = "Southwind"
    Api(tasks.lena).post("/tasks/lantern/teams/", body, status=403)


def test_an_invitation_of_another_task_registers_nothing(tasks: Tasks):
    invitation = by_organizer(tasks, "registration")
    body = {"name": "N", "terms_version": tasks.harbour.terms_version, "invitation": invitation.code}
    Api(tasks.nina).post("/tasks/harbour/teams/", body, status=422)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"revoked_at": timezone.now()}, "invitation_revoked"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "invitation_expired"),
        ({"uses": 1}, "invitation_used_up"),
    ],
)
def test_an_invitation_that_is_not_open_is_refused(tasks: Tasks, fields: dict[str, object], code: str):
    path = f"/task-invitations/{code_of(tasks)}/"
    TaskInvitation.objects.update(**fields)
    assert Api().call("get", path, status=403)["type"].endswith(code)
    assert Api(tasks.nina).post(path, status=403)["type"].endswith(code)


def test_an_unknown_invitation_is_not_found(tasks: Tasks):
    Api().call("get", "/task-invitations/none/", status=404)
    Api(tasks.nina).post("/task-invitations/none/", status=404)


def test_members_revoke_invitations_of_their_own_team_alone(tasks: Tasks):
    made = Api(tasks.sam).post(INVITATIONS, {"note": "For Kim"}, status=201)
    Api(tasks.nick).call("delete", f"{INVITATIONS}{made['id']}/", status=404)
    assert Api(tasks.sue).call("delete", f"{INVITATIONS}{made['id']}/")["state"] == "revoked"
    assert Api(tasks.sam).get("/tasks/lantern/team/")["invitations"][0]["state"] == "revoked"


@pytest.mark.parametrize(
    ("field", "value"), [("days", 0), ("days", 366), ("max_uses", 0), ("max_uses", 1_001), ("email", "kim")]
)
def test_wrong_fields_of_an_invitation_are_named(tasks: Tasks, field: str, value: object):
    refused = Api(tasks.sam).post(INVITATIONS, {field: value}, status=422)
    assert refused["errors"][0]["pointer"] == f"/{field}"
    assert not TaskInvitation.objects.exists()


@pytest.mark.parametrize("locale", ["en", "fr", "es", "ar"])
def test_an_invitation_is_sent_to_its_address(tasks: Tasks, locale: str, monkeypatch):
    monkeypatch.setattr("evaluation.services.teams.invitations.send_in_background", lambda task: task())
    code = code_of(tasks, email="kim@example.org", locale=locale)
    [sent] = mail.outbox
    assert sent.to == ["kim@example.org"]
    assert f"http://testserver/join-task/{code}" in sent.body
    assert "Saltmarsh" in sent.subject


def test_an_invitation_to_a_merged_team_leads_to_the_other_one(tasks: Tasks):
    code = code_of(tasks)
    Api(tasks.olga).post(f"/tasks/lantern/teams/{tasks.saltmarsh.pk}/merge/", {"into": tasks.ninefold.pk})
    assert Api(tasks.nina).post(f"/task-invitations/{code}/")["team"] == tasks.ninefold.pk


def test_nobody_joins_a_refused_team(tasks: Tasks):
    code = code_of(tasks)
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(state="refused")
    Api(tasks.nina).post(f"/task-invitations/{code}/", status=403)
