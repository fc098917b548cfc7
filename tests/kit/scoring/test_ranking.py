"""Rankings and differences: by hand, by brute force, and the published boards."""

import csv
import json
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from morelkit.scoring.difference import Difference, difference
from morelkit.scoring.metric_results import MeanResult
from morelkit.scoring.ranking import competition_ranks, outcomes, rank_systems, significant_pairs, tiers
from morelkit.scoring.resampling import sample_counts, sample_sums, scaled
from morelkit.scoring.span_iou import SPAN_IOU
from tests.kit.scoring.test_baselines import FOLDER, needs_files
from tests.paths import REFERENCE_DATA
from tests.records import item

RANKINGS = REFERENCE_DATA / "rankings"
CONSTANT_TEAMS = {
    "mark-all": (("ES", "tsotsalab"), ("HI", "tsotsalab"), ("ZH", "tsotsalab")),
    "mark-none": (("AR", "FENJI"), ("HI", "FENJI"), ("ES", "S1mT5v-FMI")),
}


def scores(*systems: list[float]) -> dict[str, dict[str, np.ndarray]]:
    """Return systems a, b, … whose ρ is a tenth of their IoU."""
    return {
        chr(ord("a") + place): {"iou": np.array(each, dtype=float), "rho": np.array(each) / 10}
        for place, each in enumerate(systems)
    }


def mean_result(scores) -> MeanResult:
    return MeanResult(SPAN_IOU, np.array(scores, dtype=float))


def board(systems, metrics=("iou", "rho"), resamples=2_000):
    results = {
        name: {metric: mean_result(by_metric[metric]) for metric in metrics}
        for name, by_metric in systems.items()
    }
    return rank_systems("EN", results, resamples)


def compare(a: list[float], b: list[float], resamples: int = 100) -> Difference:
    return difference(mean_result(a), mean_result(b), resamples, 0)


