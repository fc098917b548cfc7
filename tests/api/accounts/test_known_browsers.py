"""An e-mail about a login from a browser in which the person has not logged in before."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from tests.api.client import Api
from tests.people import PASSWORD, person

pytestmark = [
    pytest.mark.any_database,
    pytest.mark.django_db,
    pytest.mark.usefixtures("fresh_cache", "at_once"),
]

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
LOGIN = {"username": "ada", "password": PASSWORD}
COOKIE = "morel_browser"


@pytest.fixture
def ada(settings):
    settings.MAIL = urlsplit("smtp://mail.invalid")
    return person("ada", email="ada@example.org", date_joined=timezone.now() - timedelta(days=1))


def log_in(api: Api, **headers: str) -> Api:
    api.http.cookies.pop("sessionid", None)
    api.post("/session/", LOGIN, HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="192.0.2.7", **headers)
    return api


def test_a_log_in_from_a_new_browser_is_announced_once(ada):
    api = log_in(log_in(Api()))
    (letter,) = outbox.outbox
    assert letter.to == ["ada@example.org"]
    assert letter.subject == "Login to Morel from a new browser"
    for part in ("“ada”", "192.0.2.7", "Firefox, Linux", "(UTC)", "http://testserver/reset"):
        assert part in letter.body
    cookie = api.http.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "ada" not in cookie.value
    log_in(Api())
    assert len(outbox.outbox) == 2


def test_it_is_in_the_language_and_time_of_the_person(ada):
    log_in(Api(), HTTP_ACCEPT_LANGUAGE="es-MX")
    api = Api(ada)
    preferences = api.get("/session/")["user"]["preferences"]
    api.put("/preferences/", preferences | {"locale": "fr", "time_zone": "Asia/Tokyo"})
    log_in(Api())
    assert [each.subject.partition(" ")[0] for each in outbox.outbox] == ["Inicio", "Connexion"]
    assert "(Asia/Tokyo)" in outbox.outbox[1].body


def test_a_browser_remembers_several_people(ada):
    person("bo", email="bo@example.org", date_joined=ada.date_joined)
    api = Api()
    for username in ("ada", "bo", "ada", "bo"):
        api.http.cookies.pop("sessionid", None)
        api.post("/session/", LOGIN | {"username": username})
    assert [each.to for each in outbox.outbox] == [["ada@example.org"], ["bo@example.org"]]


def test_the_cookie_cannot_be_forged(ada):
    api = log_in(Api())
    other = Api()
    other.http.cookies[COOKIE] = api.http.cookies[COOKIE].value.partition(":")[0] + ":1:forged"
    log_in(other)
    assert len(outbox.outbox) == 2


@pytest.mark.parametrize("case", ["no mail server", "no address", "new account", "wrong password"])
def test_nothing_is_sent(ada, settings, case):
    if case == "no mail server":
        settings.MAIL = urlsplit("")
    elif case == "no address":
        ada.email = ""
    elif case == "new account":
        ada.date_joined = timezone.now()
    ada.save()
    if case == "wrong password":
        Api().post("/session/", LOGIN | {"password": "guess"}, status=401)
    else:
        log_in(Api())
    assert outbox.outbox == []


def test_a_failing_mail_server_does_not_fail_the_log_in(ada, monkeypatch):
    def fail(*_: object) -> None:
        raise OSError("unreachable")

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    log_in(Api())


def test_a_failing_announcement_does_not_fail_the_log_in(ada, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise LookupError("no such text")

    monkeypatch.setattr("foundation.accounts.account_emails.render_email", fail)
    log_in(Api())
