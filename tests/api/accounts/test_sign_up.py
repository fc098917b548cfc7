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


def test_accounts_are_made_by_invitation_alone(cast: Cast):
    assert Api().get("/site/")["sign_up"] is False
    before = snapshot()
    assert Api().post("/sign-up/", ACCOUNT, status=403)["type"].endswith(":by_invitation")
    assert snapshot() == before


def test_where_the_site_lets_anybody_they_are_made_without_one_and_belong_nowhere(cast: Cast, settings):
    settings.SIGN_UP_OPEN = True
    api = Api()
    assert api.get("/site/")["sign_up"] is True
    assert api.post("/sign-up/", ACCOUNT)["user"]["display_name"] == "Newton Pell"
    assert api.get("/projects/")["results"] == []
    taken = Api().post("/sign-up/", ACCOUNT | {"username": "ada"}, status=422)
    assert taken["type"].endswith(":username_taken")


def test_a_closed_account_is_out_at_once_and_its_work_stays(cast: Cast):
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


def test_nobody_closes_their_own_account_there(cast: Cast):
    close(cast, cast.root)
    assert User.objects.get(pk=cast.root.pk).is_active


def test_whoever_is_no_administrator_closes_nothing(cast: Cast):
    close(cast, cast.bo, by=cast.lena)
    assert User.objects.get(pk=cast.bo.pk).is_active
