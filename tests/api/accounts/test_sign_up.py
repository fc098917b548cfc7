"""Accounts without an invitation, and accounts that are closed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Annotation, Assignment
from foundation.models import BrowserSession
from tests.api.client import Api
from tests.people import PASSWORD, Cast, annotate, hand_over
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

ACCOUNT = {"username": "newton", "name": "Newton Pell", "password": PASSWORD}


def close(cast: Cast, *people: User, action: str = "close", by: User | None = None) -> int:
    http = Client()
    http.force_login(by or cast.root)
    data = {"action": action, "_selected_action": [each.pk for each in people]}
    return http.post("/admin/auth/user/", data).status_code


def test_an_account_requires_an_invitation_by_default(cast: Cast):
    assert Api().get("/site/")["sign_up"] is False
    before = snapshot()
    assert Api().post("/sign-up/", ACCOUNT, status=403)["type"].endswith(":by_invitation")
    assert snapshot() == before


def test_with_open_sign_up_a_new_account_has_no_project(cast: Cast, settings):
    settings.SIGN_UP_OPEN = True
    api = Api()
    assert api.get("/site/")["sign_up"] is True
    assert api.post("/sign-up/", ACCOUNT)["user"]["display_name"] == "Newton Pell"
    assert api.get("/projects/")["results"] == []
    taken = Api().post("/sign-up/", ACCOUNT | {"username": "ada"}, status=422)
    assert taken["type"].endswith(":username_taken")


def test_closing_an_account_revokes_its_sessions_and_keeps_its_work(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    hand_over(cast.alpha, cast.ada, cast["q-2"])
    api = Api(cast.ada)
    api.get("/projects/")
    assert close(cast, cast.ada) == 302
    api.get("/projects/", status=401)
    Api().post("/session/", {"username": "ada", "password": PASSWORD}, status=401)
    assert not BrowserSession.objects.filter(user=cast.ada).exists()
    assert Annotation.objects.filter(annotator__user=cast.ada, submitted__isnull=False).count() == 1
    assert not Assignment.objects.filter(annotator__user=cast.ada, state="reserved").exists()

    close(cast, cast.ada, action="open")
    Api().post("/session/", {"username": "ada", "password": PASSWORD})


def test_administrators_cannot_close_their_own_account(cast: Cast):
    close(cast, cast.root)
    assert User.objects.get(pk=cast.root.pk).is_active


def test_other_users_cannot_close_accounts(cast: Cast):
    close(cast, cast.bo, by=cast.lena)
    assert User.objects.get(pk=cast.bo.pk).is_active
