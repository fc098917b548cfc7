"""`morelkit score`: figures by language, what they are compared with, and their reports."""

import csv
import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from morelkit.scoring import resampling
from morelkit.scoring.numbers import decimal
from morelkit.scoring.resampling import SCALE, percentiles, sample_counts, sample_sums, scaled
from tests.records import item
from tests.releases import write_release

ANNOTATIONS = {"ada": [[0, 10]], "bo": [[0, 10], [20, 30]], "cleo": [[0, 10]]}


@pytest.fixture
def gold(write) -> str:
    """Three English items and one Arabic one; `q-2` has nothing marked."""
    full = {"soft_labels": [{"start": 0, "prob": 1.0, "end": 10}], "hard_labels": [[0, 10]]}
    none = {"soft_labels": [], "hard_labels": []}
    records = [item("q-1", **full), item("q-2", **none), item("q-3", **full), item("ar-1", lang="AR", **full)]
    return write("gold.jsonl", records)


@pytest.fixture
def predictions(write) -> str:
    """IoU: 5/15 for q-1, 1 for q-2, 0 for q-3. ρ: 95/290 for q-1, 1 for q-2, 0 for q-3."""
    records = [
        {"id": "q-1", "hard_labels": [[5, 15]]},
        {"id": "q-2", "hard_labels": []},
        {"id": "q-3", "soft_labels": []},
    ]
    return write("en.jsonl", records)


def test_scores_by_language(run_json, write, gold, predictions):
    ar = write("ar.jsonl", [{"id": "ar-1", "hard_labels": [[0, 10]]}])
    scores = run_json("score", gold, predictions, ar)
    assert list(scores) == ["signature", "languages"]
    assert list(scores["languages"]) == ["AR", "EN"]
    en = scores["languages"]["EN"]
    assert list(en) == ["n", "iou", "rho"]
    assert en["n"] == 3
    assert en["iou"]["value"] == pytest.approx((5 / 15 + 1 + 0) / 3, abs=1e-12)
    # 39 characters, two groups of 10 that share 5: the correlation of 0/1 vectors, (5/39 − (10/39)²) / (10/39 · 29/39)
    assert en["rho"]["value"] == pytest.approx(((5 * 39 - 100) / (10 * 29) + 1 + 0) / 3, abs=1e-12)
    assert en["iou"]["low"] <= en["iou"]["value"] <= en["iou"]["high"]
    one = scores["languages"]["AR"]["iou"]
    assert (one["value"], one["low"], one["high"]) == (1.0, None, None)
    assert one["reason"] == "one item has no spread"


def test_every_figure_has_its_signature(run_json, gold, predictions):
    digest = hashlib.sha256(Path(gold).read_bytes()).hexdigest()[:12]
    rest = f"gold:{digest}|policy:as-given|n:3|resamples:2000|seed:0"
    scores = run_json("score", gold, predictions)
    assert scores["signature"] == f"morelkit:iou@1+rho@1|{rest}"
    assert scores["languages"]["EN"]["rho"]["signature"] == f"morelkit:rho@1|{rest}"
    scores = run_json("score", gold, predictions, "--metrics", "iou", "--resamples", 50, "--seed", 7)
    assert scores["signature"] == f"morelkit:iou@1|gold:{digest}|policy:as-given|n:3|resamples:50|seed:7"
    assert list(scores["languages"]["EN"]) == ["n", "iou"]


def test_json_has_twelve_decimals_and_the_same_bytes_each_time(run, gold, predictions):
    out, err = run("score", gold, predictions, "--json")
    assert '"value": 0.444444444444,' in out
    assert err == ""
    assert run("score", gold, predictions, "--format", "json") == (out, "")
    assert [decimal(number) for number in (-0.0, 1.0, -1e-13, 1 / 3)] == [
        "0.000000000000",
        "1.000000000000",
        "0.000000000000",
        "0.333333333333",
    ]


def test_tables(run, gold, predictions):
    out, _ = run("score", gold, predictions, "--metrics", "iou")
    header, row, signature = out.splitlines()
    assert header.split() == ["lang", "n", "iou", "iou", "low", "iou", "high"]
    assert row.split()[:3] == ["EN", "3", "0.444444"]
    assert signature.startswith("morelkit:iou@1|")
    (row,) = csv.DictReader(run("score", gold, predictions, "--format", "csv")[0].splitlines())
    assert (row["lang"], row["iou"], row["signature"][:9]) == ("EN", "0.444444444444", "morelkit:")
    assert "| EN | 3 | 0.444444 |" in run("score", gold, predictions, "--format", "markdown")[0]
    assert r"EN & 3 & 0.444444 &" in run("score", gold, predictions, "--format", "latex")[0]


