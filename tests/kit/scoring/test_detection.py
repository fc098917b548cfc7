"""AUROC, average precision and FPR@95TPR: by hand, and compared with scikit-learn."""

import math
import random

import numpy as np
import pytest
from sklearn import config_context
from sklearn.metrics import auc, average_precision_score, roc_curve

from morelkit.scoring.detection import ANSWER_DETECTION, ONE_CLASS, detection_terms
from morelkit.scoring.metric_declaration import LabelPairs
from morelkit.scoring.metric_results import CorpusResult
from morelkit.scoring.resampling import stratified_counts
from tests.case_counts import examples

CASES = examples(10_000)
AUROC, AVERAGE_PRECISION, FPR95 = ANSWER_DETECTION


def result(metric, labels, risks):
    pairs = LabelPairs([], [[bool(label)] for label in labels], [[float(risk)] for risk in risks])
    return CorpusResult(metric, detection_terms(pairs))


def values(labels, risks) -> list[float | None]:
    return [result(metric, labels, risks).value for metric in ANSWER_DETECTION]


def oracle(labels, risks, weights=None) -> list[float]:
    false, true, _ = roc_curve(labels, risks, sample_weight=weights, drop_intermediate=False)
    return [
        auc(false, true),
        average_precision_score(labels, risks, sample_weight=weights),
        false[np.argmax(true >= 0.95 - 1e-12)],
    ]


def generated(random_: random.Random) -> tuple[list[int], list[float]]:
    """Labels and scores with many ties, constant scores, and classes of one unit."""
    units = random_.choice((2, 3, 5, 20, 60))
    labels = [random_.randrange(2) for _ in range(units - 2)] + [0, 1]
    draw = random_.choice(
        (random_.random, lambda: random_.randrange(3), lambda: 0.5, lambda: random_.gauss(0, 1e9))
    )
    return labels, [draw() for _ in labels]


def test_scikit_learn_agrees():
    random_ = random.Random(95)
    with config_context(assume_finite=True, skip_parameter_validation=True):
        for _ in range(CASES):
            labels, risks = generated(random_)
            for found, expected in zip(values(labels, risks), oracle(labels, risks), strict=True):
                assert abs(found - expected) <= 1e-12, (labels, risks)


def test_scikit_learn_agrees_on_samples():
    random_ = random.Random(1)
    for seed in range(50):
        labels, risks = generated(random_)
        terms = result(AUROC, labels, risks).terms
        for counts in result(AUROC, labels, risks).counts(5, seed):
            found = np.stack([metric.values(terms, counts) for metric in ANSWER_DETECTION], axis=1)
            for weights, row in zip(counts, found, strict=True):
                assert row == pytest.approx(oracle(labels, risks, weights), abs=1e-12)


def test_average_precision_is_a_sum_of_steps_not_of_trapezoids():
    assert values([1, 0, 1], [0.9, 0.8, 0.7])[1] == pytest.approx(5 / 6, abs=1e-15)  # trapezoids: .7917


def test_ties_count_one_half():
    assert values([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.1])[0] == 0.75


def test_the_false_positive_rate_is_not_interpolated():
    labels = [1] * 20 + [0] * 4
    risks = [*range(100, 81, -1), 1, 99.5, 50, 40, 0]  # the 19th of 20 positives has a score of 82
    assert values(labels, risks)[2] == 0.25
    assert values(labels, [*risks[:18], 2, *risks[19:]])[2] == 0.75


@pytest.mark.parametrize("labels", [[], [1], [0, 0], [1, 1, 1]])
def test_one_class_is_undefined(labels):
    assert values(labels, [0.5] * len(labels)) == [None] * 3


def test_samples_are_stratified():
    strata = [np.array([0, 2, 4]), np.array([1, 3])]
    counts = np.concatenate([*stratified_counts(strata, 500, 0)])
    assert set(counts[:, [0, 2, 4]].sum(axis=1)) == {3}
    assert set(counts[:, [1, 3]].sum(axis=1)) == {2}
    assert counts.min(axis=0).tolist() == [0] * 5


def openhaldet(write, categories: str) -> str:
    names = {"h": "hallucination", "c": "correct", "a": "abstention"}
    return write(
        "gold.jsonl", [{"sample_id": n, "eval_category": names[each]} for n, each in enumerate(categories)]
    )


def test_scores_of_answers(run_json, write):
    gold = openhaldet(write, "hcahc")
    write("it.jsonl", [{"sample_id": n, "score": score} for n, score in enumerate((9, 1, 99, 5, 5))])
    scores = run_json("score", gold, "it.jsonl")
    assert "|n:5|resamples:1000|" in scores["signature"]
    und = scores["languages"]["und"]
    assert und["n"] == 5
    assert und["auroc"]["value"] == 0.875  # without the abstention: 3 pairs won, 1 tied
    assert "|n:4|" in und["auroc"]["signature"]
    assert und["average_precision"]["value"] == pytest.approx((1 + 2 / 3) / 2)
    assert und["fpr95"]["value"] == 0.5
    assert und["auroc"]["low"] <= 0.875 <= und["auroc"]["high"]


