"""Settings of a project and of its languages, and its guidelines."""

import pytest

from annotation.models import Assignment, Guidelines, Item
from annotation.services.projects.project_settings import create_project
from annotation.services.statistics import recompute  # noqa: F401 — registers its kind of job
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, annotate, content, join, reserve, save
from tests.records import import_records, items
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

ALPHA = "/projects/alpha/"


def change(cast: Cast, **fields) -> dict:
    after = Api(cast.lena).call("patch", ALPHA, fields)
    cast.alpha.refresh_from_db()
    return after


def refused(cast: Cast, method: str, path: str, body: dict, status: int = 422) -> dict:
    lena = Api(cast.lena)
    before = snapshot()
    problem = lena.call(method, path, body, status=status)
    assert snapshot() == before
    return problem


def test_only_the_given_fields_change(cast: Cast):
    before = Api(cast.lena).get(ALPHA)
    after = change(cast, name="Alpha, renamed", quota=5, notice_after=60)
    assert after == before | {"name": "Alpha, renamed", "quota": 5, "notice_after": 60}
    assert change(cast, evidence="optional")["scheme"]["version"] == before["scheme"]["version"] + 1


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({}, ""),
        ({"name": " "}, "/name"),
        ({"name": "x" * 201}, "/name"),
        ({"redundancy": 0}, "/redundancy"),
        ({"redundancy": 1_001}, "/redundancy"),
        ({"redundancy": "3"}, "/redundancy"),
        ({"quota": -1}, "/quota"),
        ({"notice_after": -1}, "/notice_after"),
        ({"notice_after": 3_601}, "/notice_after"),
        ({"sample": 2}, "/sample"),  # of a pool
        ({"sample": 0}, "/sample"),
        ({"evidence": "maybe"}, "/evidence"),
        ({"policy": "boiled"}, "/policy"),
        ({"policy": ""}, "/policy"),
    ],
)
def test_invalid_settings_are_refused_with_their_pointer(cast: Cast, fields, pointer):
    problem = refused(cast, "patch", ALPHA, fields)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]


def test_a_new_policy_applies_once_everything_is_recomputed(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 4))
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3))
    after = change(cast, policy="raw")
    assert (after["policy"], after["next_policy"]) == ("mushroom-2025", "raw")
    lena = Api(cast.lena)
    summary = lena.get(ALPHA + "summary/")
    assert summary["recomputing"] == {"policy": "raw", "done": 0, "total": 4, "failed": None}
    assert (summary["policy"], summary["overall"]["agreement"]) == ("mushroom-2025", 1.0)
    while run_waiting("policy"):
        pass
    summary = lena.get(ALPHA + "summary/")
    assert (summary["policy"], summary["recomputing"]) == ("raw", None)
    assert summary["overall"]["agreement"] == pytest.approx(7 / 8)
    assert lena.get(ALPHA)["next_policy"] == ""


def test_a_change_of_policy_that_failed_says_why_and_goes_on_where_it_was(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 4))
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3))
    change(cast, policy="raw")
    with monkeypatch.context() as broken:
        broken.setattr("annotation.services.statistics.recompute.refresh_under", lambda *_: 1 / 0)
        run_waiting("policy")
    lena = Api(cast.lena)
    assert lena.get(ALPHA + "summary/")["recomputing"] == {
        "policy": "raw",
        "done": 0,
        "total": 4,
        "failed": "ZeroDivisionError: division by zero",
    }
    assert change(cast, policy="raw")["next_policy"] == "raw"
    assert lena.get(ALPHA + "summary/")["recomputing"]["failed"] is None
    while run_waiting("policy"):
        pass
    assert lena.get(ALPHA + "summary/")["policy"] == "raw"


def test_a_change_that_would_lose_data_is_refused_with_the_count(cast: Cast):
    change(cast, evidence="optional")
    evidence = [{"span": "m", "kind": "silent", "snapshot": None}]
    said = {"spans": [{"id": "m", "start": 0, "end": 3}], "nothing_to_mark": False, "evidence": evidence}
    item = reserve(cast.alpha, cast.ada)
    assert item
    save(cast.alpha, cast.ada, item, said)
    problem = refused(cast, "patch", ALPHA, {"evidence": "off", "name": "Never"}, 409)
    assert problem["detail"].startswith("1 annotations hold evidence")


