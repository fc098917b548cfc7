"""Saved item filters of leads, and the export of a filtered list."""

import csv
import io
import json

import pytest
from django.utils import timezone

from annotation.models import Membership, SavedView
from tests.api.client import Api
from tests.people import Cast, annotate, join
from tests.records import import_records, item

pytestmark = pytest.mark.django_db

VIEWS = "/projects/alpha/views/"
EXPORT = "/api/v1/projects/alpha/items-export/"


@pytest.fixture
def mona(cast: Cast) -> Api:
    """A second lead of alpha."""
    return Api(join(cast.alpha, "mona", "lead"))


def save(api: Api, name: str, chosen: dict | None = None, *, shared: bool = False, status: int = 201) -> dict:
    return api.post(VIEWS, {"name": name, "filter": chosen or {}, "shared": shared}, status=status)


def names(api: Api) -> list[tuple[str, bool]]:
    return [(view["name"], view["mine"]) for view in api.get(VIEWS)["results"]]


def test_a_view_stores_the_whole_filter(lena):
    made = save(lena, " Ties in Arabic ", {"language": "AR", "order": "ties", "model": ""})
    assert made["name"] == "Ties in Arabic"
    assert made["filter"] == {
        "language": "ar",
        "order": "ties",
        "search": "",
        "model": "",
        "split": None,
        "annotator": "",
        "beside": "",
        "day": "",
        "label": "",
        "with_label": "",
        "counted": 0,
        "agreement_from": "",
        "agreement_to": "",
        "status": "",
        "decision": "",
        "tag": "",
        "broken_rule": "",
        "metadata": [],
    }
    assert (made["shared"], made["mine"]) == (False, True)


def test_leads_see_their_own_and_shared_views(cast, lena, mona):
    save(lena, "Mine")
    save(lena, "Ours", shared=True)
    save(mona, "Another")
    assert names(lena) == [("Mine", True), ("Ours", True)]
    assert names(mona) == [("Another", True), ("Ours", False)]
    assert Api(cast.otto).get("/projects/beta/views/")["results"] == []


def test_the_owner_renames_shares_and_changes_a_view(lena):
    key = save(lena, "Mine")["id"]
    path = f"{VIEWS}{key}/"
    assert lena.call("patch", path, {"name": "Low"})["name"] == "Low"
    assert lena.call("patch", path, {"shared": True})["shared"] is True
    changed = lena.call("patch", path, {"filter": {"order": "few"}})
    assert (changed["filter"]["order"], changed["name"], changed["shared"]) == ("few", "Low", True)
    lena.call("patch", path, {}, status=422)


def test_a_deleted_view_can_be_saved_again(lena):
    view = save(lena, "Mine", {"order": "few"})
    lena.call("delete", f"{VIEWS}{view['id']}/", status=204)
    assert names(lena) == []
    assert save(lena, view["name"], view["filter"])["filter"] == view["filter"]


def test_only_the_owner_changes_a_shared_view(lena, mona):
    key = save(lena, "Ours", shared=True)["id"]
    mona.call("patch", f"{VIEWS}{key}/", {"name": "Theirs"}, status=404)
    mona.call("delete", f"{VIEWS}{key}/", status=404)
    assert names(lena) == [("Ours", True)]


@pytest.mark.parametrize("change", [{"role": "annotator"}, {"ended_at": timezone.now()}])
def test_any_lead_deletes_a_shared_view_of_a_former_lead(cast, lena, mona, change):
    shared, own = save(lena, "Ours", shared=True)["id"], save(lena, "Mine")["id"]
    assert [view["deletable"] for view in mona.get(VIEWS)["results"]] == [False]
    Membership.objects.filter(project=cast.alpha, user=cast.lena).update(**change)
    [left] = mona.get(VIEWS)["results"]
    assert (left["mine"], left["deletable"]) == (False, True)
    Api(cast.ada).call("delete", f"{VIEWS}{shared}/", status=403)
    Api(cast.otto).call("delete", f"/projects/beta/views/{shared}/", status=404)
    mona.call("patch", f"{VIEWS}{shared}/", {"name": "Theirs"}, status=404)
    mona.call("delete", f"{VIEWS}{own}/", status=404)
    mona.call("delete", f"{VIEWS}{shared}/", status=204)
    assert list(SavedView.objects.values_list("pk", flat=True)) == [own]


@pytest.mark.parametrize("name", ["Mine", " Mine", "", "  ", "x" * 101])
def test_a_name_that_is_taken_empty_or_too_long_is_refused(lena, name):
    save(lena, "Mine")
    assert save(lena, name, status=422)["errors"][0]["pointer"] == "/name"
    other = save(lena, "Other")["id"]
    lena.call("patch", f"{VIEWS}{other}/", {"name": name}, status=422)
    assert names(lena) == [("Mine", True), ("Other", True)]


def test_two_leads_may_use_the_same_name(lena, mona):
    save(lena, "Low")
    save(mona, "Low")


def test_a_view_with_an_invalid_filter_is_refused(cast, lena):
    problem = save(lena, "Odd", {"label": "nothing"}, status=422)
    assert problem["errors"][0]["pointer"] == "/filter/label"
    problem = save(lena, "Odd", {"order": "random"}, status=422)
    assert problem["errors"][0]["pointer"] == "/filter/order"
    assert not SavedView.objects.exists()


@pytest.fixture
def judged(cast: Cast) -> Cast:
    formula = {"model_id": "=HYPERLINK(1)", "answer": '+1, "said"\nthe keeper'}
    import_records(cast.alpha, [item("f-1", **formula)])
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12), comment="Names.")
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    return cast


def export(api: Api, query: str) -> str:
    response = api.http.get(f"{EXPORT}?{query}")
    assert response.status_code == 200
    return b"".join(response).decode()


def test_the_items_of_a_filter_are_exported_as_csv(judged, lena):
    rows = list(csv.DictReader(io.StringIO(export(lena, "order=few&language=en"))))
    assert [row["id"] for row in rows] == ["q-2", "q-3", "f-1", "q-1"]
    assert rows[3]["agreement"] == str(20 / 24)
    assert [rows[3][name] for name in ("n", "status", "gold_characters", "tie_characters", "comments")] == [
        "2",
        "complete",
        "8",
        "4",
        "1",
    ]


def test_cells_that_look_like_formulas_are_escaped(judged, lena):
    [row] = csv.DictReader(io.StringIO(export(lena, "order=ordinal&model=%3DHYPERLINK(1)")))
    assert row["model_id"] == "'=HYPERLINK(1)"
    assert row["model_output_text"] == '\'+1, "said"\nthe keeper'


def test_the_items_of_a_filter_are_exported_as_json_lines(judged, lena):
    [record] = map(json.loads, export(lena, "as=jsonl&status=complete").splitlines())
    assert (record["id"], record["lang"], record["hard_labels"]) == ("q-1", "EN", [[4, 12]])
    assert record["agreement"] == 20 / 24
    assert export(lena, "as=jsonl&search=nowhere") == ""


@pytest.mark.parametrize(("query", "pointer"), [("as=xlsx", "/as"), ("status=odd", "/status")])
def test_an_invalid_export_is_refused(judged, lena, query, pointer):
    problem = lena.get(f"/projects/alpha/items-export/?{query}", status=422)
    assert problem["errors"][0]["pointer"] == pointer