def test_scores_of_items(run, gold, predictions):
    run("score", gold, predictions, "--items", "items.jsonl")
    rows = [json.loads(line) for line in Path("items.jsonl").read_text().splitlines()]
    assert rows[0] == {"id": "q-1", "lang": "EN", "iou": 0.333333333333, "rho": 0.327586206897}
    assert [row["id"] for row in rows] == ["q-1", "q-2", "q-3"]


def test_the_cost_is_shown_beside_the_scores(run, run_json, gold, predictions):
    assert run_json("score", gold, predictions, "--cost", "81.5")["cost"] == {"n": 3, "seconds": 81.5}
    header, row, _ = run("score", gold, predictions, "--cost", "81.5")[0].splitlines()
    assert (header.split()[-1], row.split()[-1]) == ("cost@3", "81.500000")


def test_invalid_predictions_have_no_score(run, run_json, write, gold):
    write("bad.jsonl", [{"id": "q-1", "hard_labels": [[0, 99]]}])
    out, err = run("score", gold, "bad.jsonl", status=1)
    assert out == ""
    assert err.splitlines()[-1] == "Invalid: 3 problems."
    report = run_json("score", gold, "bad.jsonl", status=1)
    assert [each["code"] for each in report["problems"]] == [
        "past_the_end",
        "missing_prediction",
        "missing_prediction",
    ]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--metrics", "f1"], "mushroom predictions have no metric “f1”, but iou, rho."),
        (["--policy", "raw"], "gold.jsonl:1: Item “q-1” has no annotations from which gold could follow."),
        (["--items", "no/such/folder"], "No such file or directory"),
    ],
)
def test_refused_commands(run, gold, predictions, options, reason):
    out, err = run("score", gold, predictions, *options, status=2)
    assert out == ""
    assert reason in err


@pytest.mark.parametrize(
    "option", [["--seed", "-1"], ["--resamples", "0"], ["--policy", "none"], ["--cost", "nan"]]
)
def test_invalid_options_are_refused(run, gold, predictions, option):
    with pytest.raises(SystemExit) as exit_:
        run("score", gold, predictions, *option)
    assert exit_.value.code == 2


def test_unlabelled_and_invalid_gold_is_refused(run, write, predictions):
    write("gold.jsonl", [item("q-1")])
    assert (
        "gold.jsonl:1: Gold of item “q-1”: The record has neither"
        in run("score", "gold.jsonl", predictions, status=2)[1]
    )
    write("gold.jsonl", [item("q-1", hard_labels=[[0, 99]])])
    assert (
        "Gold of item “q-1”: The offset 99 is past the end"
        in run("score", "gold.jsonl", predictions, status=2)[1]
    )


def test_gold_can_be_recomputed_from_the_annotations(run_json, write):
    write("gold.jsonl", [item("q-1", hard_labels=[], annotations=ANNOTATIONS)])
    write("it.jsonl", [{"id": "q-1", "hard_labels": [[0, 10]]}])
    assert run_json("score", "gold.jsonl", "it.jsonl")["languages"]["EN"]["iou"]["value"] == 0.0
    scores = run_json("score", "gold.jsonl", "it.jsonl", "--policy", "raw")
    assert scores["languages"]["EN"]["iou"]["value"] == 1.0
    assert "|policy:raw|" in scores["signature"]
    write(
        "gold.jsonl", [item("q-1", annotations=ANNOTATIONS)]
    )  # recomputed labels need no labels in the file
    again = run_json("score", "gold.jsonl", "it.jsonl", "--policy", "raw")["languages"]["EN"]
    assert again["rho"]["value"] == scores["languages"]["EN"]["rho"]["value"]


