"""The user's own account: password, e-mail address, resets and sessions."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from foundation.models import BrowserSession
from tests.api.client import Api
from tests.people import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache", "at_once")]

NEW = "seven quiet herons wade"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1"


@pytest.fixture
def ada():
    return person("ada", email="ada@example.org")


def logged_in(username: str = "ada", agent: str = FIREFOX, password: str = PASSWORD) -> Api:
    api = Api()
    api.http.defaults["HTTP_USER_AGENT"] = agent
    api.post("/session/", {"username": username, "password": password})
    return api


def link() -> str:
    """Return the path, below /api/v1, of the link in the only e-mail."""
    (letter,) = outbox.outbox
    found = re.search(r"http://testserver(/reset/\S+)", str(letter.body))
    assert found
    return f"{found[1]}/"


def test_the_account_lists_its_sessions_and_marks_the_current_one(ada):
    person("noise")
    logged_in("noise")
    phone, desk = logged_in(agent=PHONE), logged_in()
    phone.get("/projects/")
    sessions = desk.get("/account/")["sessions"]
    assert [(each["browser"], each["system"], each["current"]) for each in sessions] == [
        ("Firefox", "Linux", True),
        ("Safari", "iPhone", False),
    ]
    assert all(each["seen_at"] for each in sessions)
    assert not {each["id"] for each in sessions} & {each.session_key for each in BrowserSession.objects.all()}


def test_the_time_of_the_last_request_is_updated_at_intervals(ada):
    api = logged_in()
    api.get("/projects/")
    first = BrowserSession.objects.get().seen_at
    api.get("/projects/")
    assert BrowserSession.objects.get().seen_at == first
    BrowserSession.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    api.get("/projects/")
    assert BrowserSession.objects.get().seen_at >= first


def test_one_session_or_all_other_sessions_can_be_revoked(ada):
    lost, old, desk = logged_in(agent=PHONE), logged_in(), logged_in()
    lost.get("/projects/")
    phone = next(each for each in desk.get("/account/")["sessions"] if each["system"] == "iPhone")
    assert len(desk.call("delete", f"/account/sessions/{phone['id']}/")["sessions"]) == 2
    lost.get("/projects/", status=401)
    old.get("/projects/")
    assert [each["current"] for each in desk.call("delete", "/account/sessions/")["sessions"]] == [True]
    old.get("/projects/", status=401)
    desk.call("delete", f"/account/sessions/{phone['id']}/", status=404)


def test_sessions_of_other_users_cannot_be_revoked(ada):
    person("otto")
    otto = logged_in("otto")
    (his,) = otto.get("/account/")["sessions"]
    logged_in().call("delete", f"/account/sessions/{his['id']}/", status=404)
    otto.get("/projects/")


def test_a_new_password_revokes_all_other_sessions(ada):
    other, desk = logged_in(agent=PHONE), logged_in()
    assert len(desk.put("/account/password/", {"old": PASSWORD, "new": NEW})["sessions"]) == 1
    desk.get("/projects/")
    other.get("/projects/", status=401)
    Api().post("/session/", {"username": "ada", "password": PASSWORD}, status=401)
    logged_in(password=NEW)


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"old": "guess", "new": NEW}, "/old", "not_password"),
        ({"old": PASSWORD, "new": "short"}, "/new", "password_too_short"),
        ({"old": PASSWORD}, "/new", "required"),
    ],
)
def test_wrong_current_and_weak_new_passwords_are_refused(ada, body, pointer, code):
    (error,) = logged_in().put("/account/password/", body, status=422)["errors"][:1]
    assert (error["pointer"], error["code"]) == (pointer, code)
    logged_in()


def test_changing_the_email_address_requires_the_password(ada):
    api = logged_in()
    api.put("/account/email/", {"email": "x@example.org", "password": "guess"}, status=422)
    api.put("/account/email/", {"email": "nowhere", "password": PASSWORD}, status=422)
    assert api.get("/account/")["email"] == "ada@example.org"
    changed = api.put("/account/email/", {"email": "a.l@Example.org", "password": PASSWORD})
    assert changed["email"] == "a.l@example.org"


def test_a_forgotten_password_is_reset_by_an_emailed_link(ada):
    lost = logged_in(agent=PHONE)
    Api().post("/reset/", {"email": "Ada@example.org", "locale": "fr"}, status=204)
    assert "nouveau mot de passe" in str(outbox.outbox[0].body)
    assert outbox.outbox[0].to == ["ada@example.org"]
    api = Api()
    assert api.get(link()) == {"username": "ada"}
    api.post(link(), {"password": "12345678"}, status=422)
    api.post(link(), {"password": NEW}, status=204)
    lost.get("/projects/", status=401)
    logged_in(password=NEW)
    assert Api().post(link(), {"password": PASSWORD}, status=404)["type"].endswith(":reset_over")


def test_a_password_reset_unlocks_the_user_name(ada, settings):
    settings.AXES_FAILURE_LIMIT = 1
    Api().post("/session/", {"username": "ada", "password": "guess"}, status=429)
    Api().post("/reset/", {"email": "ada@example.org"}, status=204)
    Api().post(link(), {"password": NEW}, status=204)
    logged_in(password=NEW)


def test_a_reset_request_does_not_reveal_whether_an_account_has_the_address(ada):
    person("closed", email="closed@example.org", is_active=False)
    for email in ("nobody@example.org", "closed@example.org", "not an address"):
        Api().post("/reset/", {"email": email}, status=204)
    assert outbox.outbox == []


@pytest.mark.parametrize(
    "spoilt", ["/reset/MQ/forged-token/", "/reset/99999999999999999999/x-y/", "/reset/-/-/"]
)
def test_a_forged_link_is_refused(ada, spoilt):
    Api().get(spoilt, status=404)
    Api().post(spoilt, {"password": NEW}, status=404)


def test_an_expired_link_is_refused(ada, settings):
    Api().post("/reset/", {"email": "ada@example.org"}, status=204)
    settings.PASSWORD_RESET_TIMEOUT = -1
    Api().get(link(), status=404)


def test_a_failing_mail_server_does_not_fail_the_request(ada, monkeypatch):
    def refuse(*_: Any) -> int:
        raise OSError("no route")

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    Api().post("/reset/", {"email": "ada@example.org"}, status=204)
