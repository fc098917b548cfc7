"""API tokens: shown once, for one team, until they expire or are revoked or their owner leaves."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from evaluation.models import Team
from foundation.accounts.account_services import close_account
from foundation.accounts.api_tokens import create_token, digest_of, use_token
from foundation.errors import ConflictError
from foundation.models import ApiToken, AuditEvent
from tests.api.client import Api, check_answer
from tests.tasks import Tasks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

QUOTA = "/tasks/lantern/quota/"


def wish(tasks: Tasks, **fields: Any) -> dict[str, Any]:
    return {"name": "Laptop", "scope": f"team:{tasks.saltmarsh.pk}", "days": 30, **fields}


def token_of_sam(tasks: Tasks, **fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = Api(tasks.sam).post("/tokens/", wish(tasks, **fields), status=201)
    return made


def status_with(token: str, path: str = QUOTA, scheme: str = "Bearer") -> int:
    """Return the status of a GET by a client that has the token and no cookie."""
    response = Client(enforce_csrf_checks=True).get(
        f"/api/v1{path}", headers={"Authorization": f"{scheme} {token}"}
    )
    check_answer("get", path, response)
    return response.status_code


def test_a_token_is_shown_once_and_stored_as_a_hash(tasks: Tasks):
    made = token_of_sam(tasks)
    assert made["token"].startswith("morel_")
    assert made["stored"]["prefix"] == made["token"][:10]
    assert made["stored"]["scope_name"] == "lantern: Saltmarsh"
    [listed] = Api(tasks.sam).get("/tokens/")["results"]
    assert listed == made["stored"]
    stored = ApiToken.objects.get()
    assert stored.digest == digest_of(made["token"])
    assert made["token"] not in str(vars(stored))
    assert made["token"] not in str([each.details for each in AuditEvent.objects.all()])


def test_a_token_acts_for_its_user_without_cookies(tasks: Tasks):
    token = token_of_sam(tasks)["token"]
    assert ApiToken.objects.get().last_used_at is None
    assert status_with(token) == 200
    assert status_with(token, scheme="bearer") == 200
    assert ApiToken.objects.get().last_used_at is not None


def test_last_use_is_stored_at_most_once_a_minute(tasks: Tasks):
    now = timezone.now()
    token, secret = create_token(tasks.sam, "x", f"team:{tasks.saltmarsh.pk}", 1, now)
    for seconds, expected in ((0, 0), (59, 0), (60, 60), (61, 60)):
        at = now + timedelta(seconds=seconds)
        assert use_token(secret, ("team",), {"task": "lantern"}, at).pk == token.pk
        token.refresh_from_db()
        assert token.last_used_at == now + timedelta(seconds=expected)


def test_a_token_is_for_its_own_task_alone(tasks: Tasks):
    token = token_of_sam(tasks)["token"]
    assert status_with(token, "/tasks/harbour/quota/") == 403


@pytest.mark.parametrize("path", ["/tokens/", "/account/", "/tasks/lantern/team/", "/projects/"])
def test_other_parts_of_the_api_accept_no_token(tasks: Tasks, path: str):
    assert status_with(token_of_sam(tasks)["token"], path) == 401


def test_a_token_is_refused_once_it_is_revoked(tasks: Tasks):
    made = token_of_sam(tasks)
    path = f"/tokens/{made['stored']['id']}/"
    Api(tasks.sue).call("delete", path, status=404)
    assert status_with(made["token"]) == 200
    assert Api(tasks.sam).call("delete", path)["state"] == "revoked"
    assert Api(tasks.sam).call("delete", path)["state"] == "revoked"
    assert status_with(made["token"]) == 401
    kinds = AuditEvent.objects.filter(kind__startswith="token_").order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["token_created", "token_revoked"]


def test_a_token_is_refused_once_it_has_expired(tasks: Tasks):
    made = token_of_sam(tasks)
    ApiToken.objects.update(expires_at=timezone.now())
    assert status_with(made["token"]) == 401
    assert Api(tasks.sam).get("/tokens/")["results"][0]["state"] == "expired"


def test_a_token_ends_when_its_user_leaves_the_team_even_if_they_return(tasks: Tasks):
    token = token_of_sam(tasks)["token"]
    code = Api(tasks.sue).post("/tasks/lantern/team/invitations/", {}, status=201)["code"]
    Api(tasks.sam).post("/tasks/lantern/team/leave/", status=204)
    assert status_with(token) == 401
    Api(tasks.sam).post(f"/task-invitations/{code}/")
    assert status_with(token) == 401


def test_a_token_ends_with_the_account(tasks: Tasks):
    token = token_of_sam(tasks)["token"]
    close_account(tasks.sam)
    assert status_with(token) == 401
    assert ApiToken.objects.get().revoked_at is not None


def test_a_token_follows_its_team_into_another_one(tasks: Tasks):
    token = token_of_sam(tasks)["token"]
    path = f"/tasks/lantern/teams/{tasks.saltmarsh.pk}/merge/"
    Api(tasks.olga).post(path, {"into": tasks.ninefold.pk})
    assert status_with(token) == 200
    [listed] = Api(tasks.sam).get("/tokens/")["results"]
    assert listed["scope"] == f"team:{tasks.ninefold.pk}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("scope", "team:0"),
        ("scope", "team:999999999999999999"),
        ("scope", "team:-1"),
        ("scope", "team:٣"),
        ("scope", "team:01"),
        ("scope", "team"),
        ("scope", "site:1"),
        ("days", 0),
        ("days", 366),
        ("days", "7"),
        ("name", " "),
        ("name", "x" * 101),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(tasks: Tasks, field: str, value: object):
    refused = Api(tasks.sam).post("/tokens/", wish(tasks, **{field: value}), status=422)
    assert [each["pointer"] for each in refused["errors"]] == [f"/{field}"]


def test_nobody_gets_a_token_for_another_team(tasks: Tasks):
    for user, team in (
        (tasks.nick, tasks.saltmarsh),
        (tasks.sam, tasks.of_harbour),
        (tasks.olga, tasks.ninefold),
    ):
        Api(user).post("/tokens/", wish(tasks, scope=f"team:{team.pk}"), status=422)


def test_a_user_has_fifty_open_tokens_at_most(tasks: Tasks):
    now = timezone.now()
    scope = f"team:{tasks.saltmarsh.pk}"
    for number in range(50):
        create_token(tasks.sam, str(number), scope, 1, now)
    with pytest.raises(ConflictError):
        create_token(tasks.sam, "50", scope, 1, now)
    create_token(tasks.sam, "later", scope, 1, now + timedelta(days=2))


def test_failures_are_throttled_and_a_right_token_is_then_refused_too(tasks: Tasks, settings):
    token = token_of_sam(tasks)["token"]
    for _ in range(25):
        assert status_with(token) == 200  # Successes do not count.
    for _ in range(20):
        assert status_with("morel_wrong") == 401
    assert status_with("morel_wrong") == 429
    assert status_with(token) == 429
    assert AuditEvent.objects.filter(kind="token_throttled").count() == 1


@pytest.mark.parametrize("token", ["x", "morel_", "morel_\x7f", "morel_" + "é" * 4_000, "basic"])
def test_hostile_text_is_no_token(tasks: Tasks, token: str):
    response = Client().get(f"/api/v1{QUOTA}", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 401


def test_a_login_is_not_needed_beside_a_token_and_does_not_help_it(tasks: Tasks):
    response = Api(tasks.nick).http.get(f"/api/v1{QUOTA}", headers={"Authorization": "Bearer morel_wrong"})
    assert response.status_code == 401


def test_a_pending_team_may_have_tokens(tasks: Tasks):
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(state="pending")
    token_of_sam(tasks)
