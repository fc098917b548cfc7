"""Dawid–Skene estimates over the API: computed with the other statistics and shown beside gold."""

import pytest

from annotation.models import ComputedStatistics
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, annotate

pytestmark = pytest.mark.django_db

DAWID_SKENE = "/projects/alpha/gold/dawid-skene/"
COMPARED = "/projects/alpha/gold/compared/?right=ties%3Din"


@pytest.fixture
def judged(cast: Cast) -> Cast:
    """q-1: both [0, 12); q-2: [4, 12) and [0, 12), so that [0, 4) is a tie; ar-1: only by ada."""
    for name, spans in {"q-1": [(0, 12), (0, 12)], "q-2": [(4, 12), (0, 12)]}.items():
        annotate(cast.alpha, cast.ada, cast[name], spans[0])
        annotate(cast.alpha, cast.bo, cast[name], spans[1])
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    return cast


def compute(lena: Api) -> None:
    lena.post("/projects/alpha/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")


def test_without_a_computation_there_are_no_estimates(judged, lena):
    assert lena.get(DAWID_SKENE) == {"policy": "mushroom-2025", "as_of": None, "languages": []}
    assert lena.get(COMPARED)["results"][0]["dawid_skene"] is None


def test_each_language_has_estimates_of_its_annotators_or_a_reason_why_not(judged, lena):
    compute(lena)
    answer = lena.get(DAWID_SKENE)
    rows = {row["language"]: row for row in answer["languages"]}
    assert answer["as_of"] is not None
    assert (rows["ar"]["undefined"], rows["ar"]["prior"], rows["ar"]["annotators"]) == ("no_pairs", None, [])
    assert (rows["en"]["undefined"], rows["en"]["converged"]) == ("", True)
    assert 0 < rows["en"]["prior"] < 0.5
    assert {each["name"] for each in rows["en"]["annotators"]} == {"ada", "bo"}
    assert all(each["marked"] > 0.5 > each["marked_wrongly"] for each in rows["en"]["annotators"])


def test_a_changed_item_has_dawid_skene_spans(judged, lena):
    compute(lena)
    row = lena.get(COMPARED)["results"][0]
    assert row["external_id"] == "q-2"
    assert [each["end"] for each in row["dawid_skene"]] == [12]
    assert row["dawid_skene"][0]["start"] in (0, 4)


def test_agreement_measures_leave_out_the_estimates(judged, lena):
    compute(lena)
    languages = lena.get("/projects/alpha/agreement/")["languages"]
    assert all("dawid_skene" not in row["figures"] for row in languages)


def test_estimates_have_no_names_in_anonymous_projects(judged, lena):
    lena.call("patch", "/projects/alpha/", {"anonymous": True})
    compute(lena)
    rows = {row["language"]: row for row in lena.get(DAWID_SKENE)["languages"]}
    assert all(each["name"] == each["key"] for each in rows["en"]["annotators"])


def test_annotators_removed_with_an_undone_import_are_left_out(judged, lena):
    compute(lena)
    row = ComputedStatistics.objects.get(project=judged.alpha, language="en")
    row.statistics["dawid_skene"]["annotators"][0]["annotator"] = 999_999
    row.save()
    rows = {row["language"]: row for row in lena.get(DAWID_SKENE)["languages"]}
    assert len(rows["en"]["annotators"]) == 1
