"""Undo imports that nobody has worked on."""

import uuid

import pytest
from django.utils import timezone

from annotation.models import Adjudication, Annotation, Assignment, Item
from annotation.services.annotate.reservations import release_expired
from annotation.services.projects.project_settings import set_project
from tests.api.annotate.saving import SKIP
from tests.api.client import work_path
from tests.api.imports.import_helpers import IMPORTS, imported, jsonl, run, run_jobs, start
from tests.people import annotate, ask, content, hand_over, reserve, save
from tests.records import import_annotations, item, stored

pytestmark = pytest.mark.django_db


def test_an_import_without_work_can_be_undone(cast, lena):
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x", lang="FR"), item("y"))))
    before = lena.get("/projects/alpha/summary/")["overall"]["items"]
    undone = lena.post(f"{IMPORTS}{made['id']}/undo/")
    assert (undone["state"], undone["undoable"]) == ("undone", False)
    assert imported(cast) == []
    assert lena.get("/projects/alpha/summary/")["overall"]["items"] == before - 2
    run_jobs()
    assert not Item.objects.filter(external_id__in=["x", "y"]).exists()
    assert lena.get(f"{IMPORTS}{made['id']}/")["filename"] == "a.jsonl"
    lena.post(f"{IMPORTS}{made['id']}/undo/", status=409)


def test_ids_can_be_reused_after_an_undo(cast, lena):
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"))))
    lena.post(f"{IMPORTS}{made['id']}/undo/")
    run_jobs()
    again = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x", answer="Another answer."))))
    assert (again["state"], again["added"]) == ("done", 1)


def test_ids_can_be_reused_before_the_worker_removes_the_rows(cast, lena):
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"))))
    again = lena.upload(cast.alpha, "a.jsonl", jsonl(item("x", answer="Another answer.")))
    lena.post(f"{IMPORTS}{made['id']}/undo/")
    start(lena, again)
    run_jobs()
    done = lena.get(f"{IMPORTS}{again['id']}/")
    assert (done["state"], done["added"], done["unchanged"]) == ("done", 1, 0)
    assert imported(cast) == ["x"]


@pytest.mark.parametrize("worked", [annotate, lambda project, user, chosen: reserve(project, user)])
def test_an_import_with_work_cannot_be_undone(cast, lena, worked):
    Item.objects.filter(project=cast.alpha).update(reservable=False)
    made = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"), item("y"))))
    worked(cast.alpha, cast.ada, Item.objects.get(project=cast.alpha, external_id="x"))
    problem = lena.post(f"{IMPORTS}{made['id']}/undo/", status=409)
    assert problem["type"].endswith("worked_on")
    assert imported(cast) == ["x", "y"]
    assert Item.objects.filter(project=cast.alpha, reservable=True).count() == 2
    assert lena.get(f"{IMPORTS}{made['id']}/")["state"] == "done"


@pytest.fixture
def made(cast, lena):
    """An import of one item, the only reservable one."""
    Item.objects.filter(project=cast.alpha).update(reservable=False)
    return run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(item("x"))))


@pytest.fixture
def skipped(cast, ada, made):
    chosen = hand_over(cast.alpha, cast.ada, Item.objects.get(project=cast.alpha, external_id="x"))
    ada.post(work_path(chosen, "skip"), SKIP, status=204)
    return chosen


def undo(lena, made, *, status: int = 200):
    return lena.post(f"{IMPORTS}{made['id']}/undo/", status=status)


def undoable(lena, made) -> bool:
    return lena.get(f"{IMPORTS}{made['id']}/")["undoable"]


def test_a_skip_does_not_prevent_an_undo(lena, made, skipped):
    assert undoable(lena, made)
    assert undo(lena, made)["state"] == "undone"
    run_jobs()
    assert not Item.objects.filter(pk=skipped.pk).exists()


def test_an_expired_reservation_does_not_prevent_an_undo(cast, ada, lena, made):
    chosen = reserve(cast.alpha, cast.ada)
    Assignment.objects.filter(item=chosen).update(expires_at="2026-01-01T00:00Z")
    undo(lena, made, status=409)
    release_expired(cast.alpha, timezone.now())
    assert undo(lena, made)["state"] == "undone"


@pytest.mark.parametrize("submit", [True, False])
def test_a_save_before_or_after_a_skip_prevents_an_undo(cast, lena, made, skipped, submit):
    save(cast.alpha, cast.ada, skipped, content((0, 3)), submit=submit)
    assert not undoable(lena, made)
    assert undo(lena, made, status=409)["type"].endswith("worked_on")
    assert Assignment.objects.filter(item=skipped).exists()


def test_a_thread_prevents_an_undo(cast, lena, made, skipped):
    ask(cast.alpha, cast.ada, skipped, "What is this?")
    assert not undoable(lena, made)
    undo(lena, made, status=409)


def test_an_undone_item_accepts_no_saves(cast, ada, lena, made, skipped):
    undo(lena, made)
    ada.get(work_path(skipped, "mine"), status=404)
    ada.post(work_path(skipped, "messages"), {"message_id": str(uuid.uuid4()), "text": "?"}, status=404)


def test_work_on_another_import_does_not_prevent_an_undo(cast, lena, made):
    Item.objects.filter(pk=cast["q-1"].pk).update(reservable=True)
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    assert undoable(lena, made)


@pytest.fixture
def decide(cast, lena):
    """Return a function that decides that an item has no spans, and withdraws the decision; both are logged."""
    set_project(cast.alpha, adjudication=True)

    def decide(name: str, *, revision: int = 0, **more) -> None:
        path = f"/projects/alpha/items/{stored(cast.alpha, name).pk}/adjudication/"
        body = {"revision": revision, "spans": [], "labels": {}, "note": "", "source": "nothing"}
        lena.put(path, body | more)
        lena.post(f"{path}withdraw/", {"revision": revision + 1})

    return decide


def test_a_decision_prevents_the_undo_of_an_import_of_items(cast, lena, made, decide):
    decide("x")
    assert undo(lena, made, status=409)["type"].endswith("worked_on")
    assert Adjudication.objects.count() == 2
    assert Item.objects.filter(external_id="x", reservable=True).exists()


def test_a_decision_prevents_the_undo_of_earlier_annotations(cast, lena, decide):
    import_ = import_annotations(cast.alpha, {"q-1": {"annotator_x": []}, "q-2": {"annotator_x": []}})
    decide("q-2", source="annotator", annotator="annotator_x")
    assert undo(lena, {"id": import_.pk}, status=409)["type"].endswith("worked_on")
    assert Annotation.objects.filter(imported_by=import_).count() == 2
    assert Adjudication.objects.get(number=1).based_on.annotator.key == "annotator_x"


def test_annotations_imported_after_a_decision_can_be_undone(cast, lena, decide):
    decide("q-1")
    import_ = import_annotations(cast.alpha, {"q-1": {"annotator_x": [[0, 3]]}})
    decide("q-2")
    assert undo(lena, {"id": import_.pk})["state"] == "undone"
    assert Adjudication.objects.count() == 4
