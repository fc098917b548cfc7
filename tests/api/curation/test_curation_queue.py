"""Lists and counts of items by decision: open, done and stale."""

import pytest
from django.db import connection
from django.utils import timezone

from annotation.models import Item, Project
from annotation.queries.items.item_filters import ItemFilter
from annotation.services.projects.project_settings import create_project, set_project
from tests.api.client import Api
from tests.people import Cast, annotate, content, hand_over, join, save
from tests.records import import_annotations, import_records, item, items, stored
from tests.services.statistics.recount import assert_recounted

pytestmark = pytest.mark.django_db

ITEMS = "/projects/alpha/items/"
DECISIONS = "/projects/alpha/decisions/"


@pytest.fixture
def differing(cast: Cast) -> Cast:
    """q-1: a tie over 17 characters; q-2: the same; q-3: by one annotator only; m-1: two of three."""
    set_project(cast.alpha, adjudication=True)
    cast.alpha.refresh_from_db()
    import_records(cast.alpha, [item("m-1", answer="The light was lit.")])
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (25, 30))
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.bo, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.ada, cast["q-3"], (0, 3))
    moor = stored(cast.alpha, "m-1")
    annotate(cast.alpha, cast.ada, moor, (0, 3))
    annotate(cast.alpha, cast.bo, moor, (0, 3))
    import_annotations(cast.alpha, {"m-1": {"annotator_x": [[4, 9]]}})
    return cast


def found(cast: Cast, query: str) -> list[str]:
    return [row["external_id"] for row in Api(cast.lena).get(f"{ITEMS}?{query}")["results"]]


def counts(cast: Cast, query: str = "order=ordinal") -> tuple[int, int, int]:
    counted = Api(cast.lena).get(f"{DECISIONS}?{query}")
    return counted["open"], counted["done"], counted["stale"]