def test_a_release_is_gold(folder, run_json, write):
    write_release(folder / "v1")
    write("it.jsonl", [{"id": f"en-{number}", "hard_labels": [[0, 39]]} for number in range(1, 6)])
    scores = run_json("score", "v1", "it.jsonl")
    digest = hashlib.sha256((folder / "v1" / "manifest.json").read_bytes()).hexdigest()[:12]
    assert f"|gold:{digest}|policy:as-given|n:5|" in scores["signature"]
    recomputed = run_json("score", "v1", "it.jsonl", "--policy", "mushroom-2025")
    assert recomputed["languages"]["EN"]["iou"]["value"] == scores["languages"]["EN"]["iou"]["value"]


def test_mixed_records_of_one_file_are_completed_one_by_one(run_json, write, gold):
    """The public scorer derives missing labels by file, and turns a mixed file into NaN."""
    records = [
        {"id": "q-1", "hard_labels": [[0, 10]]},
        {"id": "q-2", "soft_labels": [{"start": 0, "prob": 0.4, "end": 10}]},
        {"id": "q-3", "soft_labels": [{"start": 0, "prob": 0.6, "end": 10}], "hard_labels": [[0, 5]]},
    ]
    scores = run_json("score", gold, write("it.jsonl", records))["languages"]["EN"]
    assert scores["iou"]["value"] == pytest.approx((1 + 1 + 0.5) / 3, abs=1e-12)
    assert scores["rho"]["value"] == pytest.approx((1 + 0 + 1) / 3, abs=1e-12)


def test_samples_do_not_depend_on_how_many_are_drawn_at_once(monkeypatch):
    whole = np.concatenate([*sample_counts(7, 1000, 3)])
    assert whole.shape == (1000, 7)
    assert set(whole.sum(axis=1)) == {7}
    assert abs(whole.mean() - 1) < 1e-9
    monkeypatch.setattr(resampling, "_MAX_DRAWN", 70)
    assert np.array_equal(np.concatenate([*sample_counts(7, 1000, 3)]), whole)


def test_samples_are_the_same_on_every_platform():
    # PCG64 with seed 0 gives .637 .270 .041 .017, .813 .913 .607 .729, .544 .935 .816 .003.
    assert next(sample_counts(4, 3, 0)).tolist() == [[2, 1, 1, 0], [0, 0, 2, 2], [1, 0, 1, 2]]


def test_sums_are_exact_in_floats_and_in_integers(monkeypatch):
    scores = scaled(np.random.default_rng(1).uniform(-1, 1, (50, 3)))
    floats = np.concatenate([*sample_sums(scores, 200, 5)])
    monkeypatch.setattr(resampling, "_EXACT", 0)
    assert np.array_equal(np.concatenate([*sample_sums(scores, 200, 5)]), floats)


def test_an_interval_is_the_middle_of_the_resampled_means():
    scores = np.random.default_rng(2).uniform(0, 1, 40)
    counts = np.concatenate([*sample_counts(40, 2000, 0)])
    sums = np.concatenate([*sample_sums(scaled(scores[:, None]), 2000, 0)])[:, 0]
    expected = np.quantile(counts @ scores / 40, [0.025, 0.975])
    assert percentiles(sums, 40 * SCALE) == pytest.approx(tuple(expected), abs=1e-9)


def test_a_field_that_no_gold_record_has_is_refused(run, write):
    gold = write("gold.jsonl", [item("q-1", hard_labels=[])])
    system = write("it.jsonl", [{"id": "q-1", "hard_labels": []}])
    assert run("score", gold, system, "--by", "length", "--by", "modle", status=2) == (
        "",
        "No gold record has the field “modle”, so there are no slices by it.\n",
    )


def test_files_that_cannot_be_written_are_named(folder, run, write):
    gold = write("gold.jsonl", [item("q-1", hard_labels=[])])
    system = write("it.jsonl", [{"id": "q-1", "hard_labels": []}])
    assert run("score", gold, system, "--items", "none/it", status=2)[1].startswith("none/it: ")
    with pytest.raises(SystemExit):
        run("score", gold, system, "--items", "-")


def test_sums_of_samples_do_not_depend_on_how_many_systems_share_them():
    scores = scaled(np.linspace(-1, 1, 30 * 20).reshape(30, 20))
    together = np.concatenate([*sample_sums(scores, 100, 3)])
    counts = np.concatenate([*sample_counts(30, 100, 3)])
    assert np.array_equal(together, counts @ scores)
    for column in range(20):
        alone = np.concatenate([*sample_sums(scores[:, [column]], 100, 3)])
        assert np.array_equal(alone[:, 0], together[:, column])
