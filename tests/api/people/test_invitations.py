"""Invitations: they admit up to their number of uses until they expire, and refuse with a reason."""

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


def test_a_new_user_sees_the_offer_creates_an_account_and_joins(cast: Cast):
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


def test_a_logged_in_user_joins_with_their_account(cast: Cast):
    made = invite(cast, role="lead", max_uses=None)
    Api(cast.nina).post(path(made))
    assert Api(cast.nina).get("/projects/alpha/")["role"] == "lead"
    assert Invitation.objects.get().uses == 1


def test_an_existing_membership_does_not_change_and_uses_nothing_up(cast: Cast):
    made = invite(cast, role="lead")
    assert Api(cast.bo).post(path(made)) == {"project": "alpha"}
    assert Membership.objects.get(user=cast.bo, project=cast.alpha).role == "annotator"
    assert Invitation.objects.get().uses == 0


def test_an_anonymous_user_must_send_a_new_account(cast: Cast):
    refused(Api(), "post", path(invite(cast)), 401, {})


@pytest.mark.parametrize(
    ("state", "change"),
    [
        ("expired", {"expires_at": timezone.now() - timedelta(seconds=1)}),
        ("revoked", {"revoked_at": timezone.now()}),
        ("used_up", {"uses": 1}),
    ],
)
def test_a_closed_invitation_is_refused_with_its_reason(cast: Cast, state, change):
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
def test_an_unknown_code_is_not_found(cast: Cast, code):
    invite(cast)
    assert code_of(refused(Api(cast.nina), "post", f"/join/{code}/", 404, {})) == "no_invitation"


def test_a_revoked_invitation_admits_nobody_and_removes_nobody(cast: Cast):
    made = invite(cast, max_uses=2)
    Api().post(path(made), {"account": ACCOUNT})
    answer = Api(cast.lena).call("delete", f"/projects/alpha/invitations/{made['id']}/")
    assert answer["state"] == "revoked"
    refused(Api(cast.nina), "post", path(made), 403, {})
    assert Membership.objects.filter(user__username="newton").exists()


def test_an_invitation_of_another_project_cannot_be_revoked(cast: Cast):
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
def test_an_invalid_new_account_is_refused_with_field_and_reason(cast: Cast, field, value, code):
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
def test_invalid_fields_of_an_invitation_are_refused(cast: Cast, fields, pointer):
    body = {"role": "annotator", **fields}
    problem = refused(Api(cast.lena), "post", "/projects/alpha/invitations/", 422, body)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]


def test_a_former_member_returns_to_their_work_and_pseudonym(cast: Cast):
    before = Annotator.objects.get(project=cast.alpha, user=cast.bo)
    Api(cast.lena).call("patch", f"/projects/alpha/people/{before.key}/", {"ended": True})
    Api(cast.bo).get("/projects/alpha/", status=404)
    Api(cast.bo).post(path(invite(cast)))
    assert Annotator.objects.get(project=cast.alpha, user=cast.bo) == before


def test_invitations_are_listed_in_pages(cast: Cast):
    for n in range(52):
        invite(cast, note=f"No. {n}")
    first = Api(cast.lena).get("/projects/alpha/invitations/")
    rest = Api(cast.lena).get(f"/projects/alpha/invitations/?cursor={first['next']}")
    notes = [row["note"] for row in first["results"] + rest["results"]]
    assert notes == [f"No. {n}" for n in reversed(range(52))]
