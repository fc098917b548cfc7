"""Sessions: login, log-out, CSRF protection, throttling and lockout."""

from datetime import timedelta
from io import StringIO

import pytest
from axes.models import AccessAttempt
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from rest_framework.throttling import ScopedRateThrottle

from foundation.models import BrowserSession
from tests.api.client import Api, check_answer
from tests.people import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

LOGIN = {"username": "ada", "password": PASSWORD}


@pytest.fixture
def ada():
    return person("ada", first_name="Ada", last_name="Lindqvist")


def test_an_anonymous_session_has_no_user_and_sets_a_csrf_cookie():
    api = Api()
    assert api.get("/session/") == {"user": None}
    assert api.http.cookies["csrftoken"].value


def test_logging_in_returns_the_user(ada):
    api = Api()
    known = {"username": "ada", "display_name": "Ada Lindqvist", "is_superuser": False}
    user = api.post("/session/", LOGIN)["user"]
    assert user.items() >= known.items()
    assert api.get("/session/")["user"] == user


def test_the_display_name_falls_back_to_the_user_name():
    person("bo")
    assert Api().post("/session/", LOGIN | {"username": "bo"})["user"]["display_name"] == "bo"


@pytest.mark.parametrize(
    "wrong",
    [{"password": "wrong"}, {"username": "nobody"}, {"username": "ADA"}, {"password": f" {PASSWORD}"}],
)
def test_a_wrong_name_and_a_wrong_password_get_the_same_401(ada, wrong):
    api = Api()
    problem = api.post("/session/", LOGIN | wrong, status=401)
    assert problem["type"] == "urn:morel:problem:wrong_password"
    assert problem["detail"] == "Name or password is wrong."
    assert api.get("/session/") == {"user": None}


@pytest.mark.parametrize(("username", "status"), [(" ada ", 200), (" ", 401), ("ada" + " " * 148, 422)])
def test_spaces_around_a_user_name_are_left_out_once_its_length_is_checked(ada, username, status):
    Api().post("/session/", LOGIN | {"username": username}, status=status)


def test_a_closed_account_cannot_log_in(ada):
    ada.is_active = False
    ada.save()
    Api().post("/session/", LOGIN, status=401)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"username": "ada"}, "/password"),
        ({"password": "x"}, "/username"),
        (LOGIN | {"username": []}, "/username"),
    ],
)
def test_a_missing_field_of_a_log_in_is_named(ada, body, pointer):
    problem = Api().post("/session/", body, status=422)
    assert pointer in [each["pointer"] for each in problem["errors"]]


def test_logging_out_deletes_the_session_on_the_server(ada):
    api = Api()
    api.post("/session/", LOGIN)
    api.call("delete", "/session/", status=204)
    assert api.get("/session/") == {"user": None}
    assert not BrowserSession.objects.exists()
    api.get("/projects/", status=401)


def test_logging_out_twice_is_no_error():
    Api().call("delete", "/session/", status=204)


def test_an_expired_session_is_401(ada):
    api = Api(ada)
    api.get("/projects/")
    BrowserSession.objects.all().delete()
    assert api.get("/projects/", status=401)["title"] == "Log in first"


def test_the_session_of_a_closed_account_is_401(ada):
    api = Api(ada)
    ada.is_active = False
    ada.save()
    api.get("/projects/", status=401)


def test_the_session_gets_a_new_key_at_login(ada):
    api = Api()
    api.http.cookies["sessionid"] = "chosen-by-somebody-else"
    api.post("/session/", LOGIN)
    assert api.http.cookies["sessionid"].value != "chosen-by-somebody-else"


def test_the_session_cookie_is_http_only_and_same_site(ada):
    api = Api()
    api.post("/session/", LOGIN)
    cookie = api.http.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_logging_in_without_a_csrf_token_is_refused_with_a_problem_document(ada):
    http = Client(enforce_csrf_checks=True)
    response = http.post("/api/v1/session/", LOGIN, content_type="application/json")
    assert response.status_code == 403
    check_answer("post", "/session/", response)


def test_a_change_without_a_csrf_token_is_refused(cast):
    http = Client(enforce_csrf_checks=True)
    http.force_login(cast.ada)
    response = http.post("/api/v1/projects/alpha/next/", {}, content_type="application/json")
    assert response.status_code == 403
    check_answer("post", "/projects/alpha/next/", response)


def test_the_token_of_the_cookie_in_the_header_is_accepted(ada):
    http = Client(enforce_csrf_checks=True)
    http.get("/api/v1/session/")
    token = http.cookies["csrftoken"].value
    headers = {"X-CSRFToken": token}
    response = http.post("/api/v1/session/", LOGIN, content_type="application/json", headers=headers)
    assert response.status_code == 200


def test_too_many_wrong_passwords_lock_the_user_name_for_an_address(ada, settings):
    person("bo")
    settings.AXES_FAILURE_LIMIT = 3
    api = Api()
    for status in (401, 401, 429):
        api.post("/session/", LOGIN | {"password": "guess"}, status=status)
    response = api.send("post", "/session/", LOGIN)
    problem = check_answer("post", "/session/", response)
    assert problem["type"] == "urn:morel:problem:locked"
    assert "15 min" in problem["detail"]
    assert 0 < int(response["Retry-After"]) <= 15 * 60
    api.post("/session/", LOGIN | {"username": "bo"})
    Api().post("/session/", LOGIN, REMOTE_ADDR="192.0.2.7")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    api.post("/session/", LOGIN)


def test_a_log_in_resets_the_count_of_wrong_passwords(ada, settings):
    settings.AXES_FAILURE_LIMIT = 3
    for _ in range(3):
        api = Api()
        for _ in range(2):
            api.post("/session/", LOGIN | {"password": "guess"}, status=401)
        api.post("/session/", LOGIN)


def test_an_operator_can_unlock_a_user_name(ada, settings):
    settings.AXES_FAILURE_LIMIT = 1
    Api().post("/session/", LOGIN | {"password": "guess"}, status=429)
    call_command("axes_reset_username", "ada", stdout=StringIO())
    Api().post("/session/", LOGIN)


def test_log_ins_are_throttled_and_reads_of_the_session_are_not(ada, monkeypatch):
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"login": "2/min"})
    api = Api()
    for _ in range(2):
        api.post("/session/", LOGIN | {"password": "guess"}, status=401)
    response = api.send("post", "/session/", LOGIN)
    assert check_answer("post", "/session/", response)["status"] == 429
    assert int(response["Retry-After"]) > 0
    api.get("/session/")
