"""Undoing an import: while nobody has worked on it, at once for all who look, and for good."""

import pytest

from annotation.models import Item
from tests.api.importing import IMPORTS, imported, jsonl, run, start, work
from tests.people import annotate, claim
from tests.records import item

pytestmark = pytest.mark.django_db


def test_an_import_can_be_undone_while_nobody_has_worked_on_it(cast, lena):
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x", lang="FR"), item("y"))))
    before = lena.get("/projects/alpha/summary/")["overall"]["items"]
    undone = lena.post(f"{IMPORTS}{made['id']}/undo/")
    assert (undone["state"], undone["undoable"]) == ("undone", False)
    assert imported(cast) == []
    assert lena.get("/projects/alpha/summary/")["overall"]["items"] == before - 2
    work()
    assert not Item.objects.filter(external_id__in=["x", "y"]).exists()
    assert lena.get(f"{IMPORTS}{made['id']}/")["filename"] == "a.jsonl"
    lena.post(f"{IMPORTS}{made['id']}/undo/", status=409)


def test_undone_ids_are_free_again_for_another_item(cast, lena):
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"))))
    lena.post(f"{IMPORTS}{made['id']}/undo/")
    work()
    again = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x", answer="Another answer."))))
    assert (again["state"], again["added"]) == ("done", 1)


def test_undone_ids_are_free_at_once_not_only_when_the_worker_has_cleaned_up(cast, lena):
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"))))
    again = lena.upload(cast.alpha, "a.jsonl", jsonl(item("x", answer="Another answer.")))
    lena.post(f"{IMPORTS}{made['id']}/undo/")
    start(lena, again)
    work()
    done = lena.get(f"{IMPORTS}{again['id']}/")
    assert (done["state"], done["added"], done["unchanged"]) == ("done", 1, 0)
    assert imported(cast) == ["x"]


@pytest.mark.parametrize("worked", [annotate, lambda project, user, chosen: claim(project, user)])
def test_an_import_on_which_somebody_has_worked_stays(cast, lena, worked):
    Item.objects.filter(project=cast.alpha).update(claimable=False)
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"), item("y"))))
    worked(cast.alpha, cast.ada, Item.objects.get(project=cast.alpha, external_id="x"))
    problem = lena.post(f"{IMPORTS}{made['id']}/undo/", status=409)
    assert problem["type"].endswith("worked_on")
    assert imported(cast) == ["x", "y"]
    assert Item.objects.filter(project=cast.alpha, claimable=True).count() == 2
    assert lena.get(f"{IMPORTS}{made['id']}/")["state"] == "done"
