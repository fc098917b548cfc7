"""Accuracy and ρ of SHROOM, macro-F1 of CAP: by hand, and compared with scikit-learn and scipy."""

import json
import random
import warnings

import numpy as np
import pytest
from scipy.stats import ConstantInputWarning, spearmanr
from sklearn import config_context
from sklearn.metrics import f1_score

from morelkit.scoring.answer_metrics import macro_f1, spearman
from morelkit.scoring.resampling import sample_counts
from tests.case_counts import examples
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED

CASES = examples(10_000)
SHROOM = REFERENCE_DATA / "shroom2024"


def once(values) -> np.ndarray:
    return np.ones((1, len(values)), dtype=np.int64)


def test_scipy_agrees_on_spearman():
    random_ = random.Random(24)
    for _ in range(CASES):
        n = random_.choice((2, 3, 10, 40))
        draw = random_.choice(
            (random_.random, lambda: random_.randrange(6) / 5, lambda: random_.randrange(2), lambda: 0.2)
        )
        x, y = (np.array([float(draw()) for _ in range(n)]) for _ in range(2))
        found = spearman((x, y), once(x))[0]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConstantInputWarning)
            expected = spearmanr(x, y).statistic
        assert np.isnan(found) == np.isnan(expected)
        assert np.isnan(found) or abs(found - expected) <= 1e-12, (x, y)


def test_scipy_agrees_on_samples():
    random_ = np.random.default_rng(4)
    x, y = random_.integers(0, 6, 30) / 5, random_.random(30)
    for counts in sample_counts(30, 50, 1):
        for weights, found in zip(counts, spearman((x, y), counts), strict=True):
            drawn = np.repeat(np.arange(30), weights)
            assert found == pytest.approx(spearmanr(x[drawn], y[drawn]).statistic, abs=1e-12)


def test_scikit_learn_agrees_on_macro_f1():
    random_ = random.Random(7)
    with config_context(assume_finite=True, skip_parameter_validation=True):
        for _ in range(CASES):
            n, likely = random_.choice((1, 2, 5, 30)), random_.choice((0.0, 0.1, 0.5, 1.0))
            gold, system = (np.array([random_.random() < likely for _ in range(n)]) for _ in range(2))
            expected = f1_score(gold, system, average="macro", zero_division=0)  # of classes that occur
            assert abs(macro_f1((gold, system), once(gold))[0] - expected) <= 1e-12, (gold, system)


@pytest.mark.parametrize(
    ("gold", "system", "f1"),
    [
        ("yyn", "yny", (2 / 4 + 0 / 2) / 2),
        ("yy", "yy", 1.0),  # the class that occurs in neither is left out
        ("yy", "yn", (2 / 3 + 0) / 2),  # the one that occurs in one of them scores 0
        ("yn", "ny", 0.0),
    ],
)
def test_macro_f1_by_hand(gold, system, f1):
    columns = tuple(np.array([label == "y" for label in labels]) for labels in (gold, system))
    assert macro_f1(columns, once(gold))[0] == pytest.approx(f1, abs=1e-15)


def shroom(*labels: tuple[str, float]) -> list[dict]:
    names = {"h": "Hallucination", "n": "Not Hallucination"}
    return [{"label": names[label], "p(Hallucination)": probability} for label, probability in labels]


def test_scores_of_shroom(run_json, write):
    votes = shroom(("h", 0.8), ("n", 0.2), ("n", 0.4), ("h", 1.0))
    gold = [{"id": n, "hyp": "x", "tgt": "y", **each} for n, each in enumerate(votes)]
    predicted = shroom(("h", 0.9), ("h", 0.6), ("n", 0.1), ("h", 0.95))
    write("gold.json", json.dumps(gold).encode())
    write("it.jsonl", [{"id": n, **each} for n, each in enumerate(predicted)])
    und = run_json("score", "gold.json", "it.jsonl")["languages"]["und"]
    assert (und["n"], und["accuracy"]["value"]) == (4, 0.75)
    assert und["rho"]["value"] == pytest.approx(0.8, abs=1e-12)  # 1 − 6 · 2 / (4 · 15)
    assert und["rho"]["low"] <= 0.8 <= und["rho"]["high"]


