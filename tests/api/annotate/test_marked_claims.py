"""Saves in a project whose unit is claims: a mark is exactly one claim."""

import pytest

from annotation.services.projects.project_settings import create_project
from tests.api.annotate.saving import body, pointers, put, ranges, save_content
from tests.api.client import Api
from tests.people import hand_over, join
from tests.records import import_records, item, stored
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

ANSWER = "Rain fell in Ulm. Snow fell in Bonn."
OWN = [[0, 17], [17, 36]]


@pytest.fixture
def delta(cast):
    project = create_project("delta", preset="much", records="mushroom", redundancy=1)
    import_records(project, [item("a", answer=ANSWER, claims=OWN)])
    return project


@pytest.fixture
def ada(delta, cast):
    return Api(join(delta, "ada"))


@pytest.fixture
def held(delta, ada, cast):
    return hand_over(delta, cast.ada, stored(delta, "a"))


def marks(*spans, label="incorrect"):
    found = [
        {"id": f"m{n}", "start": start, "end": end, "label": label} for n, (start, end) in enumerate(spans)
    ]
    return save_content(spans=found)


def test_adjacent_claims_marked_incorrect_are_saved_as_two_spans(ada, held):
    saved = put(ada, held, body(held, content=marks((17, 36), (0, 17)), submit=True))
    assert ranges(saved) == [(0, 17), (17, 36)]


@pytest.mark.parametrize("wrong", [(0, 16), (1, 17), (0, 36), (17, 35), (3, 9)])
def test_a_span_that_is_not_exactly_one_claim_is_refused_with_its_place(ada, held, wrong):
    before = snapshot()
    problem = put(ada, held, body(held, content=marks((0, 17), wrong)), status=422)
    assert pointers(problem) == ["/content/spans/1"]
    assert [each["code"] for each in problem["errors"]] == ["not_a_claim"]
    assert snapshot() == before


def test_a_decision_of_a_curator_is_about_claims_too(delta, held, ada, cast):
    put(ada, held, body(held, content=marks((0, 17)), submit=True))
    lena = Api(join(delta, "lena", "lead"))
    lena.call("patch", "/projects/delta/", {"adjudication": True})
    path = f"/projects/delta/items/{held.pk}/adjudication/"
    decision = {"revision": 0, "labels": {}, "note": "", "source": "annotator"}
    spans = [{"start": 0, "end": 9, "label": "incorrect"}]
    problem = lena.put(path, decision | {"spans": spans}, status=422)
    assert pointers(problem) == ["/spans/0"]
    lena.put(path, decision | {"spans": [{"start": 17, "end": 36, "label": "incorrect"}]})
