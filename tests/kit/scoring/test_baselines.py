"""Baselines: what they predict, and the published scores of the constant ones."""

import json

import pytest

from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED
from tests.records import item

FOLDER = REFERENCE_DATA / "mushroom"

# Language: mark-all IoU and ρ, mark-none IoU and ρ (Mu-SHROOM, baseline rows).
PUBLISHED = {
    "ar": (("0.3614", "0.0067"), ("0.0467", "0.0067")),
    "de": (("0.3451", "0.0133"), ("0.0267", "0.0133")),
    "en": (("0.3489", "0.0000"), ("0.0325", "0.0000")),
    "es": (("0.1853", "0.0132"), ("0.0855", "0.0132")),
    "hi": (("0.2711", "0.0000"), ("0.0000", "0.0000")),
    "zh": (("0.4772", "0.0000"), ("0.0200", "0.0000")),
}

needs_files = pytest.mark.skipif(
    not FOLDER.is_dir() and not REFERENCE_DATA_REQUIRED, reason=f"needs {FOLDER}"
)


def records(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


@needs_files
@pytest.mark.parametrize("language", PUBLISHED)
def test_published_baselines(run, run_json, write, language):
    gold = FOLDER / f"mushroom.{language}-tst.v1.extra.jsonl"
    for name, published in zip(("mark-all", "mark-none"), PUBLISHED[language], strict=True):
        out, _ = run("baseline", name, FOLDER / "unlabelled" / f"mushroom.{language}-tst.v1.jsonl")
        scores = run_json("score", gold, write("it.jsonl", out.encode()))["languages"][language.upper()]
        assert (f"{scores['iou']['value']:.4f}", f"{scores['rho']['value']:.4f}") == published


def test_constant_baselines_and_an_empty_answer(run, write):
    write("items.jsonl", [item("q-1", answer="four"), item("q-2", answer="")])
    all_, none = (records(run("baseline", name, "items.jsonl")[0]) for name in ("mark-all", "mark-none"))
    assert all_ == [
        {"id": "q-1", "soft_labels": [{"start": 0, "prob": 1.0, "end": 4}], "hard_labels": [[0, 4]]},
        {"id": "q-2", "soft_labels": [], "hard_labels": []},
    ]
    assert none == [{"id": id_, "soft_labels": [], "hard_labels": []} for id_ in ("q-1", "q-2")]


def test_random_spans_are_valid_and_follow_from_the_seed(run, write):
    write("items.jsonl", [item(str(number), answer="x" * (number % 5)) for number in range(200)])
    out, _ = run("baseline", "random-spans", "items.jsonl", "--seed", 3)
    assert run("baseline", "random-spans", "items.jsonl", "--seed", 3)[0] == out
    assert run("baseline", "random-spans", "items.jsonl")[0] != out
    run("check", "items.jsonl", write("it.jsonl", out.encode()))
    found = records(out)
    assert {len(record["hard_labels"]) for record in found} == {0, 1, 2, 3}
    assert not any(record["hard_labels"] for record in found[::5])


def test_the_majority_label_has_its_share_as_probability(run, write):
    votes = [
        {"hyp": "x", "tgt": "y", "label": label, "p(Hallucination)": 0.5}
        for label in ("Hallucination", "Not Hallucination", "Hallucination", "Hallucination")
    ]
    write("gold.json", json.dumps(votes).encode())
    out, _ = run("baseline", "majority-label", "gold.json")
    assert records(out) == [{"label": "Hallucination", "p(Hallucination)": 0.75}] * 4
    assert run("check", "gold.json", write("it.jsonl", out.encode()))[0].startswith("Valid")


def test_the_majority_label_of_both_mistakes(run, write):
    gold = [
        {"index": number, "output_text": "x", "has_fluency_mistakes": fluency, "has_factual_mistakes": "y"}
        for number, fluency in enumerate("nyn")
    ]
    out, _ = run("baseline", "majority-label", write("gold.jsonl", gold))
    assert records(out)[0] == {"index": 0, "has_fluency_mistakes": "n", "has_factual_mistakes": "y"}


def test_baselines_of_other_predictions_are_refused(run, write):
    write("shroom.jsonl", [{"id": 1, "hyp": "x"}])
    assert (
        "The baseline predicts spans without labels, and these are shroom items"
        in run("baseline", "mark-all", "shroom.jsonl", status=2)[1]
    )
    write("mushroom.jsonl", [item("q-1")])
    assert (
        "labels of SHROOM and CAP, and these are mushroom items"
        in run("baseline", "majority-label", "mushroom.jsonl", status=2)[1]
    )
    assert (
        "Gold of item “1”: The record has no label."
        in run("baseline", "majority-label", "shroom.jsonl", status=2)[1]
    )
