"""Members of a project as its leads see and change them."""

import pytest

from annotation.models import Assignment, Item, Membership
from tests.api.client import Api
from tests.people import Cast, annotator, content, reserve, save
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def key(cast: Cast, user) -> str:
    return annotator(cast.alpha, user).key


def where(cast: Cast, user) -> str:
    return f"/projects/alpha/people/{key(cast, user)}/"


def row(cast: Cast, name: str) -> dict:
    listed = Api(cast.lena).get("/projects/alpha/people/")["results"]
    return next(each for each in listed if each["username"] == name)


def refused(api: Api, method: str, path: str, status: int, body=None) -> dict:
    before = snapshot()
    problem = api.call(method, path, body, status=status)
    assert snapshot() == before
    return problem


def test_the_list_has_all_members_of_the_project_and_nobody_else(cast: Cast):
    listed = Api(cast.lena).get("/projects/alpha/people/")["results"]
    assert [(each["username"], each["role"], each["languages"]) for each in listed] == [
        ("ada", "annotator", []),
        ("bo", "annotator", ["en"]),
        ("lena", "lead", []),
    ]


def test_the_list_counts_the_work_of_each_person(cast: Cast):
    for took in (10, 20, 90):
        item = reserve(cast.alpha, cast.ada)
        assert item
        empty = took != 90
        given = content(active_seconds=took) if empty else content((0, 3), active_seconds=took)
        save(cast.alpha, cast.ada, item, given)
    reserve(cast.alpha, cast.ada)
    found = row(cast, "ada")
    assert {name: found[name] for name in ("open", "submitted", "skipped", "empty", "seconds")} == {
        "open": 1,
        "submitted": 3,
        "skipped": 0,
        "empty": 2,
        "seconds": 20.0,
    }
    assert found["last_seen"] is not None
    assert row(cast, "bo")["submitted"] == 0
    assert row(cast, "bo")["seconds"] is None


def test_a_paused_member_keeps_reserved_items_and_gets_no_new_ones(cast: Cast):
    held = reserve(cast.alpha, cast.ada)
    assert held
    answer = Api(cast.lena).call("patch", where(cast, cast.ada), {"paused": True})
    assert answer["paused"] is True
    ada = Api(cast.ada)
    assert ada.post("/projects/alpha/next/")["item"]["id"] == held.pk
    save(cast.alpha, cast.ada, held, content((0, 3)))
    answer = ada.post("/projects/alpha/next/")
    assert (answer["item"], answer["reason"]) == (None, "paused")
    Api(cast.lena).call("patch", where(cast, cast.ada), {"paused": False})
    assert ada.post("/projects/alpha/next/")["item"] is not None


def test_items_are_assigned_in_the_languages_of_the_member(cast: Cast):
    answer = Api(cast.lena).call("patch", where(cast, cast.ada), {"languages": ["AR", "ar"]})
    assert answer["languages"] == ["ar"]
    given = Api(cast.ada).post("/projects/alpha/next/")["item"]
    assert given["language"] == "ar"


def test_a_language_outside_of_the_project_is_refused_by_name(cast: Cast):
    problem = refused(Api(cast.lena), "patch", where(cast, cast.ada), 422, {"languages": ["en", "tlh"]})
    assert [each["pointer"] for each in problem["errors"]] == ["/languages/1"]


def test_ending_a_membership_releases_reservations_and_keeps_submissions(cast: Cast):
    done = reserve(cast.alpha, cast.ada)
    assert done
    save(cast.alpha, cast.ada, done, content((0, 3)))
    held = reserve(cast.alpha, cast.ada)
    assert held
    before = Item.objects.get(pk=held.pk).coverage
    assert Api(cast.lena).call("patch", where(cast, cast.ada), {"ended": True})["ended"] is True
    assert Item.objects.get(pk=held.pk).coverage == before - 1
    places = Assignment.objects.filter(annotator=annotator(cast.alpha, cast.ada))
    assert dict(places.values_list("item", "state")) == {done.pk: "submitted", held.pk: "expired"}
    Api(cast.ada).get("/projects/alpha/", status=404)
    assert Api(cast.lena).get(f"/projects/alpha/items/{done.pk}/")["n"] == 1


@pytest.mark.parametrize("body", [{"ended": True}, {"role": "annotator"}])
def test_the_last_lead_cannot_be_removed(cast: Cast, body):
    problem = refused(Api(cast.lena), "patch", where(cast, cast.lena), 409, body)
    assert problem["type"].endswith("last_lead")
    Api(cast.lena).call("patch", where(cast, cast.bo), {"role": "lead"})
    Api(cast.bo).call("patch", where(cast, cast.lena), body)
    left = Membership.objects.get(project=cast.alpha, role="lead", ended_at__isnull=True)
    assert left.user == cast.bo


def test_members_of_other_projects_are_not_found(cast: Cast):
    theirs = annotator(cast.beta, cast.otto).key
    refused(Api(cast.lena), "patch", f"/projects/alpha/people/{theirs}/", 404, {"paused": True})


def test_an_ended_membership_can_be_restored(cast: Cast):
    for ended in (True, False):
        Api(cast.lena).call("patch", where(cast, cast.ada), {"ended": ended})
    assert Api(cast.ada).get("/projects/alpha/")["role"] == "annotator"
