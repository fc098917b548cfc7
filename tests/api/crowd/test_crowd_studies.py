"""Crowd workers: they enter by a link, once each, do as many items as it says, and get a code."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.models import Annotator, EntryLink, Item, Membership, Participant
from tests.api.client import Api
from tests.people import Cast, content, save
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

BACK = "https://example.org/x?cc=1"
PROLIFIC = {"kind": "prolific", "study": "study-1", "completion_code": "C0FFEE", "return_url": BACK}
WORKER = {"pid": "5f3a", "study": "study-1", "session": "s-1"}


def make(cast: Cast, **fields: Any) -> dict[str, Any]:
    return Api(cast.lena).post("/projects/alpha/entries/", {"quota": 2, **fields}, status=201)


def enter(link: dict[str, Any], api: Api | None = None, **arrival: Any) -> Api:
    api = api or Api()
    api.post(f"/enter/{link['code']}/", arrival)
    return api


def refused(link: dict[str, Any], status: int, api: Api | None = None, **arrival: Any) -> str:
    before = snapshot()
    problem = (api or Api()).post(f"/enter/{link['code']}/", arrival, status=status)
    assert snapshot() == before
    return str(problem["type"]).rpartition(":")[2]


def whoami(api: Api) -> str:
    return str(api.get("/session/")["user"]["username"])


def submit_next(cast: Cast, api: Api) -> None:
    item = api.post("/projects/alpha/next/")["item"]
    save(cast.alpha, User.objects.get(username=whoami(api)), Item.objects.get(pk=item["id"]), content())


def test_a_worker_enters_does_their_items_and_gets_the_code(cast: Cast):
    link = make(cast, **PROLIFIC, languages=["EN"])
    offer = Api().get(f"/enter/{link['code']}/")
    assert (offer["kind"], offer["quota"], offer["languages"]) == ("prolific", 2, ["en"])
    api = enter(link, **WORKER)
    assert api.get("/session/")["user"]["guest"]
    assert api.get("/projects/alpha/")["my_languages"] == ["en"]
    for done in range(2):
        so_far = api.get("/projects/alpha/completion/")
        assert (so_far["done"], so_far["submitted"], so_far["code"], so_far["return_url"]) == (
            False,
            done,
            "",
            "",
        )
        submit_next(cast, api)
    assert api.post("/projects/alpha/next/")["reason"] == "quota"
    end = {"done": True, "submitted": 2, "quota": 2, "code": "C0FFEE", "return_url": BACK}
    assert api.get("/projects/alpha/completion/") == end


def test_whoever_runs_out_of_items_before_is_done_as_well(cast: Cast):
    api = enter(make(cast, **PROLIFIC | {"quota": 50}), **WORKER)
    while api.post("/projects/alpha/next/")["item"]:
        submit_next(cast, api)
    assert api.get("/projects/alpha/completion/")["done"]


def test_the_same_worker_is_the_same_person_also_in_the_next_study(cast: Cast):
    link, again = make(cast, **PROLIFIC), make(cast, **PROLIFIC | {"study": "study-2"})
    first = enter(link, **WORKER)
    name = whoami(first)
    assert whoami(enter(link, **WORKER | {"session": "s-2"})) == name
    submit_next(cast, first)
    assert whoami(enter(again, **WORKER | {"study": "study-2"})) == name
    assert Annotator.objects.get(user__username=name).allowance == 1 + 2
    assert first.get("/projects/alpha/completion/")["submitted"] == 0
    assert whoami(enter(link, **WORKER | {"pid": "other"})) != name


def test_to_leads_and_in_exports_workers_are_pseudonyms(cast: Cast):
    enter(make(cast, **PROLIFIC), **WORKER)
    people = Api(cast.lena).get("/projects/alpha/people/")["results"]
    assert any(row["name"].startswith("guest-") for row in people)
    assert WORKER["pid"] not in {str(value) for row in people for value in row.values()}
    assert Annotator.objects.get(user__participations__isnull=False).key.startswith("annotator_")


@pytest.mark.parametrize(
    ("arrival", "status", "code"),
    [
        ({}, 422, "entry_parameters"),
        (WORKER | {"pid": ""}, 422, "entry_parameters"),
        (WORKER | {"pid": "{{%PROLIFIC_PID%}}"}, 422, "entry_parameters"),
        (WORKER | {"session": "a b"}, 422, "entry_parameters"),
        (WORKER | {"pid": "x" * 65}, 422, "entry_parameters"),
        (WORKER | {"study": "study-9"}, 403, "entry_study"),
    ],
)
def test_an_address_that_is_not_prolifics_lets_nobody_in(cast: Cast, arrival, status, code):
    assert refused(make(cast, **PROLIFIC), status, **arrival) == code


def test_a_revoked_link_lets_nobody_in_and_an_unknown_one_neither(cast: Cast):
    link = make(cast, **PROLIFIC)
    inside = enter(link, **WORKER)
    revoked = Api(cast.lena).call("delete", f"/projects/alpha/entries/{link['id']}/")
    assert (revoked["state"], revoked["people"]) == ("revoked", 1)
    assert refused(link, 403, **WORKER) == "entry_revoked"
    Api().get(f"/enter/{link['code']}/", status=403)
    Api().get("/enter/nothing/", status=404)
    inside.post("/projects/alpha/next/")


def test_a_link_that_is_full_lets_back_in_who_was_there(cast: Cast):
    link = make(cast, **PROLIFIC, max_people=1)
    enter(link, **WORKER)
    assert refused(link, 403, **WORKER | {"pid": "late"}) == "entry_used_up"
    enter(link, **WORKER)
    assert Api(cast.lena).get("/projects/alpha/entries/")["results"][0]["state"] == "used_up"


def test_whom_a_lead_has_taken_out_does_not_come_back_by_it(cast: Cast):
    link = make(cast, **PROLIFIC)
    enter(link, **WORKER)
    key = Annotator.objects.get(user__participations__isnull=False).key
    Api(cast.lena).call("patch", f"/projects/alpha/people/{key}/", {"ended": True})
    assert refused(link, 403, **WORKER) == "entry_ended"


def test_whoever_is_logged_in_is_asked_first(cast: Cast):
    link = make(cast, **PROLIFIC)
    api = Api(cast.bo)
    assert refused(link, 409, api, **WORKER) == "somebody_else"
    assert whoami(api) == "bo"
    enter(link, api, **WORKER, instead=True)
    assert whoami(api).startswith("guest-")
    name = whoami(api)
    assert whoami(enter(link, api, **WORKER)) == name


def test_a_plain_guest_comes_back_in_the_same_browser_and_is_new_in_another(cast: Cast):
    link = make(cast, kind="guest", completion_code="thanks")
    api = enter(link)
    name = whoami(api)
    assert whoami(enter(link, api)) == name
    assert whoami(enter(link)) != name
    assert refused(link, 409, Api(cast.ada)) == "somebody_else"


def test_no_password_opens_a_guests_account(cast: Cast):
    name = whoami(enter(make(cast, kind="guest")))
    Api().post("/session/", {"username": name, "password": "x"}, status=401)


def test_a_member_who_came_by_no_link_has_no_completion(cast: Cast, ada: Api):
    ada.get("/projects/alpha/completion/", status=404)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"quota": 0}, "quota"),
        ({"max_people": 0}, "max_people"),
        ({"kind": "prolific"}, "study"),
        ({"return_url": "javascript:alert(1)"}, "return_url"),
        ({"languages": ["xx"]}, "languages/0"),
        ({"kind": "turk"}, "kind"),
    ],
)
def test_a_link_is_not_made_of_what_cannot_be(cast: Cast, lena: Api, wrong, field):
    problem = lena.post("/projects/alpha/entries/", {"kind": "guest", "quota": 1, **wrong}, status=422)
    assert problem["errors"][0]["pointer"] == f"/{field}"
    assert not EntryLink.objects.exists()


def test_a_guest_is_an_annotator_of_this_project_alone(cast: Cast):
    enter(make(cast, kind="guest"))
    (membership,) = Membership.objects.filter(user__in=Participant.objects.values("user"))
    assert (membership.project, membership.role) == (cast.alpha, "annotator")
