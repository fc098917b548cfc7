"""Span labels with types: merged and label-wise ρ, and what the check asks for."""

import json
import random
import shutil

import numpy as np
import pytest

from morelkit.scoring.character_spearman import character_spearman
from morelkit.scoring.label_spearman import label_spearman
from morelkit.scoring.metric_declaration import LabelPairs
from morelkit.scoring.span_labels import Lengths
from morelkit.scoring.typed_labels import read_typed_labels
from tests.kit.scoring.test_span_metrics import plain_rho
from tests.records import item
from tests.releases import write_release

LABELS = ("invention", "OCR", "miscounting")


def soft(*labels: tuple[int, int, float, str]) -> dict:
    keys = ("start", "end", "prob", "label")
    return {"soft_labels": [dict(zip(keys, each, strict=True)) for each in labels]}


def scores(gold: dict, system: dict, length: int = 10) -> tuple[float, float]:
    pairs = LabelPairs(
        [Lengths(length, length, length)], [read_typed_labels(gold)], [read_typed_labels(system)]
    )
    return float(character_spearman(pairs)[0]), float(label_spearman(pairs)[0])


def of_label(record: dict, label: str) -> dict:
    return {"soft_labels": [each for each in record["soft_labels"] if each["label"] == label]}


def merged(record: dict, length: int) -> dict:
    """The largest probability of each character as a label of its own."""
    vectors = []
    for label in LABELS:
        vector = np.zeros(length)
        for each in of_label(record, label)["soft_labels"]:
            vector[each["start"] : each["end"]] = each["prob"]
        vectors.append(vector)
    return {
        "soft_labels": [
            {"start": place, "end": place + 1, "prob": prob}
            for place, prob in enumerate(np.max(vectors, axis=0))
        ]
    }


def generated(random_: random.Random, length: int) -> dict:
    spans = []
    for _ in range(random_.randrange(5)):
        start, end = sorted(random_.sample(range(length + 1), 2))
        spans.append((start, end, random_.randrange(5) / 4, random_.choice(LABELS)))
    return soft(*spans)


def test_parity_with_vectors_of_characters():
    random_ = random.Random(2026)
    for _ in range(1_000):
        length = random_.choice((1, 4, 15))
        gold, system = generated(random_, length), generated(random_, length)
        labels = {each["label"] for record in (gold, system) for each in record["soft_labels"]}
        by_label = [plain_rho(of_label(gold, label), of_label(system, label), length) for label in labels]
        expected = (
            plain_rho(merged(gold, length), merged(system, length), length),
            sum(by_label) / len(by_label) if labels else 1.0,
        )
        assert scores(gold, system, length) == pytest.approx(expected, abs=1e-12), (gold, system)


def test_labels_are_averaged_by_hand():
    gold = soft((0, 2, 1.0, "OCR"), (4, 6, 0.5, "invention"))
    assert scores(gold, soft((0, 2, 0.9, "OCR")))[1] == 0.5  # 1 for OCR, 0 for invention
    assert scores(gold, soft((0, 2, 0.9, "OCR"), (4, 6, 0.2, "invention"), (8, 9, 0.1, "other")))[
        1
    ] == pytest.approx(2 / 3)
    assert scores(gold, gold) == (1.0, 1.0)


def test_no_label_in_gold_and_system_scores_one():
    assert scores(soft(), soft()) == (1.0, 1.0)


def test_a_character_has_the_largest_probability_of_its_labels():
    labels = read_typed_labels(soft((0, 6, 0.9, "OCR"), (0, 6, 0.2, "OCR"), (4, 8, 0.5, "invention")))
    assert labels.soft == [(0, 4, 0.2), (4, 6, 0.5), (6, 8, 0.5)]  # within a label, the last one sets it
    assert labels.hard == [(0, 6)]


def test_scores_of_visions(run_json, write):
    gold = write("gold.jsonl", [item("q-1", image="a.png", **soft((0, 10, 1.0, "OCR")))])
    write("it.jsonl", [{"id": "q-1", "hard_labels": [[0, 10, "OCR"]]}])
    found = run_json("score", gold, "it.jsonl")["languages"]["EN"]
    assert list(found) == ["n", "rho", "label_rho", "iou"]
    assert [found[name]["value"] for name in ("rho", "label_rho", "iou")] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("prediction", "pointer"),
    [
        ({"soft_labels": [{"start": 0, "end": 3, "prob": 1}]}, "/soft_labels/0/label"),
        ({"hard_labels": [[0, 3, "OCR"], [3, 5]]}, "/hard_labels/1/2"),
    ],
)
def test_spans_need_a_label(run_json, write, prediction, pointer):
    gold = write("gold.jsonl", [item("q-1", image="a.png")])
    write("it.jsonl", [{"id": "q-1", **prediction}])
    (problem,) = run_json("check", gold, "it.jsonl", status=1)["problems"]
    assert (problem["pointer"], problem["code"]) == (pointer, "missing_field")


def test_span_labels_of_a_release(run_json, write):
    by_label = {
        "OCR": {"soft_labels": [{"start": 0, "prob": 1.0, "end": 5}], "hard_labels": [[0, 5]]},
        "invention": {"soft_labels": [], "hard_labels": []},
    }
    gold = write("gold.jsonl", [item("q-1", **by_label["OCR"], span_labels=by_label)])
    write("it.jsonl", [{"id": "q-1", "soft_labels": [{"start": 0, "end": 5, "prob": 0.5, "label": "OCR"}]}])
    found = run_json("score", gold, "it.jsonl", "--by", "label")["languages"]["EN"]
    assert found["label_rho"]["value"] == 1.0
    assert list(found["by"]["label"]) == ["OCR"]


def test_faults_of_gold_by_label(run, write):
    by_label = {"OCR": {"soft_labels": [], "hard_labels": [[0, 99]]}}
    gold = write("gold.jsonl", [item("q-1", soft_labels=[], span_labels=by_label)])
    assert "Gold of item “q-1”: OCR: The offset 99 is past the end" in run("score", gold, gold, status=2)[1]
    for wrong in ([], {"OCR": []}):
        gold = write("gold.jsonl", [item("q-1", soft_labels=[], span_labels=wrong)])
        assert "span_labels is no object with an object" in run("score", gold, gold, status=2)[1]


def test_a_release_whose_gold_is_withheld_still_asks_for_labels(folder, run_json, write):
    settings = json.loads(write_release(folder / "v1"))
    (label,) = settings["scheme"]["span_labels"]
    settings["scheme"]["span_labels"].append(label | {"name": "other", "text": "Other", "color": 2})
    (folder / "v1" / "manifest.json").write_text(json.dumps(settings), "utf-8")
    shutil.rmtree(folder / "v1" / "gold")
    write("it.jsonl", [{"id": f"en-{number}", "hard_labels": [[0, 3]]} for number in range(1, 6)])
    found = run_json("check", "v1", "it.jsonl", status=1)
    assert {each["pointer"] for each in found["problems"]} == {"/hard_labels/0/2"}
