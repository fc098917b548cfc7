"""Download of gold by leads."""

import json
import re

import pytest

from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_waiting
from tests.api.annotate.saving import pointers
from tests.api.client import Api
from tests.people import annotate, join
from tests.records import ANSWER, import_records, item, items, stored

pytestmark = pytest.mark.django_db

GOLD = "/projects/alpha/gold/"


def download(api: Api, query: str = ""):
    response = api.send("get", GOLD + query)
    assert response.status_code == 200
    records = [json.loads(line) for line in b"".join(response).decode().splitlines()]
    return response, records


@pytest.fixture
def judged(cast):
    for name, spans in {"q-2": [(4, 12), (0, 12)], "ar-1": [(0, 3), (0, 3)]}.items():
        annotate(cast.alpha, cast.ada, cast[name], spans[0])
        annotate(cast.alpha, cast.lena, cast[name], spans[1])
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    return cast


def test_gold_is_what_more_than_half_marked(judged, lena):
    _, records = download(lena, "?language=EN")
    assert [record["id"] for record in records] == ["q-2"]
    assert records[0]["hard_labels"] == [[4, 12]]
    assert records[0]["soft_labels"] == [
        {"start": 0, "prob": 0.5, "end": 4},
        {"start": 4, "prob": 1.0, "end": 12},
    ]
    start, end = records[0]["hard_labels"][0]
    assert records[0]["model_output_text"][start:end] == ANSWER[4:12] == "Lovelace"


def test_items_with_too_few_annotations_are_left_out_and_counted(judged, lena):
    response, records = download(lena)
    assert [record["id"] for record in records] == ["q-2", "ar-1"]
    assert response["X-Morel-Left-Out"] == "2"
    assert download(lena, "?language=ar")[0]["X-Morel-Left-Out"] == "0"


def test_the_download_has_a_file_name(judged, lena):
    response, _ = download(lena, "?language=en&extra=1")
    assert response["Content-Disposition"] == 'attachment; filename="alpha.en.gold.extra.jsonl"'
    assert response["Content-Type"].startswith("application/jsonl")


def test_raw_annotations_are_included_on_request_under_pseudonyms(judged, lena):
    assert "annotations" not in download(lena)[1][0]
    raw = download(lena, "?extra=1")[1][0]["annotations"]
    assert list(raw.values()) == [[[4, 12]], [[0, 12]]]
    assert all(re.fullmatch(r"annotator_[0-9a-f]{16}", key) for key in raw)


@pytest.mark.parametrize(("extra", "is_there"), [("1", True), ("true", True), ("0", False), ("false", False)])
def test_extra_is_true_or_false(judged, lena, extra, is_there):
    assert ("annotations" in download(lena, f"?extra={extra}")[1][0]) is is_there


@pytest.mark.parametrize("extra", ["yes", "True", "2", "1 ", "%00"])
def test_other_values_of_extra_are_refused(judged, lena, extra):
    assert pointers(lena.get(f"{GOLD}?extra={extra}", status=422)) == ["/extra"]


def test_another_normalization_policy_can_be_requested(judged, lena):
    assert len(download(lena, "?policy=raw")[1]) == 2
    lena.get(GOLD + "?policy=none-such", status=422)


def test_dawid_skene_labels_are_included_on_request(judged, lena):
    assert "dawid_skene" not in download(lena)[1][0]
    refused = lena.get(f"{GOLD}?dawid_skene=1", status=409)
    assert refused["type"].endswith("not_worked_out")
    lena.post("/projects/alpha/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    lena.get(f"{GOLD}?dawid_skene=1&policy=raw", status=409)
    assert all("dawid_skene" in record for record in download(lena, "?dawid_skene=1")[1])
    found = download(lena, "?language=EN&dawid_skene=1")[1][0]
    assert list(found)[-1] == "dawid_skene"
    assert list(found["dawid_skene"]) == ["soft_labels", "hard_labels"]


def test_threshold_ties_and_minimum_can_be_requested(judged, lena):
    assert download(lena, "?language=EN&ties=in")[1][0]["hard_labels"] == [[0, 12]]
    assert download(lena, "?language=EN&threshold=1/3")[1][0]["hard_labels"] == [[0, 12]]
    response, records = download(lena, "?language=EN&min_annotations=1")
    assert [record["id"] for record in records] == ["q-1", "q-2"]
    assert response["X-Morel-Left-Out"] == "1"


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ("policy=none-such", "/policy"),
        ("threshold=half", "/threshold"),
        ("threshold=%00", "/threshold"),
        ("ties=both", "/ties"),
        ("min_annotations=0", "/min_annotations"),
        ("min_annotations=1e3", "/min_annotations"),
        ("collapse=fluency", "/collapse/fluency"),
        ("collapse=none:such=a:b", "/collapse/none"),
        ("derive=always", "/derive"),
        ("derive=not-factual", "/derive"),
    ],
)
def test_an_invalid_policy_is_refused_with_its_field(judged, lena, asked, pointer):
    assert pointers(lena.get(f"{GOLD}?{asked}", status=422)) == [pointer]


@pytest.mark.parametrize("language", ["fr", "EN,AR", "*"])
def test_a_language_outside_the_project_is_refused(judged, lena, language):
    assert pointers(lena.get(f"{GOLD}?language={language}", status=422)) == ["/language"]


def test_languages_may_be_written_with_an_underscore():
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, [item("br-1", lang="pt_BR")])
    api = Api(join(project, "lena", "lead"))
    annotate(project, join(project, "ada"), stored(project, "br-1"), (0, 3))
    for spelled in ("pt_BR", "pt-br"):
        response = api.send("get", f"/projects/gamma/gold/?language={spelled}")
        assert json.loads(b"".join(response))["lang"] == "pt_BR"


def test_a_project_without_items_gives_an_empty_file():
    project = create_project("gamma")
    response = Api(join(project, "lena", "lead")).send("get", "/projects/gamma/gold/")
    assert (b"".join(response), response["X-Morel-Left-Out"]) == (b"", "0")


def test_an_item_without_annotations_is_never_gold():
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, items(2))
    response = Api(join(project, "lena", "lead")).send("get", "/projects/gamma/gold/")
    assert (b"".join(response), response["X-Morel-Left-Out"]) == (b"", "2")
