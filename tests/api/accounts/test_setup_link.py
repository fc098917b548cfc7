"""The set-up link of a site without accounts creates its administrator, once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.throttling import ScopedRateThrottle

from foundation.accounts.setup_link import SETUP_HOURS, new_setup_token
from foundation.models import AuditEvent, SetupLink
from tests.api.client import Api
from tests.people import PASSWORD, person
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

ACCOUNT = {"username": "founder", "name": "Edda Moss", "password": PASSWORD}


@pytest.fixture
def token() -> str:
    return new_setup_token(timezone.now())


def is_void(token: str) -> None:
    before = snapshot()
    assert Api().get(f"/set-up/{token}/", status=404)["type"].endswith(":setup_over")
    assert Api().post(f"/set-up/{token}/", ACCOUNT, status=404)["type"].endswith(":setup_over")
    assert snapshot() == before


def test_the_link_creates_an_administrator_who_is_logged_in_and_creates_projects(token):
    api = Api()
    assert api.get("/site/")["awaits_setup"] is True
    api.get(f"/set-up/{token}/", status=204)
    user = api.post(f"/set-up/{token}/", ACCOUNT, status=201)["user"]
    assert (user["username"], user["display_name"], user["is_superuser"]) == ("founder", "Edda Moss", True)
    assert api.get("/projects/") == {"results": [], "next": None, "may_create": True}
    api.post("/projects/", {"slug": "first"}, status=201)
    founder = User.objects.get()
    assert founder.is_staff
    assert founder.check_password(PASSWORD)
    assert AuditEvent.objects.filter(kind="administrator_created", scope="site").count() == 1
    assert Api().get("/site/")["awaits_setup"] is False


def test_the_link_works_once(token):
    Api().post(f"/set-up/{token}/", ACCOUNT, status=201)
    is_void(token)
    assert not SetupLink.objects.exists()


def test_any_account_makes_the_link_void(token):
    person("somebody", is_active=False)
    is_void(token)


def test_a_new_start_makes_an_earlier_link_void(token):
    later = new_setup_token(timezone.now())
    is_void(token)
    Api().get(f"/set-up/{later}/", status=204)
    assert SetupLink.objects.count() == 1


def test_no_link_is_created_where_there_is_an_account():
    person("somebody")
    assert new_setup_token(timezone.now()) == ""
    assert not SetupLink.objects.exists()


@pytest.mark.parametrize(
    ("age", "valid"),
    [(timedelta(hours=SETUP_HOURS) - timedelta(minutes=1), True), (timedelta(hours=SETUP_HOURS), False)],
)
def test_the_link_expires(age, valid):
    token = new_setup_token(timezone.now() - age)
    if valid:
        Api().get(f"/set-up/{token}/", status=204)
    else:
        is_void(token)


def test_a_guessed_or_stored_text_is_no_link(token):
    is_void("guess")
    is_void(SetupLink.objects.get().digest)
    assert token not in SetupLink.objects.get().digest


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"password": "short"}, "/password"),
        ({"username": "two words"}, "/username"),
        ({"username": ""}, "/username"),
        ({"name": "x" * 301}, "/name"),
    ],
)
def test_an_invalid_account_is_refused_and_the_link_stays(token, change, pointer):
    before = snapshot()
    problem = Api().post(f"/set-up/{token}/", ACCOUNT | change, status=422)
    assert problem["errors"][0]["pointer"] == pointer
    assert snapshot() == before
    Api().get(f"/set-up/{token}/", status=204)


def test_guesses_are_limited(monkeypatch):
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"join": "2/min"})
    for _ in range(2):
        Api().get("/set-up/guess/", status=404)
    Api().get("/set-up/guess/", status=429)
    Api().post("/set-up/guess/", ACCOUNT, status=429)
