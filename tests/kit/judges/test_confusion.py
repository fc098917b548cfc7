import numpy as np
import pytest

from morelkit.agreement.undefined import Undefined
from morelkit.judges.confusion import ABSTAINED, confusion

# Ten answers: people say correct (0) of six and hallucination (1) of four.
#             judge 0  judge 1  abstains
#   people 0      4        1        1
#   people 1      1        2        1
PEOPLE = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
JUDGE = np.array([0, 0, 0, 0, 1, ABSTAINED, 0, 1, 1, ABSTAINED])
ITEMS = np.arange(10)


def test_abstentions_are_apart_from_the_matrix():
    found = confusion(ITEMS, PEOPLE, JUDGE, 2)
    assert found.table.tolist() == [[4, 1], [1, 2]]
    assert found.abstained.tolist() == [1, 1]
    assert found.n == 8


def test_figures_by_hand():
    found = confusion(ITEMS, PEOPLE, JUDGE, 2)
    assert found.accuracy == 6 / 8
    # p_o = 6/8; p_e = 5/8 · 5/8 + 3/8 · 3/8 = 34/64; κ = (48 − 34) / (64 − 34) = 14/30
    assert found.kappa == pytest.approx(14 / 30, abs=1e-15)
    hallucination = found.scores(1)
    assert (hallucination.people, hallucination.judge) == (3, 3)
    assert (hallucination.precision, hallucination.recall) == (2 / 3, 2 / 3)
    assert found.scores(0).f1 == 8 / 10  # 2 · 4 / (5 + 5)


def test_what_has_no_value_is_undefined():
    nothing = confusion(np.array([], int), np.array([], int), np.array([], int), 2)
    assert nothing.accuracy == nothing.kappa == nothing.kappa_interval(0) == Undefined.NO_VALUES
    one_choice = confusion(np.arange(3), np.zeros(3, int), np.zeros(3, int), 2)
    assert one_choice.kappa == one_choice.kappa_interval(0) == Undefined.ONE_VALUE
    assert one_choice.scores(1).precision == one_choice.scores(1).f1 == Undefined.NO_VALUES
    one_item = confusion(np.zeros(2, int), np.array([0, 1]), np.array([0, 1]), 2)
    assert one_item.kappa == 1
    assert one_item.kappa_interval(0) == Undefined.ONE_ITEM


def test_the_interval_contains_kappa_and_is_the_same_for_a_seed():
    random = np.random.default_rng(1)
    people = random.integers(0, 2, 200)
    judge = np.where(random.random(200) < 0.8, people, 1 - people)
    found = confusion(np.arange(200), people, judge, 2)
    low, high = found.kappa_interval(3)
    assert low < found.kappa < high
    # The standard error of κ is about √(p_o (1 − p_o) / n) / (1 − p_e) = √(.16 / 200) / .5 = .057
    assert high - low == pytest.approx(4 * 0.057, abs=0.05)
    assert found.kappa_interval(3) == (low, high)


def test_claims_of_an_item_are_drawn_together():
    random = np.random.default_rng(2)
    people = np.repeat(random.integers(0, 2, 50), 8)
    judge = np.where(np.repeat(random.random(50) < 0.7, 8), people, 1 - people)
    together = confusion(np.repeat(np.arange(50), 8), people, judge, 2)
    apart = confusion(np.arange(400), people, judge, 2)
    assert together.kappa == apart.kappa
    width = [np.diff(each.kappa_interval(0))[0] for each in (together, apart)]
    assert width[0] > 2 * width[1]