def decide(cast: Cast, name: str, revision: int = 0) -> None:
    body = {"revision": revision, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    Api(cast.lena).put(f"{ITEMS}{stored(cast.alpha, name).pk}/adjudication/", body)


@pytest.mark.parametrize(
    ("order", "waiting"),
    [
        ("disputed", ["q-1", "m-1"]),
        ("ties", ["q-1"]),
        ("agreement", ["m-1", "q-1"]),
        ("ordinal", ["q-1", "m-1"]),
    ],
)
def test_differing_items_are_listed_in_the_requested_order_and_counted(differing, order, waiting):
    assert found(differing, f"decision=open&order={order}") == waiting
    assert counts(differing, f"order={order}") == (len(waiting), 0, 0)


def test_decided_items_leave_the_queue_until_the_decision_is_withdrawn(differing):
    decide(differing, "q-1")
    assert found(differing, "decision=open&order=disputed") == ["m-1"]
    assert found(differing, "decision=done&order=disputed") == ["q-1"]
    assert counts(differing) == (1, 1, 0)
    decide(differing, "q-1", 1)
    assert counts(differing) == (1, 1, 0)
    path = f"{ITEMS}{differing['q-1'].pk}/adjudication/withdraw/"
    Api(differing.lena).post(path, {"revision": 2})
    assert counts(differing) == (2, 0, 0)
    assert found(differing, "decision=done&order=ordinal") == []


def test_stale_decisions_are_found(differing):
    decide(differing, "q-1")
    decide(differing, "q-2")
    assert counts(differing) == (1, 2, 0)
    save(differing.alpha, differing.ada, differing["q-1"], content((4, 12)))
    assert found(differing, "decision=stale&order=ordinal") == ["q-1"]
    assert counts(differing) == (1, 2, 1)
    decide(differing, "q-1", 1)
    assert counts(differing) == (1, 2, 0)


def test_items_with_excluded_annotations_do_not_differ(differing):
    key = next(
        row["annotator"]
        for row in Api(differing.lena).get(f"{ITEMS}{differing['q-1'].pk}/")["annotations"]
        if row["spans"][0]["start"] == 0
    )
    chosen = {"annotator": key, "item": differing["q-1"].pk, "reason": "Not read.", "expected": 1}
    Api(differing.lena).post("/projects/alpha/exclusions/", chosen, status=201)
    assert found(differing, "decision=open&order=ordinal") == ["m-1"]


def test_the_next_waiting_item_is_reached_from_a_decided_one(differing):
    tie, moor = differing["q-1"].pk, stored(differing.alpha, "m-1").pk
    lena = Api(differing.lena)
    decide(differing, "q-1")
    seen = lena.get(f"{ITEMS}{tie}/?decision=open&order=disputed")
    assert (seen["listed"], seen["position"], seen["previous"], seen["next"]) == (False, None, None, moor)
    assert (seen["total"], seen["total_exact"]) == (1, True)
    decide(differing, "m-1")
    seen = lena.get(f"{ITEMS}{tie}/?decision=open&order=disputed")
    assert (seen["listed"], seen["next"], seen["total"]) == (False, None, 0)
    outside = lena.get(f"{ITEMS}{differing['q-2'].pk}/?decision=open&order=disputed")
    assert (outside["previous"], outside["next"]) == (None, None)


def test_saved_views_and_exports_keep_the_decision_filter(differing):
    lena = Api(differing.lena)
    kept = lena.post(
        "/projects/alpha/views/",
        {"name": "Waiting", "filter": {"decision": "open", "order": "disputed"}},
        status=201,
    )
    assert kept["filter"]["decision"] == "open"
    response = lena.http.get("/api/v1/projects/alpha/items-export/?decision=open&order=disputed")
    lines = b"".join(response.streaming_content).decode().splitlines()
    assert [line.split(",")[0] for line in lines] == ["id", "q-1", "m-1"]


@pytest.mark.parametrize("path", [ITEMS, DECISIONS])
def test_an_unknown_decision_filter_is_refused(differing, path):
    problem = Api(differing.lena).get(f"{path}?decision=odd", status=422)
    assert problem["errors"][0]["pointer"] == "/decision"


@pytest.fixture
def labelled(cast: Cast) -> Project:
    """q-1: both mark the same characters, with different labels; q-2: with the same one."""
    project = create_project("visions", preset="visions", redundancy=2)
    import_records(project, items(2))
    one, other = (label["name"] for label in project.scheme["span_labels"][:2])
    for name, labels in (("ada", (one, one)), ("bo", (other, one))):
        user = join(project, name)
        for external_id, label in zip(("q-1", "q-2"), labels, strict=True):
            chosen = hand_over(project, user, stored(project, external_id))
            save(project, user, chosen, {"spans": [{"start": 0, "end": 8, "label": label}]})
    return project


def test_the_same_characters_with_another_label_are_a_difference(labelled):
    lena = Api(join(labelled, "lena", "lead"))
    rows = lena.get("/projects/visions/items/?decision=open&order=agreement")["results"]
    assert [row["external_id"] for row in rows] == ["q-1"]
    assert lena.get("/projects/visions/decisions/?order=ordinal")["open"] == 1
    assert lena.get("/projects/visions/decisions/?order=ordinal&language=en")["open"] == 1
    assert_recounted(labelled)


def test_a_label_may_have_any_number_of_choices(cast: Cast):
    choices = [{"name": f"c{n}", "text": f"Choice {n}", "key": ""} for n in range(60)]
    label = {"name": "kind", "text": "Of what kind?", "required": False, "choices": choices}
    set_project(cast.alpha, adjudication=True)
    lena = Api(cast.lena)
    scheme = lena.get("/projects/alpha/scheme/")
    wanted = {"version": scheme["version"], "span_labels": scheme["span_labels"], "item_labels": [label]}
    lena.put("/projects/alpha/scheme/", wanted)
    cast.alpha.refresh_from_db()
    annotate(cast.alpha, cast.ada, cast["q-1"], labels={"kind": "c3"})
    annotate(cast.alpha, cast.bo, cast["q-1"], labels={"kind": "c59"})
    annotate(cast.alpha, cast.ada, cast["q-2"], labels={"kind": "c3"})
    annotate(cast.alpha, cast.bo, cast["q-2"])
    assert found(cast, "decision=open&order=ordinal") == ["q-1"]
    assert counts(cast) == (1, 0, 0)
    assert_recounted(cast.alpha)


def test_counts_equal_the_lengths_of_the_lists(differing):
    decide(differing, "q-2")
    decide(differing, "q-1")
    save(differing.alpha, differing.ada, differing["q-1"], content((4, 12)))
    assert counts(differing, "order=ordinal&search=q-1") == (0, 1, 1)
    assert counts(differing, "order=ordinal&search=q-2") == (0, 1, 0)
    assert counts(differing, "order=ordinal&language=ar") == (0, 0, 0)
    assert counts(differing, "order=disputed") == (1, 1, 1)
    Item.objects.filter(pk=differing["q-1"].pk).update(archived_at=timezone.now())
    assert counts(differing) == (1, 1, 0)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="With few rows PostgreSQL reads all of them.")
@pytest.mark.parametrize("decision", ["open", "done"])
def test_counting_reads_only_differing_or_decided_items(differing, decision):
    plan = ItemFilter(order="ordinal", decision=decision).items(differing.alpha).explain()
    assert "SEARCH annotation_item USING INTEGER PRIMARY KEY" in plan
    assert "SCAN annotation_item" not in plan


def test_annotators_and_other_projects_cannot_read_the_queue(differing):
    Api(differing.ada).get(DECISIONS, status=403)
    Api(differing.otto).get(DECISIONS, status=404)


def test_another_choice_of_a_label_is_a_difference():
    project = create_project("cap", preset="shroom-cap", redundancy=2)
    import_records(project, items(2))
    lena = Api(join(project, "lena", "lead"))
    asked = project.scheme["item_labels"]
    first = {label["name"]: label["choices"][0]["name"] for label in asked}
    other = first | {asked[0]["name"]: asked[0]["choices"][1]["name"]}
    for name, said in (("ada", (first, first)), ("bo", (other, first))):
        user = join(project, name)
        for external_id, labels in zip(("q-1", "q-2"), said, strict=True):
            save(project, user, hand_over(project, user, stored(project, external_id)), {"labels": labels})
    rows = lena.get("/projects/cap/items/?decision=open&order=ordinal")["results"]
    assert [row["external_id"] for row in rows] == ["q-1"]
    assert lena.get("/projects/cap/decisions/?order=ordinal") == {"open": 1, "done": 0, "stale": 0}
