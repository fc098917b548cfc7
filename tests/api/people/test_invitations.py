"""Invitations: a link that lets in as many as it should, as long as it should, and says why when it does not."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Annotator, Invitation, Membership
from tests.api.client import Api
from tests.people import PASSWORD, Cast
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

ACCOUNT = {"username": "newton", "name": "Newton Pell", "password": PASSWORD}


def invite(cast: Cast, **fields) -> dict:
    made = {"role": "annotator", **fields}
    return Api(cast.lena).post("/projects/alpha/invitations/", made, status=201)


def path(invitation: dict) -> str:
    return f"/join/{invitation['code']}/"


def refused(api: Api, method: str, where: str, status: int, body=None) -> dict:
    before = snapshot()
    problem = api.call(method, where, body, status=status)
    assert snapshot() == before
    return problem


def code_of(problem: dict) -> str:
    return problem["type"].rpartition(":")[2]


def test_a_newcomer_sees_what_they_are_invited_to_makes_an_account_and_is_in(cast: Cast):
    made = invite(cast, languages=["EN"], note="For Newton")
    api = Api()
    offer = api.get(path(made))
    assert (offer["project"], offer["role"], offer["languages"]) == ("alpha", "annotator", ["en"])
    assert offer["invited_by"] == "lena"
    assert api.post(path(made), {"account": ACCOUNT}) == {"project": "alpha"}
    assert api.get("/session/")["user"]["display_name"] == "Newton Pell"
    assert api.get("/projects/alpha/")["my_languages"] == ["en"]
    assert api.post("/projects/alpha/next/")["item"]["language"] == "en"

    assert Api(cast.lena).get("/projects/alpha/invitations/")["results"][0]["state"] == "used_up"
    row = next(
        row
        for row in Api(cast.lena).get("/projects/alpha/people/")["results"]
        if row["name"] == "Newton Pell"
    )
    assert (row["role"], row["invitation"], row["open"]) == ("annotator", "For Newton", 1)


def test_whoever_has_an_account_joins_with_it(cast: Cast):
    made = invite(cast, role="lead", max_uses=None)
    Api(cast.nina).post(path(made))
    assert Api(cast.nina).get("/projects/alpha/")["role"] == "lead"
    assert Invitation.objects.get().uses == 1


def test_whoever_belongs_to_the_project_already_stays_what_they_are_and_uses_nothing_up(cast: Cast):
    made = invite(cast, role="lead")
    assert Api(cast.bo).post(path(made)) == {"project": "alpha"}
    assert Membership.objects.get(user=cast.bo, project=cast.alpha).role == "annotator"
    assert Invitation.objects.get().uses == 0


def test_whoever_is_not_logged_in_has_to_say_who_they_are(cast: Cast):
    refused(Api(), "post", path(invite(cast)), 401, {})


@pytest.mark.parametrize(
    ("state", "change"),
    [
        ("expired", {"expires_at": timezone.now() - timedelta(seconds=1)}),
        ("revoked", {"revoked_at": timezone.now()}),
        ("used_up", {"uses": 1}),
    ],
)
def test_a_link_that_is_not_good_any_more_says_why(cast: Cast, state, change):
    made = invite(cast)
    Invitation.objects.update(**change)
    for api, method, body in (
        (Api(), "get", None),
        (Api(), "post", {"account": ACCOUNT}),
        (Api(cast.nina), "post", {}),
    ):
        assert code_of(refused(api, method, path(made), 403, body)) == f"invitation_{state}"
    assert Api(cast.lena).get("/projects/alpha/invitations/")["results"][0]["state"] == state


@pytest.mark.parametrize("code", ["forged", "A" * 22, "0"])
def test_a_forged_link_is_none(cast: Cast, code):
    invite(cast)
    assert code_of(refused(Api(cast.nina), "post", f"/join/{code}/", 404, {})) == "no_invitation"


def test_a_withdrawn_link_lets_nobody_in_and_throws_nobody_out(cast: Cast):
    made = invite(cast, max_uses=2)
    Api().post(path(made), {"account": ACCOUNT})
    answer = Api(cast.lena).call("delete", f"/projects/alpha/invitations/{made['id']}/")
    assert answer["state"] == "revoked"
    refused(Api(cast.nina), "post", path(made), 403, {})
    assert Membership.objects.filter(user__username="newton").exists()


def test_an_invitation_of_another_project_cannot_be_withdrawn(cast: Cast):
    made = invite(cast)
    refused(Api(cast.otto), "delete", f"/projects/beta/invitations/{made['id']}/", 404)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("username", "ada", "username_taken"),
        ("username", "no spaces", "username"),
        ("username", "", "blank"),
        ("password", "12345678", "password_too_common"),
        ("password", "short1x", "password_too_short"),
        ("password", "newton-pell", "password_too_similar"),
    ],
)
def test_an_account_that_cannot_be_made_says_which_field_and_why(cast: Cast, field, value, code):
    problem = refused(Api(), "post", path(invite(cast)), 422, {"account": ACCOUNT | {field: value}})
    codes = {each["pointer"].rpartition("/")[2]: each["code"] for each in problem["errors"]}
    assert codes[field] == code


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"languages": ["en", "tlh"]}, "/languages/1"),
        ({"days": 0}, "/days"),
        ({"days": 4_000}, "/days"),
        ({"max_uses": 0}, "/max_uses"),
        ({"role": "emperor"}, "/role"),
        ({"note": "x" * 201}, "/note"),
    ],
)
def test_what_an_invitation_cannot_be(cast: Cast, fields, pointer):
    body = {"role": "annotator", **fields}
    problem = refused(Api(cast.lena), "post", "/projects/alpha/invitations/", 422, body)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]


def test_somebody_who_left_comes_back_to_their_work_under_the_same_name(cast: Cast):
    before = Annotator.objects.get(project=cast.alpha, user=cast.bo)
    Api(cast.lena).call("patch", f"/projects/alpha/people/{before.key}/", {"ended": True})
    Api(cast.bo).get("/projects/alpha/", status=404)
    Api(cast.bo).post(path(invite(cast)))
    assert Annotator.objects.get(project=cast.alpha, user=cast.bo) == before


def test_invitations_come_in_pages(cast: Cast):
    for n in range(52):
        invite(cast, note=f"No. {n}")
    first = Api(cast.lena).get("/projects/alpha/invitations/")
    rest = Api(cast.lena).get(f"/projects/alpha/invitations/?cursor={first['next']}")
    notes = [row["note"] for row in first["results"] + rest["results"]]
    assert notes == [f"No. {n}" for n in reversed(range(52))]
