"""Single sign-on against a test provider, from the first request to the final redirect."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from annotation.models import Invitation, Membership
from annotation.services.people.erasure import erase_person
from annotation.services.people.invitations import invite
from api.config import sso_settings
from evaluation.models import TaskInvitation, TeamMember
from foundation.accounts.account_services import close_account
from foundation.models import SignOn
from tests.api.client import Api
from tests.openid import Provider
from tests.paths import ROOT
from tests.people import PASSWORD, Cast
from tests.snapshot import snapshot
from tests.tasks import Tasks

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with Provider("morel", "between us") as running:
        chosen = sso_settings.providers(
            {"url": running.address, "id": "morel", "secret": "between us", "name": "The University"},
            {"id": "morel", "secret": "between us"},
        )
        settings.SIGN_ON, settings.SOCIALACCOUNT_PROVIDERS = chosen, sso_settings.for_allauth(chosen)
        at_github = {"authorize": "/login/oauth/authorize", "access_token": "/login/oauth/access_token"}
        for name, path in {**at_github, "profile": "/user"}.items():
            monkeypatch.setattr(GitHubOAuth2Adapter, f"{name}_url", running.address + path)
        yield running


def come_back(api: Api, url: str) -> tuple[str, dict[str, str]]:
    """Open the provider's URL and return path and query of the final redirect."""
    there = requests.get(url, allow_redirects=False, timeout=10)
    assert there.status_code == 302, there.text
    back = urlsplit(there.headers["Location"])
    assert back.netloc == "testserver"
    return land(api, f"{back.path}?{back.query}")


def land(api: Api, path: str) -> tuple[str, dict[str, str]]:
    response = api.http.get(path)
    assert response.status_code == 302
    landed = urlsplit(response["Location"])
    assert not landed.netloc
    return landed.path, {name: values[0] for name, values in parse_qs(landed.query).items()}


def go(api: Api, **said: str) -> tuple[str, dict[str, str]]:
    return come_back(api, api.post("/sign-on/", {"provider": "oidc", **said})["url"])


def add_link(api: Api, provider: str = "oidc", password: str = PASSWORD) -> tuple[str, dict[str, str]]:
    body = {"provider": provider, "password": password}
    return come_back(api, api.post("/account/sign-ons/", body)["url"])


def who(api: Api) -> str | None:
    user = api.get("/session/")["user"]
    return user and user["username"]


def invited(cast: Cast, **more: Any) -> str:
    code: str = invite(cast.alpha, cast.lena, timezone.now(), **more).code
    return code


def task_invitation(tasks: Tasks) -> str:
    """Return the code of an invitation to the team Saltmarsh."""
    return Api(tasks.sam).post("/tasks/lantern/team/invitations/", {"note": "Newton"}, status=201)["code"]


def test_the_site_lists_its_providers(provider: Provider):
    assert Api().get("/site/")["providers"] == [
        {"id": "oidc", "name": "The University"},
        {"id": "github", "name": "GitHub"},
    ]
    assert provider.requested == []


@pytest.mark.parametrize("at", ["oidc", "github"])
def test_a_new_user_with_an_invitation_gets_an_account_and_joins(cast: Cast, provider: Provider, at: str):
    provider.person |= {"id": 7, "login": "newton"}
    code = invited(cast)
    api = Api()
    assert go(api, provider=at, code=code) == ("/p/alpha/annotate", {})
    assert who(api) == "newton"
    newton = User.objects.get(username="newton")
    assert (newton.get_full_name(), newton.email, newton.has_usable_password()) == ("Newton Pell", "", False)
    assert Membership.objects.get(user=newton).invitation.code == code
    assert Invitation.objects.get(code=code).uses == 1
    assert not api.get("/session/")["user"]["guest"]
    assert not [each for each in apps.get_models() if _is_others(each) and each._default_manager.exists()]

    again = Api()
    assert go(again, provider=at, next="/p/alpha/mine?status=new") == ("/p/alpha/mine", {"status": "new"})
    assert who(again) == "newton"


def _is_others(model: type[Model]) -> bool:
    return model._meta.app_label in {"account", "socialaccount"}


def test_another_site_cannot_start_a_log_in(provider: Provider):
    http = Client(enforce_csrf_checks=True)
    body = {"provider": "oidc"}
    assert http.post("/api/v1/sign-on/", body, content_type="application/json").status_code == 403
    assert provider.requested == []


def test_a_head_request_does_not_use_up_the_response(cast: Cast, provider: Provider):
    assert Api().http.head("/sign-on/oidc/?code=a&state=b").status_code == 405


def test_an_invited_lead_is_redirected_to_the_overview(cast: Cast, provider: Provider):
    assert go(Api(), code=invited(cast, role="lead")) == ("/p/alpha", {})