def test_the_size_of_a_balanced_sample_can_be_set(cast: Cast):
    project = create_project("cap", preset="shroom-cap", assignment="balanced")
    lead = Api(join(project, "lena", "lead"))
    import_records(project, items(4, model_input="One question"))
    assert lead.get("/projects/cap/summary/")["overall"]["items"] == 1
    assert lead.call("patch", "/projects/cap/", {"sample": 3})["sample"] == 3
    assert lead.get("/projects/cap/summary/")["overall"]["items"] == 3


def test_more_redundancy_adds_work_and_less_removes_none(cast: Cast):
    for user in (cast.ada, cast.bo):
        annotate(cast.alpha, user, cast["q-1"], (0, 3))
    cast["q-1"].refresh_from_db()
    assert cast["q-1"].coverage == 2
    change(cast, redundancy=3)
    assert given(cast, cast.lena, "q-1")
    change(cast, redundancy=1)
    assert Assignment.objects.filter(item=cast["q-1"], state="submitted").count() == 2
    summary = Api(cast.lena).get("/projects/alpha/summary/")
    assert summary["overall"]["over_full"] == 1


def given(cast: Cast, user, external_id: str) -> bool:
    """Return whether the user can reserve the item once all others are set aside."""
    Item.objects.filter(project=cast.alpha).exclude(external_id=external_id).update(reservable=False)
    found = reserve(cast.alpha, user)
    Item.objects.filter(project=cast.alpha).update(reservable=True)
    return found is not None and found.external_id == external_id


def test_a_language_has_its_own_redundancy_or_that_of_the_project(cast: Cast):
    path = f"{ALPHA}languages/AR/"
    own = Api(cast.lena).call("patch", path, {"redundancy": 5})
    assert (own["redundancy"], own["own_redundancy"]) == (5, 5)
    change(cast, redundancy=4)
    by_language = {each["language"]: each["redundancy"] for each in Api(cast.lena).get(ALPHA)["languages"]}
    assert by_language == {"ar": 5, "en": 4}
    back = Api(cast.lena).call("patch", path, {"redundancy": 0})
    assert (back["redundancy"], back["own_redundancy"]) == (4, None)


def test_no_items_are_assigned_beyond_the_quota_until_it_is_raised(cast: Cast):
    change(cast, quota=2)
    ada = Api(cast.ada)
    for _ in range(2):
        item = reserve(cast.alpha, cast.ada)
        assert item
        save(cast.alpha, cast.ada, item, content((0, 3)))
    answer = ada.post("/projects/alpha/next/")
    assert (answer["item"], answer["reason"]) == (None, "quota")
    assert Api(cast.bo).post("/projects/alpha/next/")["item"] is not None
    change(cast, quota=3)
    assert ada.post("/projects/alpha/next/")["item"] is not None


def test_a_skipped_item_does_not_count_against_the_quota(cast: Cast):
    change(cast, quota=1)
    first = Api(cast.ada).post("/projects/alpha/next/")["item"]["id"]
    Api(cast.ada).post(f"/projects/alpha/items/{first}/skip/", {"reason": "Not mine."}, status=204)
    assert Api(cast.ada).post("/projects/alpha/next/")["item"]["id"] != first


GUIDE = "# Mark *little*\n\n<script>alert(1)</script> [a](javascript:alert(1)) | x |"


def test_guidelines_are_previewed_stored_in_versions_and_read(cast: Cast):
    lena, path = Api(cast.lena), f"{ALPHA}guidelines/EN/"
    none = {"language": "en", "version": 0, "text": "", "people": 2, "versions": []}
    assert lena.get(path) == none
    html = lena.post(f"{ALPHA}guidelines/preview/", {"text": GUIDE})["html"]
    assert "<h1>Mark <em>little</em></h1>" in html
    assert "<script" not in html
    assert "javascript:" not in html.replace("[a](javascript:alert(1))", "")
    assert Guidelines.objects.filter(project=cast.alpha).count() == 0
    assert lena.put(path, {"text": GUIDE})["version"] == 1
    assert lena.put(path, {"text": GUIDE})["version"] == 1
    assert lena.put(path, {"text": GUIDE + "\n"})["version"] == 2
    read = Api(cast.ada).get(f"{ALPHA}guidelines/")["results"]
    assert [(each["language"], each["version"]) for each in read] == [("en", 2)]


@pytest.mark.parametrize("tag", ["tlh", "not a tag", "x" * 300])
def test_guidelines_in_a_language_outside_of_the_project_are_refused(cast: Cast, tag):
    refused(cast, "put", f"{ALPHA}guidelines/{tag}/", {"text": "x"}, 404)
