"""Breakdowns of a project with values computed by hand; each number links to its items."""

import pytest

from annotation.models import Annotation
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, annotate, annotator
from tests.records import import_annotations, import_records, item, stored

pytestmark = pytest.mark.django_db

ITEMS = "/projects/alpha/items/"
BREAKDOWNS = "/projects/alpha/tables/"


@pytest.fixture
def judged(cast: Cast) -> Cast:
    """q-1: [0, 12) and [4, 12); q-2: disjoint spans; m-1 (model larch-7b): only by ada; ar-1: no spans, by ada."""
    import_records(cast.alpha, [item("m-1", model_id="larch-7b", answer="It was lit.")])
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.bo, cast["q-2"], (25, 30))
    annotate(cast.alpha, cast.ada, stored(cast.alpha, "m-1"), (0, 2))
    annotate(cast.alpha, cast.ada, cast["ar-1"])
    return cast


def computed(lena: Api) -> dict:
    lena.post("/projects/alpha/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    return lena.get(BREAKDOWNS)


def found(lena: Api, query: str) -> list[str]:
    return [row["external_id"] for row in lena.get(f"{ITEMS}?order=ordinal&{query}")["results"]]


def test_without_a_computation_the_breakdowns_are_empty(judged, lena):
    answer = lena.get(BREAKDOWNS)
    assert (answer["as_of"], answer["models"], answer["pairs"], answer["days"]) == (None, [], [], [])


def test_rates_by_language_and_model(judged, lena):
    rows = computed(lena)["models"]
    columns = ("language", "model", "items", "with_gold", "gold_characters", "characters")
    assert [tuple(row[name] for name in columns) for row in rows] == [
        ("ar", "", 1, 0, 0, 39),
        ("en", "", 2, 1, 8, 78),  # q-1: [4, 12)
        ("en", "larch-7b", 1, 1, 2, 11),
    ]
    assert found(lena, "language=en&model=larch-7b") == ["m-1"]


def test_agreement_of_two_annotators_is_over_shared_items(judged, lena):
    import_annotations(judged.alpha, {"m-1": {"annotator_x": [[0, 2]]}})
    tables = computed(lena)
    ada, bo = (annotator(judged.alpha, who).key for who in (judged.ada, judged.bo))
    pairs = {frozenset((row["first"], row["second"])): row for row in tables["pairs"]}
    both = pairs[frozenset((ada, bo))]
    assert both["items"] == 2
    assert both["agreement"] == pytest.approx((20 / 24 + 0.5) / 2)
    assert pairs[frozenset((ada, "annotator_x"))]["agreement"] == 1
    assert {each["name"] for each in tables["annotators"]} == {"ada", "bo", "annotator_x"}
    assert found(lena, f"annotator={ada}&beside={bo}") == ["q-1", "q-2"]


def test_annotations_by_day_leave_out_imports(judged, lena):
    import_annotations(judged.alpha, {"q-3": {"annotator_x": [[0, 2]]}})
    saved_at = Annotation.objects.filter(annotator__user__isnull=False).latest("pk").saved_at
    today = saved_at.date().isoformat()
    assert computed(lena)["days"] == [{"day": today, "annotations": 6}]
    assert found(lena, f"day={today}") == ["q-1", "q-2", "ar-1", "m-1"]
    assert found(lena, "day=2001-01-01") == []


def test_breakdowns_have_no_names_in_anonymous_projects(judged, lena):
    judged.alpha.anonymous = True
    judged.alpha.save()
    assert all(each["name"] == each["key"] for each in computed(lena)["annotators"])


def test_other_projects_are_left_out(judged, lena):
    keys = {each["key"] for each in computed(lena)["annotators"]}
    assert keys == {annotator(judged.alpha, who).key for who in (judged.ada, judged.bo)}


@pytest.mark.parametrize(
    "query", ["day=yesterday", "day=2026-02-30", "day=20260201", "day=9999-12-31", "beside=x"]
)
def test_an_unknown_day_or_annotator_is_refused(judged, lena, query):
    problem = lena.get(f"{ITEMS}?{query}", status=422)
    assert problem["errors"][0]["pointer"] == f"/{query.split('=')[0]}"