def test_a_user_with_an_account_confirms_before_joining(cast: Cast, provider: Provider):
    add_link(Api(cast.nina))
    code = invited(cast)
    api = Api()
    assert go(api, code=code) == (f"/join/{code}", {})
    assert who(api) == "nina"
    assert not Membership.objects.filter(user=cast.nina).exists()


def test_an_invitation_to_a_shared_task_permits_a_new_account_which_then_joins(
    tasks: Tasks, provider: Provider
):
    code = task_invitation(tasks)
    api = Api()
    assert go(api, task_code=code) == (f"/join-task/{code}", {})
    assert who(api) == "newton"
    assert not TeamMember.objects.filter(user__username="newton").exists()
    assert api.get(f"/task-invitations/{code}/")["user"] == "newton"
    assert api.post(f"/task-invitations/{code}/")["team"] == tasks.saltmarsh.pk
    assert TaskInvitation.objects.get(code=code).uses == 1


def test_an_invitation_to_a_shared_task_that_closes_meanwhile_permits_no_account(
    tasks: Tasks, provider: Provider
):
    provider.person |= {"id": 7, "login": "newton"}
    code = task_invitation(tasks)
    known, new = Api(), Api()
    add_link(Api(tasks.nina), "github")
    at_github = known.post("/sign-on/", {"provider": "github", "task_code": code})["url"]
    at_university = new.post("/sign-on/", {"provider": "oidc", "task_code": code})["url"]
    TaskInvitation.objects.update(revoked_at=timezone.now())
    assert come_back(new, at_university) == (f"/join-task/{code}", {"sign-on": "by_invitation"})
    assert who(new) is None
    assert come_back(known, at_github) == (f"/join-task/{code}", {})
    assert who(known) == "nina"


def test_a_code_of_no_invitation_to_a_shared_task_is_refused(cast: Cast, tasks: Tasks, provider: Provider):
    Api().post("/sign-on/", {"provider": "oidc", "task_code": "nothing"}, status=404)
    both = {"provider": "oidc", "code": invited(cast), "task_code": task_invitation(tasks)}
    assert Api().post("/sign-on/", both, status=422)["errors"][0]["pointer"] == "/task_code"
    assert provider.requested == []


def test_a_new_user_without_an_invitation_is_refused(cast: Cast, provider: Provider):
    before = snapshot()
    assert go(Api(), next="/p/alpha") == ("/login", {"next": "/p/alpha", "sign-on": "by_invitation"})
    assert snapshot() == before


def test_with_open_sign_up_a_new_user_gets_an_account_without_a_project(
    cast: Cast, provider: Provider, settings
):
    settings.SIGN_UP_OPEN = True
    api = Api()
    assert go(api) == ("/login", {})  # it redirects people who are logged in
    assert api.get("/projects/")["results"] == []


def test_an_invalid_invitation_is_refused_before_and_after_the_redirect(cast: Cast, provider: Provider):
    code = invited(cast)
    api = Api()
    url = api.post("/sign-on/", {"provider": "oidc", "code": code})["url"]
    Invitation.objects.update(revoked_at=timezone.now())
    assert come_back(api, url) == (f"/join/{code}", {"sign-on": "invitation_revoked"})
    assert not User.objects.filter(username="newton").exists()
    api.post("/sign-on/", {"provider": "oidc", "code": code}, status=403)
    api.post("/sign-on/", {"provider": "oidc", "code": "nonsense"}, status=404)


def test_a_taken_user_name_gets_a_number(cast: Cast, provider: Provider):
    provider.person["preferred_username"] = "ada"
    api = Api()
    go(api, code=invited(cast))
    assert who(api) == "ada2"


@pytest.mark.parametrize(
    ("said", "username"),
    [
        ("n pell <x>\0", "n-pell-x"),
        ("", "person"),
        (None, "person"),
        (["a"], "person"),
        ("ن" * 300, "ن" * 140),
    ],
)
def test_any_name_at_the_provider_becomes_a_valid_user_name(cast: Cast, provider: Provider, said, username):
    provider.person["preferred_username"] = said
    api = Api()
    go(api, code=invited(cast))
    assert who(api) == username


def test_an_equal_email_address_does_not_link_an_account(cast: Cast, provider: Provider):
    User.objects.filter(pk=cast.ada.pk).update(email="ada@example.org")
    provider.person |= {"email": "ada@example.org", "email_verified": True, "preferred_username": "ada"}
    api = Api()
    assert go(api) == ("/login", {"sign-on": "by_invitation"})
    assert who(api) is None
    go(api, code=invited(cast))
    assert who(api) == "ada2"


