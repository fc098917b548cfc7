"""Slices of `morelkit score`, and the correlation of agreement with scores."""

import csv

import pytest

from tests.kit.scoring.test_baselines import FOLDER, needs_files
from tests.records import item

# Spearman over items of agreement and the IoU of mark-all.
PUBLISHED = {
    "ar": "0.189035",
    "de": "0.282492",
    "en": "0.809014",
    "es": "0.663964",
    "hi": "-0.018473",
    "zh": "0.904603",
}


@pytest.fixture
def gold(write) -> str:
    """IoU of `mark ten`: 1, .5, 0 and 1."""
    ten, five = {"hard_labels": [[0, 10]]}, {"hard_labels": [[0, 5, "date"]]}
    spans = {"ada": [[0, 10]], "bo": [[0, 5]]}
    records = [
        item(
            "q-1",
            answer="x" * 10,
            model_id="a",
            year=1,
            **ten,
            annotations={"ada": [[0, 10]], "bo": [[0, 10]]},
        ),
        item("q-2", answer="x" * 20, model_id="b", year=1, **five, annotations=spans),
        item("q-3", answer="x" * 30, model_id="b", hard_labels=[], annotations={"ada": [[0, 10]], "bo": []}),
        item("q-4", answer="x" * 40, model_id="b", year=[2], **ten, annotations={"ada": [[0, 1]]}),
    ]
    return write("gold.jsonl", records)


@pytest.fixture
def predictions(write) -> str:
    return write("it.jsonl", [{"id": f"q-{n}", "hard_labels": [[0, 10]]} for n in (1, 2, 3, 4)])


@pytest.fixture
def sliced(run_json, gold, predictions):
    """Score by a field and return n and IoU of each slice."""

    def sliced(name: str) -> dict[str, tuple[int, float]]:
        language = run_json("score", gold, predictions, "--by", name)["languages"]["EN"]
        assert list(language) == ["n", "iou", "rho", "by"]
        found = language["by"][name]
        assert all("|policy:as-given|" in each["iou"]["signature"] for each in found.values())
        return {name: (each["n"], each["iou"]["value"]) for name, each in found.items()}

    return sliced


def test_by_model_and_by_any_field(sliced):
    assert sliced("model") == sliced("model_id") == {"a": (1, 1.0), "b": (3, 0.5)}
    assert sliced("year") == {"1": (2, 0.75), "[2]": (1, 1.0), "none": (1, 0.0)}
    assert sliced("language") == {"EN": (4, 0.625)}


def test_by_length(sliced):
    assert sliced("length") == {
        "Q1 (10–10)": (1, 1.0),
        "Q2 (20–20)": (1, 0.5),
        "Q3 (30–30)": (1, 0.0),
        "Q4 (40–40)": (1, 1.0),
    }


def test_by_agreement(sliced):
    assert sliced("agreement") == {
        "Q1 (0.500–0.500)": (1, 0.0),
        "Q2 (0.750–0.750)": (1, 0.5),
        "Q4 (1.000–1.000)": (1, 1.0),
        "none": (1, 1.0),  # one annotator has no agreement
    }


def test_by_span_label(sliced):
    assert sliced("label") == {"date": (1, 0.5), "none": (3, pytest.approx(2 / 3))}


def test_several_slices_in_a_table(run, gold, predictions):
    out, _ = run("score", gold, predictions, "--by", "model", "--by", "year", "--format", "csv")
    rows = [(row["by"], row["slice"], row["n"]) for row in csv.DictReader(out.splitlines())]
    assert rows == [
        ("", "", "4"),
        ("model", "a", "1"),
        ("model", "b", "3"),
        ("year", "1", "2"),
        ("year", "[2]", "1"),
        ("year", "none", "1"),
    ]


def test_correlation_with_agreement(run_json, gold, predictions):
    found = run_json("score", gold, predictions, "--agreement")["languages"]["EN"]
    assert found["agreement_iou"]["value"] == 1.0  # of three items: .5, .75, 1 and 0, .5, 1
    assert "morelkit:agreement_iou@1|" in found["agreement_iou"]["signature"]
    assert "|n:3|" in found["agreement_iou"]["signature"]


@needs_files
@pytest.mark.parametrize("language", PUBLISHED)
def test_published_correlations(run, run_json, write, language):
    gold = FOLDER / f"mushroom.{language}-tst.v1.extra.jsonl"
    write("it.jsonl", run("baseline", "mark-all", gold)[0].encode())
    found = run_json("score", gold, "it.jsonl", "--agreement", "--resamples", 1)["languages"][
        language.upper()
    ]
    assert f"{found['agreement_iou']['value']:.6f}" == PUBLISHED[language]


def test_without_annotations_the_correlation_is_undefined(run_json, write):
    write("gold.jsonl", [item("q-1", hard_labels=[])])
    write("it.jsonl", [{"id": "q-1", "hard_labels": []}])
    found = run_json("score", "gold.jsonl", "it.jsonl", "--agreement")["languages"]["EN"]["agreement_iou"]
    assert (found["value"], found["reason"]) == (None, "one side is constant, or no item has agreement")
