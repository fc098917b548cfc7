"""Comparison of gold under two policies, with spans and results computed by hand."""

import csv
import io
from urllib.parse import urlencode

import pytest

import api.gold.views
from annotation.services.projects.project_settings import create_project
from tests.api.annotate.saving import pointers
from tests.api.client import Api
from tests.commands import refuses, succeeds
from tests.people import Cast, annotate, join
from tests.records import import_annotations, import_records, item, items

pytestmark = pytest.mark.django_db

COMPARED = "/projects/alpha/gold/compared/"
KINDS = ("items", "changed", "soft", "hard", "labels", "left", "right")


@pytest.fixture
def judged(cast: Cast) -> Cast:
    """q-1: only ada; q-2: [4, 12) and [0, 12), so that [0, 4) is a tie; ar-1: [0, 4), with its blank, twice."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    annotate(cast.alpha, cast.ada, cast["q-2"], (4, 12))
    annotate(cast.alpha, cast.lena, cast["q-2"], (0, 12))
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 4))
    annotate(cast.alpha, cast.lena, cast["ar-1"], (0, 4))
    return cast


def asked(left: str = "", right: str = "", **more: str) -> str:
    return "?" + urlencode({"left": left, "right": right, **more})


def changed(lena: Api, right: str, **more: str) -> dict[str, list[str]]:
    rows = lena.get(COMPARED + asked(right=right, **more))["results"]
    return {row["external_id"]: row["changes"] for row in rows}


def counts(api: Api, query: str, path: str = COMPARED) -> dict[str, tuple[int, ...]]:
    return {
        row["language"]: tuple(row[kind] for kind in KINDS)
        for row in api.get(f"{path}counts/{query}")["results"]
    }


def test_the_same_policy_changes_nothing(judged, lena):
    assert changed(lena, "") == {}
    assert counts(lena, asked()) == {"ar": (1, 0, 0, 0, 0, 0, 0), "en": (1, 0, 0, 0, 0, 0, 0)}


def test_ties_change_hard_labels_only(judged, lena):
    row = lena.get(COMPARED + asked(right="ties=in"))["results"][0]
    assert (row["external_id"], row["changes"], row["n"]) == ("q-2", ["hard"], 2)
    assert (row["left"]["gold"], row["right"]["gold"]) == (
        [{"start": 4, "end": 12}],
        [{"start": 0, "end": 12}],
    )
    assert row["left"]["runs"] == row["right"]["runs"]
    assert counts(lena, asked(right="ties=in"))["en"] == (1, 1, 0, 1, 0, 0, 0)


def test_another_normalization_changes_soft_and_hard_labels(judged, lena):
    assert changed(lena, "policy=raw") == {"ar-1": ["soft", "hard"]}
    assert counts(lena, asked("policy=raw"))["ar"] == (1, 1, 1, 1, 0, 0, 0)


def test_another_minimum_gives_items_gold_on_one_side_only(judged, lena):
    found = lena.get(COMPARED + asked(right="min_annotations=1"))["results"]
    assert [(row["external_id"], row["changes"], row["left"]) for row in found] == [("q-1", ["right"], None)]
    assert counts(lena, asked(right="min_annotations=1"))["en"] == (2, 1, 0, 0, 0, 0, 1)
    assert counts(lena, asked(left="min_annotations=1"))["en"] == (2, 1, 0, 0, 0, 1, 0)


def test_a_language_and_a_kind_can_be_requested(judged, lena):
    both = "ties=in policy=raw"
    assert changed(lena, both) == {"q-2": ["hard"], "ar-1": ["soft", "hard"]}
    assert list(changed(lena, both, language="ar")) == ["ar-1"]
    assert list(changed(lena, both, change="soft")) == ["ar-1"]
    assert changed(lena, both, change="labels") == {}


def test_collapsed_choices_change_item_labels():
    project = create_project("gamma", preset="mu-shroom+labels", redundancy=1)
    api = Api(join(project, "lena", "lead"))
    import_records(project, items(2))
    labels = {"q-1": "minor", "q-2": "well-formed"}
    for name, choice in labels.items():
        import_annotations(project, {name: {"a": []}}, annotation_labels={"a": {"fluency": choice}})
    path = "/projects/gamma/gold/compared/"
    query = asked("collapse=fluency=minor:n", "collapse=fluency=minor:y")
    rows = api.get(path + query)["results"]
    assert [(row["external_id"], row["changes"]) for row in rows] == [("q-1", ["labels"])]
    assert [rows[0][side]["item_labels"]["has_fluency_mistakes"]["value"] for side in ("left", "right")] == [
        "n",
        "y",
    ]
    assert counts(api, query, path)["en"] == (2, 1, 0, 0, 1, 0, 0)


def test_pages_and_counts_continue_behind_the_compared_items(judged, lena, monkeypatch):
    monkeypatch.setattr(api.gold.views, "_MAX_COMPARED", 1)
    cursor, seen, total, looked_at = None, [], {"en": 0, "ar": 0}, []
    while True:
        query = asked(right="ties=in policy=raw", **({"cursor": cursor} if cursor else {}))
        page, count = lena.get(COMPARED + query), lena.get(f"{COMPARED}counts/{query}")
        assert page["next"] == count["next"]
        seen += [row["external_id"] for row in page["results"]]
        for row in count["results"]:
            total[row["language"]] += row["changed"]
        looked_at.append((count["looked_at"], count["total"]))
        cursor = page["next"]
        if cursor is None:
            break
    assert (seen, total) == (["q-2", "ar-1"], {"en": 1, "ar": 1})
    assert looked_at == [(1, 4), (1, None), (1, None), (1, None), (0, None)]


def test_counts_of_a_language_leave_out_the_others(judged, lena):
    rows = lena.get(f"{COMPARED}counts/{asked(right='ties=in', language='en')}")["results"]
    assert [row["language"] for row in rows] == ["en"]


def test_a_full_page_continues_behind_its_last_item(judged, lena, monkeypatch):
    monkeypatch.setattr(api.gold.views, "_PAGE_SIZE", 1)
    first = lena.get(COMPARED + asked(right="ties=in policy=raw"))
    second = lena.get(COMPARED + asked(right="ties=in policy=raw", cursor=first["next"]))
    assert [row["external_id"] for row in first["results"] + second["results"]] == ["q-2", "ar-1"]
    assert second["next"] is None


def table(api: Api, query: str) -> list[dict[str, str]]:
    response = api.send("get", f"{COMPARED}export/{query}")
    assert response.status_code == 200
    assert response["Content-Disposition"] == 'attachment; filename="alpha.gold-changes.csv"'
    return list(csv.DictReader(io.StringIO(b"".join(response).decode())))


def test_changes_are_exported_as_csv(judged, lena):
    assert table(lena, asked(right="ties=in min_annotations=1")) == [
        {
            "id": "q-1",
            "lang": "EN",
            "n": "1",
            "changes": "right",
            "left_hard_labels": "",
            "left_hard_texts": "",
            "left_item_labels": "",
            "right_hard_labels": "[[0, 3]]",
            "right_hard_texts": '["Ada"]',
            "right_item_labels": "{}",
        },
        {
            "id": "q-2",
            "lang": "EN",
            "n": "2",
            "changes": "hard",
            "left_hard_labels": "[[4, 12]]",
            "left_hard_texts": '["Lovelace"]',
            "left_item_labels": "{}",
            "right_hard_labels": "[[0, 12]]",
            "right_hard_texts": '["Ada Lovelace"]',
            "right_item_labels": "{}",
        },
    ]
    assert table(lena, asked()) == []
    assert [row["id"] for row in table(lena, asked(right="ties=in min_annotations=1", change="hard"))] == [
        "q-2"
    ]


def test_a_formula_in_an_id_is_escaped(judged, lena):
    import_records(judged.alpha, [item("=1+1")])
    import_annotations(judged.alpha, {"=1+1": {"a": [[0, 3]]}})
    assert table(lena, asked(right="min_annotations=1"))[-1]["id"] == "'=1+1"


@pytest.mark.parametrize(
    ("side", "words", "pointer"),
    [
        ("left", "policy=none", "/left/policy"),
        ("right", "threshold=2", "/right/threshold"),
        ("right", "min_annotations=two", "/right/min_annotations"),
        ("right", "collapse=fluency=minor:y", "/right/collapse/fluency"),
        ("left", "raw", "/left"),
        ("left", "threshold=", "/left"),
        ("left", "ties=in ties=out", "/left"),
        ("left", "secret=1", "/left"),
        ("left", "\x00", "/left"),
    ],
)
@pytest.mark.parametrize("path", ["", "counts/", "export/"])
def test_an_invalid_policy_is_refused_with_its_side(judged, lena, path, side, words, pointer):
    assert pointers(lena.get(COMPARED + path + asked(**{side: words}), status=422)) == [pointer]


@pytest.mark.parametrize("query", ["left=" + "x" * 4001, "change=all", "language=fr", "cursor=zzz"])
def test_other_invalid_parameters_are_refused(judged, lena, query):
    lena.get(f"{COMPARED}?{query}", status=422)


def test_the_command_gives_the_same_counts(judged):
    output = succeeds("compare_policies", "alpha", "--left", "policy=raw", "--right", "policy=raw", "ties=in")
    assert "right: normalization raw; gold is what at least 1/2 of" in output
    assert output.splitlines()[-1].split() == ["all", "2", "1", "0", "1", "0", "0", "0"]
    assert "/right/threshold" in refuses("compare_policies", "alpha", "--right", "threshold=2")
    assert "no language" in refuses("compare_policies", "alpha", "--lang", "fr")