def rows(name: str) -> list[dict]:
    with (RANKINGS / f"mushroom-2025-by-{name}.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@needs_files
@pytest.mark.parametrize(("name", "first", "second"), [("iou", "iou", "rho"), ("cor", "rho", "iou")])
def test_the_order_of_the_published_boards(name, first, second):
    found = rows(name)
    assert len(found) == 198
    tied = 0
    for _, group in groupby(found, lambda row: row["lang"]):
        board = list(group)
        figures = [(float(row[first]), float(row[second])) for row in board]
        ranks = competition_ranks(figures)
        assert ranks == sorted(ranks)
        tied += len(ranks) - len(set(ranks))
    assert tied == 6


@needs_files
@pytest.mark.parametrize("name", CONSTANT_TEAMS)
def test_published_rows_of_constant_predictions(run, run_json, write, name):
    published = {(row["lang"], row["team"]): row for row in rows("iou")}
    label = {"mark-all": "Baseline (mark all)", "mark-none": "Baseline (mark none)"}[name]
    languages = {language for language, _ in published}
    expected = {(language, label) for language in languages} | {*CONSTANT_TEAMS[name]}
    for language, team in expected:
        gold = FOLDER / f"mushroom.{language.lower()}-tst.v1.extra.jsonl"
        out, _ = run("baseline", name, gold)
        found = run_json("score", gold, write("it.jsonl", out.encode()), "--resamples", 1)["languages"][
            language
        ]
        row = published[language, team]
        assert [f"{found[metric]['value']:.6g}" for metric in ("iou", "rho")] == [row["iou"], row["rho"]]


def test_ties_are_decided_by_the_second_figure_and_equal_rows_share_a_rank():
    assert competition_ranks([(0.5, 0.1), (0.7, 0.2), (0.5, 0.3), (0.5, 0.1), (0.1, 0.9)]) == [3, 1, 2, 3, 5]


def test_a_board_by_either_metric():
    systems = scores([0.5, 0.5, 0.5], [0.2, 0.4, 0.9], [0.9, 0.9, 0.9])
    systems["a"]["rho"] = np.array([1.0, 1.0, 1.0])
    assert [(each.name, each.rank) for each in board(systems).systems] == [("c", 1), ("a", 2), ("b", 3)]
    by_rho = board(systems, ("rho", "iou"))
    assert [each.name for each in by_rho.systems] == ["a", "c", "b"]
    assert list(by_rho.systems[0].scores) == ["rho", "iou"]


def test_equal_systems_have_a_win_probability_of_exactly_zero():
    values = np.random.default_rng(0).uniform(0, 1, 150)
    found = board(scores(values, values, values[::-1]))
    assert [each.rank for each in found.systems] == [1, 1, 1]  # equal sums, although not equal items
    assert found.wins[0, 1] == found.wins[1, 0] == 0.0
    assert found.wins[0, 2] + found.wins[2, 0] == 1.0
    assert found.systems[0].win_over_next == 0.0


def test_outcomes_by_brute_force():
    values = np.random.default_rng(1).choice([0, 0.25, 0.5, 1], (12, 4))
    found = outcomes(sample_sums(scaled(values), 300, 9), 4)
    counts = np.concatenate([*sample_counts(12, 300, 9)])
    wins, ranks = np.zeros((4, 4), int), np.zeros((4, 4), int)
    for sample in counts:
        means = [
            sum(int(n) * round(4 * x) for n, x in zip(sample, column, strict=True)) for column in values.T
        ]
        for i in range(4):
            ranks[i, sum(other > means[i] for other in means)] += 1
            for j in range(4):
                wins[i, j] += means[i] > means[j]
    assert np.array_equal(found.wins, wins)
    assert np.array_equal(found.ranks, ranks)
    assert set(ranks.sum(axis=1)) == {300}


def test_rank_probabilities_and_intervals():
    found = board(scores([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]), resamples=10_000)
    a, b, c = found.systems
    assert (a.rank, b.rank, c.rank) == (1, 1, 3)
    assert sum(a.rank_probabilities) == pytest.approx(1)
    # a is first unless b is drawn more often than a.
    assert a.rank_probabilities[0] == 1 - found.wins[1, 0]
    assert a.rank_probabilities[2] == 0.0  # c is never better than any
    assert (a.rank_low, a.rank_high) == (1, 2)
    assert (c.rank_low, c.rank_high) == (1, 3)
    assert c.win_over_next is None


def test_a_tier_begins_at_a_significant_difference_from_the_first_of_the_tier_above():
    wins = np.zeros((4, 4), dtype=np.int64)
    wins[0] = [0, 9_000, 9_999, 10_000]
    wins[1] = [1_000, 0, 9_000, 9_999]
    wins[2] = [1, 1_000, 0, 9_990]
    wins[3] = [0, 1, 10, 0]
    assert tiers(wins, 10_000) == [1, 1, 2, 3]
    assert tiers(np.zeros((3, 3), dtype=np.int64), 10_000) == [1, 1, 1]
    assert tiers(np.zeros((1, 1), dtype=np.int64), 10_000) == [1]


def test_one_item_makes_no_tiers():
    assert [(each.rank, each.tier) for each in board(scores([1.0], [0.5])).systems] == [(1, 1), (2, 1)]


def test_holm_stops_at_the_first_pair_that_is_not_significant():
    wins = np.zeros((3, 3), dtype=np.int64)
    wins[0, 1], wins[0, 2], wins[1, 2] = 992, 988, 974  # p = .016, .024, .052 against .05 / 3, .05 / 2, .05
    assert significant_pairs(wins, 1_000) == {(0, 1), (0, 2)}
    wins[0, 1] = 991  # .018: the first fails, so all do
    assert significant_pairs(wins, 1_000) == set()


def test_a_difference_of_items():
    found = compare([1.0, 0.5, 0.25, 1.0], [0.0, 0.5, 0.75, 0.0], 2_000)
    assert (found.a, found.b, found.difference) == (0.6875, 0.3125, 0.375)
    assert (found.a_better, found.b_better, found.equal) == (2, 1, 1)
    assert found.low < 0 < found.high
    assert found.sign == 0
    better = compare([0.5] * 20, [0.25] * 20)
    assert (better.low, better.high, better.sign) == (0.25, 0.25, 1)
    worse = compare([0.25] * 20, [0.5] * 20)
    assert (worse.high, worse.sign) == (-0.25, -1)
    one = compare([0.75], [0.5])
    assert (one.difference, one.low, one.high, one.sign) == (0.25, None, None, None)
    same = compare([0.25] * 20, [0.25] * 20)
    assert (same.difference, same.sign, same.equal) == (0.0, 0, 20)


@pytest.fixture
def gold(write) -> str:
    return write(
        "gold.jsonl",
        [*(item(f"q-{n}", hard_labels=[[0, 10]]) for n in range(4)), item("ar", lang="AR", hard_labels=[])],
    )


@pytest.fixture
def files(write, gold) -> None:
    for name, ends in (("good", (10, 10, 9, 9)), ("bad", (5, 4, 3, 2)), ("same", (10, 10, 9, 9))):
        write(f"{name}.jsonl", [{"id": f"q-{n}", "hard_labels": [[0, end]]} for n, end in enumerate(ends)])
    write("ar.jsonl", [{"id": "ar", "hard_labels": []}])


def test_rank_command(run, run_json, gold, files):
    arguments = ("rank", gold, "good=good.jsonl", "bad=bad.jsonl", "same=same.jsonl", "good=ar.jsonl")
    found = run_json(*arguments)
    assert found["metric"] == "iou"
    assert found["signature"].endswith("|n:5|resamples:100000|seed:0")
    assert list(found["languages"]) == ["AR", "EN"]
    en = found["languages"]["EN"]
    assert [(each["name"], each["rank"]) for each in en["systems"]] == [("good", 1), ("same", 1), ("bad", 3)]
    assert [each["win_over_next"] for each in en["systems"]] == [0.0, 1.0, None]
    assert [each["rank_interval"] for each in en["systems"]] == [[1, 1], [1, 1], [3, 3]]
    assert en["win_probabilities"]["good"] == {"same": 0.0, "bad": 1.0}
    (good,) = found["languages"]["AR"]["systems"]
    assert (good["name"], good["iou"]) == ("good", {"value": 1.0, "low": None, "high": None})  # of one item
    out, _ = run(*arguments)
    assert out == run(*arguments)[0]
    latex, _ = run(*arguments, "--format", "latex", "--metric", "rho", "--resamples", 100)
    assert r"EN & 1 & 1 & good & \textbf{" in latex


def test_diff_command(run, run_json, gold, files):
    found = run_json("diff", gold, "good.jsonl", "bad.jsonl", "--metrics", "iou", "--items", "items.jsonl")
    iou = found["languages"]["EN"]["iou"]
    assert (iou["sign"], iou["a_better"], iou["b_better"], iou["equal"]) == (1, 4, 0, 0)
    assert iou["difference"] == pytest.approx((3.8 - 1.4) / 4, abs=1e-12)
    first = json.loads(Path("items.jsonl").read_text().splitlines()[0])
    assert first == {"id": "q-0", "lang": "EN", "iou": {"a": 1.0, "b": 0.5, "difference": 0.5, "sign": 1}}
    assert "A − B" in run("diff", gold, "good.jsonl", "bad.jsonl")[0]
    assert "predict different languages" in run("diff", gold, "good.jsonl", "ar.jsonl", status=2)[1]


def test_refused_rankings(run, gold, files, write):
    assert "“good.jsonl” is not of the form NAME=FILE." in run("rank", gold, "good.jsonl", status=2)[1]
    assert "no metric “f1”" in run("rank", gold, "good=good.jsonl", "--metric", "f1", status=2)[1]
    write("bad.jsonl", [])
    assert (
        "bad.jsonl: The file contains no records."
        in run("rank", gold, "good=good.jsonl", "bad=bad.jsonl", status=1)[1]
    )


def test_the_best_run_of_each_team_is_ranked_by_either_metric(run_json, write):
    gold = write("gold.jsonl", [item(f"q-{n}", hard_labels=[[0, 10]]) for n in range(2)])
    exact, wide = [[0, 10]], [[0, 20]]
    soft = [{"start": 0, "end": 10, "prob": 0.4}]  # ρ is 1, but nothing is hard
    for name, labels in (
        ("1", {"hard_labels": wide}),
        ("2", {"soft_labels": soft}),
        ("3", {"hard_labels": exact}),
    ):
        write(f"{name}.jsonl", [{"id": f"q-{n}", **labels} for n in range(2)])
    arguments = ("rank", gold, "a/1=1.jsonl", "a/2=2.jsonl", "b/3=3.jsonl", "--teams", "--resamples", 100)
    by_iou, by_rho = (
        [each["name"] for each in run_json(*arguments, "--metric", metric)["languages"]["EN"]["systems"]]
        for metric in ("iou", "rho")
    )
    assert by_iou == ["b/3", "a/1"]
    assert by_rho == ["b/3", "a/2"]