def test_a_user_links_an_account_with_their_password_and_logs_in_by_it(cast: Cast, provider: Provider):
    ada = Api(cast.ada)
    ada.post("/account/sign-ons/", {"provider": "oidc", "password": "wrong"}, status=422)
    assert add_link(ada) == ("/account", {"sign-on": "linked"})
    linked = ada.get("/account/")["sign_ons"]
    assert [(each["provider"], each["name"]) for each in linked] == [("oidc", "newton")]
    assert add_link(ada) == ("/account", {"sign-on": "linked"})
    assert SignOn.objects.count() == 1

    api = Api()
    go(api)
    assert who(api) == "ada"
    assert ada.call("delete", f"/account/sign-ons/{linked[0]['id']}/")["sign_ons"] == []
    ada.call("delete", f"/account/sign-ons/{linked[0]['id']}/", status=404)
    assert go(Api())[1] == {"sign-on": "by_invitation"}


def test_accounts_linked_to_other_users_cannot_be_linked_or_unlinked(cast: Cast, provider: Provider):
    add_link(Api(cast.ada))
    bo = Api(cast.bo)
    assert add_link(bo) == ("/account", {"sign-on": "sign_on_taken"})
    bo.call("delete", f"/account/sign-ons/{SignOn.objects.get().pk}/", status=404)
    assert SignOn.objects.get().user == cast.ada


def test_nothing_is_linked_if_another_user_has_logged_in_since(cast: Cast, provider: Provider):
    """Also if they were anonymous at first, whose session is kept at the login."""
    api = Api(cast.ada)
    url = api.post("/account/sign-ons/", {"provider": "oidc", "password": PASSWORD})["url"]
    session = api.http.session
    kept = session["socialaccount_states"]
    api.http.force_login(cast.bo)
    session = api.http.session
    session["socialaccount_states"] = kept
    session.save()
    assert come_back(api, url) == ("/login", {"sign-on": "failed"})
    assert not SignOn.objects.exists()


def test_the_only_way_to_log_in_cannot_be_unlinked(cast: Cast, provider: Provider):
    api = Api()
    go(api, code=invited(cast))
    mine = api.get("/account/")
    assert not mine["has_password"]
    refused = api.call("delete", f"/account/sign-ons/{mine['sign_ons'][0]['id']}/", status=409)
    assert refused["type"].endswith(":only_way_in")
    provider.person |= {"id": 7, "login": "newton"}
    assert add_link(api, "github", "") == ("/account", {"sign-on": "linked"})
    api.call("delete", f"/account/sign-ons/{mine['sign_ons'][0]['id']}/")


def test_guests_cannot_link_an_account(cast: Cast, provider: Provider):
    guest = User.objects.create(username="guest-1")
    guest.set_unusable_password()
    guest.save()
    Api(guest).post("/account/sign-ons/", {"provider": "oidc"}, status=403)


def test_a_closed_account_stays_closed(cast: Cast, provider: Provider):
    add_link(Api(cast.ada))
    close_account(cast.ada)
    api = Api()
    assert go(api) == ("/login", {"sign-on": "account_closed"})
    assert who(api) is None


def test_erasing_a_person_removes_their_linked_accounts(cast: Cast, provider: Provider):
    add_link(Api(cast.ada))
    erase_person("ada", "ada", timezone.now())
    assert not SignOn.objects.exists()
    assert go(Api())[1] == {"sign-on": "by_invitation"}


@pytest.mark.parametrize(("error", "why"), [("access_denied", "cancelled"), ("server_error", "failed")])
def test_a_cancelled_or_failed_log_in_returns_to_the_starting_page(
    cast: Cast, provider: Provider, error: str, why: str
):
    provider.refuses = error
    code = invited(cast)
    assert go(Api(), next="/p/alpha") == ("/login", {"next": "/p/alpha", "sign-on": why})
    assert go(Api(), code=code) == (f"/join/{code}", {"sign-on": why})
    assert add_link(Api(cast.ada)) == ("/account", {"sign-on": why})


WRONG_TOKENS = [
    {"iss": "https://elsewhere.invalid"},
    {"aud": "somebody else"},
    {"exp": 1},
    {"sub": "u-2"},
]
WRONG_ANSWERS = {
    "/token": [{}, {"access_token": "x"}, {"access_token": "x", "id_token": "no token"}, [], "text"],
    "/userinfo": [{"sub": ""}, {"sub": "a" * 300}, {"sub": "a\0b"}, {"sub": "\ud800"}, ["sub"], "text", 1],
}


@pytest.mark.parametrize("claims", WRONG_TOKENS, ids=str)
def test_an_id_token_with_other_claims_is_refused(cast: Cast, provider: Provider, claims):
    provider.token = claims
    code = invited(cast)
    assert go(Api(), code=code) == (f"/join/{code}", {"sign-on": "failed"})
    assert not SignOn.objects.exists()