@pytest.mark.skipif(not SHROOM.is_dir() and not REFERENCE_DATA_REQUIRED, reason=f"needs {SHROOM}")
def test_the_majority_class_of_the_published_test_file(run, run_json, write):
    gold = SHROOM / "test_agnostic.json"
    write("it.jsonl", run("baseline", "majority-label", gold)[0].encode())
    und = run_json("score", gold, "it.jsonl")["languages"]["und"]
    assert f"{und['accuracy']['value']:.6f}" == "0.592667"
    assert (und["rho"]["value"], und["rho"]["reason"]) == (None, "one side is constant")


def cap(*labels: str) -> list[dict]:
    return [
        {
            "index": n,
            "lang": "malayalam",
            "output_text": "x",
            "has_fluency_mistakes": fluency,
            "has_factual_mistakes": factual,
        }
        for n, (fluency, factual) in enumerate(labels)
    ]


def test_scores_of_cap(run_json, write):
    gold = write("gold.jsonl", cap("ny", "nn", "yy", "nn", "yn"))
    write("it.jsonl", cap("ny", "ny", "yn", "nn", "nn"))
    scores = run_json("score", gold, "it.jsonl")["languages"]["malayalam"]
    # Factual, all: y TP 1 FP 1 FN 1 → 2/4; n TP 2 FP 1 FN 1 → 4/6.
    assert scores["factual_f1"]["value"] == pytest.approx((2 / 4 + 4 / 6) / 2, abs=1e-12)
    # Fluent by gold (the first, second and fourth): y TP 1 FP 1 → 2/3; n TP 1 FN 1 → 2/3.
    assert scores["factual_f1_fluent"]["value"] == pytest.approx(2 / 3, abs=1e-12)
    assert "|n:3|" in scores["factual_f1_fluent"]["signature"]
    # Fluency: y TP 1 FN 1 → 2/3; n TP 3 FP 1 → 6/7.
    assert scores["fluency_f1"]["value"] == pytest.approx((2 / 3 + 6 / 7) / 2, abs=1e-12)


def test_without_a_fluent_item_the_score_is_undefined(run_json, write):
    gold = write("gold.jsonl", cap("yy", "yn"))
    scores = run_json("score", gold, gold)["languages"]["malayalam"]
    assert (scores["factual_f1"]["value"], scores["factual_f1_fluent"]["value"]) == (1.0, None)
    assert scores["factual_f1_fluent"]["reason"] == "no item is fluent"


def test_answers_that_nobody_judged_are_left_out(run, run_json, write):
    rows = [("n", "y"), ("n", "n"), (None, "y"), ("y", None)]
    gold = [
        {"index": n, "output_text": "", "has_fluency_mistakes": fluency, "has_factual_mistakes": factual}
        for n, (fluency, factual) in enumerate(rows)
    ]
    system = [{"index": n, "has_fluency_mistakes": "n", "has_factual_mistakes": "yynn"[n]} for n in range(4)]
    write("gold.jsonl", gold)
    found = run_json("score", "gold.jsonl", write("it.jsonl", system))["languages"]["und"]
    # Factual mistakes of three items: y y, n y, y n. Of the two fluent ones: y y, n y.
    assert found["factual_f1"]["value"] == pytest.approx((2 / 4 + 0) / 2)
    assert found["factual_f1_fluent"]["value"] == pytest.approx((2 / 3 + 0) / 2)
    assert [found[name]["signature"].split("|")[3] for name in found if name != "n"] == ["n:3", "n:2", "n:3"]
    assert '"has_fluency_mistakes":"n"' in run("baseline", "majority-label", "gold.jsonl")[0]