def test_answers_of_one_class_have_no_score(run_json, run, write):
    gold = openhaldet(write, "hah")
    write("it.jsonl", [{"sample_id": n, "score": n} for n in range(3)])
    auroc = run_json("score", gold, "it.jsonl")["languages"]["und"]["auroc"]
    assert (auroc["value"], auroc["low"], auroc["reason"]) == (None, None, ONE_CLASS)
    assert "–" in run("score", gold, "it.jsonl")[0]
    assert "auroc is undefined" in run("rank", gold, "a=it.jsonl", status=2)[1]


def test_scores_of_claims(run_json, write):
    records = [
        {"id": "1", "lang": "fr", "claims": [[0, 1], [1, 2]], "claim_labels": [0, 1]},
        {"id": "2", "lang": "fr", "claims": [[0, 5]], "claim_labels": [0]},
        {"id": "3", "lang": "fr", "claims": [], "claim_labels": []},
    ]
    gold = write("gold.jsonl", records)
    write(
        "it.jsonl",
        [{"id": "1", "scores": [0.1, 0.6]}, {"id": "2", "scores": [0.6]}, {"id": "3", "scores": []}],
    )
    fr = run_json("score", gold, "it.jsonl")["languages"]["fr"]
    assert (fr["n"], fr["claim_auroc"]["value"]) == (3, 0.75)
    assert "morelkit:claim_auroc@1|" in fr["claim_auroc"]["signature"]


def test_detectors_are_ranked_by_auroc(run_json, write):
    gold = openhaldet(write, "hchchc")
    for name, scores in (
        ("good", (9, 1, 8, 2, 7, 3)),
        ("poor", (1, 9, 2, 8, 9, 9)),
        ("same", (9, 1, 8, 2, 7, 3)),
    ):
        write(f"{name}.jsonl", [{"sample_id": n, "score": score} for n, score in enumerate(scores)])
    board = run_json("rank", gold, "poor=poor.jsonl", "good=good.jsonl", "same=same.jsonl")["languages"][
        "und"
    ]
    assert [(each["name"], each["rank"]) for each in board["systems"]] == [
        ("good", 1),
        ("same", 1),
        ("poor", 3),
    ]
    assert board["win_probabilities"]["good"]["same"] == 0.0
    found = run_json("diff", gold, "good.jsonl", "poor.jsonl")["languages"]["und"]["auroc"]
    assert found["a"] == 1.0
    assert (found["sign"], found["a_better"]) == (1, None)
    assert not math.isnan(found["low"])


def test_the_lowest_false_positive_rate_is_the_best(run, run_json, write):
    gold = openhaldet(write, "hchchc")
    for name, scores in (("good", (9, 1, 8, 2, 7, 3)), ("poor", (1, 9, 2, 8, 9, 9))):
        write(f"{name}.jsonl", [{"sample_id": n, "score": score} for n, score in enumerate(scores)])
    arguments = ("rank", gold, "poor=poor.jsonl", "good=good.jsonl", "--metric", "fpr95", "--resamples", 500)
    good, poor = run_json(*arguments)["languages"]["und"]["systems"]
    assert [(each["name"], each["rank"], each["fpr95"]["value"]) for each in (good, poor)] == [
        ("good", 1, 0.0),
        ("poor", 2, 1.0),
    ]
    assert good["fpr95"]["low"] <= good["fpr95"]["value"] <= good["fpr95"]["high"]
    assert good["win_over_next"] > 0.9
    rows = run(*arguments, "--format", "markdown")[0].splitlines()
    assert "| good | **0.000000** |" in rows[2]
    assert "| poor | 1.000000 |" in rows[3]


def test_scores_may_be_declared_to_be_confidence(run, run_json, write):
    gold = openhaldet(write, "hchc")
    write("it.jsonl", [{"sample_id": n, "score": score} for n, score in enumerate((1, 9, 2, 8))])
    assert run_json("score", gold, "it.jsonl")["languages"]["und"]["auroc"]["value"] == 0.0
    found = run_json("score", gold, "it.jsonl", "--confidence")
    assert found["languages"]["und"]["auroc"]["value"] == 1.0
    assert found["signature"].endswith("|seed:0|scores:confidence")
    (row,) = run_json("rank", gold, "a=it.jsonl", "--confidence")["languages"]["und"]["systems"]
    assert row["auroc"]["value"] == 1.0
    write("spans.jsonl", [{"id": "1", "model_output_text": "x", "hard_labels": []}])
    assert (
        "only scores can be confidence"
        in run("score", "spans.jsonl", "spans.jsonl", "--confidence", status=2)[1]
    )