@pytest.mark.parametrize(
    ("path", "answer"), [(path, each) for path, answers in WRONG_ANSWERS.items() for each in answers], ids=str
)
def test_malformed_responses_of_a_provider_are_handled(cast: Cast, provider: Provider, path: str, answer):
    provider.answers[path] = answer
    code = invited(cast)
    assert go(Api(), code=code) == (f"/join/{code}", {"sign-on": "failed"})
    assert not SignOn.objects.exists()


NOWHERE = {"authorization_endpoint": "javascript:alert(1)//", "token_endpoint": "https://id.invalid/"}


@pytest.mark.parametrize("answer", [{}, [], "text", None, NOWHERE], ids=str)
def test_a_provider_with_an_invalid_configuration_is_unavailable(cast: Cast, provider: Provider, answer):
    provider.answers["/.well-known/openid-configuration"] = answer
    refused = Api().post("/sign-on/", {"provider": "oidc"}, status=503)
    assert refused["type"].endswith(":sign_on_failed")


def test_a_provider_that_fails_during_a_log_in_is_handled(cast: Cast, provider: Provider):
    api = Api()
    there = requests.get(
        api.post("/sign-on/", {"provider": "oidc"})["url"], allow_redirects=False, timeout=10
    )
    provider.answers["/.well-known/openid-configuration"] = {}
    back = urlsplit(there.headers["Location"])
    assert land(api, f"{back.path}?{back.query}") == ("/login", {"sign-on": "failed"})


def test_a_response_without_its_request_logs_nobody_in(cast: Cast, provider: Provider):
    """A response is valid once, in the browser that started the login."""
    add_link(Api(cast.ada))
    url = Api().post("/sign-on/", {"provider": "oidc"})["url"]
    victim = Api()
    assert come_back(victim, url) == ("/login", {"sign-on": "failed"})
    for path in ("/sign-on/oidc/", "/sign-on/oidc/?code=a&state=b", "/sign-on/github/?code=a"):
        assert land(victim, path) == ("/login", {"sign-on": "failed"})
    assert who(victim) is None

    api = Api()
    there = requests.get(
        api.post("/sign-on/", {"provider": "oidc"})["url"], allow_redirects=False, timeout=10
    )
    back = urlsplit(there.headers["Location"])
    assert land(api, f"{back.path}?{back.query}") == ("/login", {})
    assert land(api, f"{back.path}?{back.query}") == ("/login", {"sign-on": "failed"})


@pytest.mark.parametrize(
    "wanted", ["https://elsewhere.invalid/", "//elsewhere.invalid", "/\\elsewhere.invalid", "x"]
)
def test_the_redirect_never_leads_to_another_site(cast: Cast, provider: Provider, wanted: str):
    add_link(Api(cast.ada))
    assert go(Api(), next=wanted) == ("/login", {})


def test_an_unknown_provider_is_not_found(cast: Cast, settings):
    for _ in range(2):
        assert Api().post("/sign-on/", {"provider": "elsewhere"}, status=404)["type"].endswith(":no_provider")
        settings.SIGN_ON = []


@pytest.mark.parametrize(
    "environment",
    [
        {"MOREL_OIDC_URL": "https://id.invalid"},
        {"MOREL_OIDC_URL": "http://id.invalid", "MOREL_OIDC_ID": "a", "MOREL_OIDC_SECRET": "b"},
        {"MOREL_GITHUB_ID": "a"},
    ],
)
def test_incomplete_or_insecure_settings_are_refused_at_start(environment: dict[str, str]):
    known = {"url": "MOREL_OIDC_URL", "id": "MOREL_OIDC_ID", "secret": "MOREL_OIDC_SECRET"}
    oidc = {field: environment.get(name, "") for field, name in known.items()} | {"name": ""}
    with pytest.raises(ImproperlyConfigured):
        sso_settings.providers(oidc, {"id": environment.get("MOREL_GITHUB_ID", ""), "secret": ""})


OFF = """
import django, sys
django.setup()
from django.apps import apps
from django.conf import settings
from django.urls import get_resolver
from api.accounts.session_views import SiteView
assert settings.SIGN_ON == []
assert not [each for each in sys.modules if each.partition(".")[0] in ("oauthlib", "jwt")]
assert not [each for each in sys.modules if each.startswith("allauth.socialaccount.providers")]
assert not [each for each in settings.INSTALLED_APPS if "allauth.socialaccount" in each]
assert not [each for each in get_resolver().url_patterns if str(each.pattern) == "sign-on/"]
"""


def test_nothing_of_single_sign_on_is_loaded_when_it_is_disabled(tmp_path: Path):
    environment = {
        **os.environ,
        "MOREL_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "api.config.settings",
    }
    subprocess.run([sys.executable, "-c", OFF], cwd=ROOT, env=environment, check=True)
