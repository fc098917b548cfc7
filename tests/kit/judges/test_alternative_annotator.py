import numpy as np
import pytest

from morelkit.judges.alternative_annotator import alternative_annotator_test


def agreement(model_better, equal, human_better):
    """Return the agreement of model and annotator on items of each of three kinds."""
    model = [1.0] * model_better + [0.5] * equal + [0.0] * human_better
    human = [0.0] * model_better + [0.5] * equal + [1.0] * human_better
    return np.array(model), np.array(human)


def test_shares_and_p_value_by_hand():
    found = alternative_annotator_test({name: agreement(10, 15, 15) for name in "abc"}, epsilon=0.2)
    ada = found.annotators["a"]
    assert (ada.items, ada.model_wins, ada.annotator_wins) == (40, 25 / 40, 30 / 40)
    # Differences ρ_h − ρ_f of items: −1 ten times, 0 and 1 fifteen times each: mean .125, variance
    # (25 − 40 · .125²) / 39 = .625, t = (.125 − .2) / √(.625 / 40) = −.6 with 39 degrees of freedom
    assert ada.p == pytest.approx(0.276, abs=5e-4)
    assert not ada.rejected
    assert (found.winning_rate, found.advantage) == (0, 25 / 40)


def test_rejections_are_corrected_for_the_number_of_annotators():
    wins = {"a": agreement(30, 10, 0), "b": agreement(20, 10, 10), "c": agreement(10, 15, 15)}
    found = alternative_annotator_test(wins, epsilon=0.2)
    assert {name: each.rejected for name, each in found.annotators.items()} == {
        "a": True,
        "b": True,
        "c": False,
    }
    assert found.winning_rate == 2 / 3
    assert found.advantage == pytest.approx((40 + 30 + 25) / 120)
    # Three equal p-values below .05 must be below .05 / (1 + 1/2 + 1/3) = .0273 by Benjamini & Yekutieli.
    weak = alternative_annotator_test({name: agreement(14, 14, 12) for name in "abc"}, epsilon=0.2)
    assert all(0.0273 < each.p < 0.05 for each in weak.annotators.values())
    assert weak.winning_rate == 0


def test_without_any_difference_the_model_wins():
    found = alternative_annotator_test({name: agreement(0, 30, 0) for name in "abc"}, epsilon=0.1)
    assert (found.winning_rate, found.advantage) == (1, 1)


def test_fewer_than_three_annotators_with_thirty_items_give_no_result():
    found = alternative_annotator_test(
        {"a": agreement(0, 29, 0)} | dict.fromkeys("bc", agreement(0, 30, 0)), 0.1
    )
    assert found.winning_rate is found.advantage is None
    assert found.reason == "fewer than 3 annotators share 30 items with the judge"
