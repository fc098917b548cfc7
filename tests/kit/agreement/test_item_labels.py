import numpy as np
import pytest

from morelkit.agreement.item_labels import ItemLabelTally, association
from morelkit.agreement.percentage import percentage_agreement
from morelkit.agreement.undefined import Undefined


def test_percentage_agreement_is_the_share_of_agreeing_pairs():
    # All 3 agree: 3 of 3 pairs. 2 of 3 agree: 1 of 3 pairs. One annotation has no pair.
    assert percentage_agreement(np.array([[3, 0], [2, 1], [1, 0]])) == pytest.approx((1 + 1 / 3) / 2)


def test_without_pairs_percentage_agreement_is_undefined():
    assert percentage_agreement(np.array([[1, 0], [0, 0]])) is Undefined.NO_PAIRS


def test_association_by_hand():
    # Expected: 12 · 10 / 20 = 6, 6, 4, 4; each cell is 3 away: 9/6 + 9/6 + 9/4 + 9/4.
    found = association([[9, 3], [1, 7]])
    assert found.chi_square == pytest.approx(7.5)
    assert found.cramers_v == pytest.approx((7.5 / 20) ** 0.5)
    assert (found.n, found.degrees_of_freedom) == (20, 1)


def test_cramers_v_is_one_for_identical_and_zero_for_independent_labels():
    assert association([[5, 0, 0], [0, 5, 0], [0, 0, 2]]).cramers_v == pytest.approx(1)
    assert association([[4, 2], [8, 4]]).cramers_v == pytest.approx(0)


def test_empty_rows_and_columns_are_left_out():
    assert association([[9, 0, 3], [0, 0, 0], [1, 0, 7]]) == association([[9, 3], [1, 7]])


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([[0, 0], [0, 0]], Undefined.NO_VALUES),
        ([[3, 4], [0, 0]], Undefined.ONE_VALUE),
        ([[3, 0], [4, 0]], Undefined.ONE_VALUE),
    ],
)
def test_association_is_undefined_for_fewer_than_two_rows_or_columns(table, reason):
    found = association(table)
    assert found.chi_square is found.cramers_v is reason


CHOICES = {"fluency": ["well-formed", "minor"], "factuality": ["correct", "errors"]}


def test_a_contingency_table_counts_annotations_that_set_both_labels():
    tally = ItemLabelTally(CHOICES)
    tally.add([{"fluency": "minor", "factuality": "errors"}, {"fluency": "minor"}, {}])
    tally.add([{"fluency": "well-formed", "factuality": "errors"}])
    assert tally.tables["fluency", "factuality"].tolist() == [[0, 1], [0, 1]]
    fluency, factuality = tally.measures()
    assert (fluency.n, fluency.counted, fluency["percentage"]) == (3, 1, 1)
    assert fluency["alpha"] is Undefined.ONE_VALUE
    assert (factuality.n, factuality["percentage"]) == (2, Undefined.NO_PAIRS)


def test_tallies_of_languages_add_up():
    one, other = ItemLabelTally(CHOICES), ItemLabelTally(CHOICES)
    one.add([{"fluency": "minor", "factuality": "errors"}] * 2)
    other.add([{"fluency": "well-formed", "factuality": "errors"}] * 2)
    both = one + other
    assert both.tables["fluency", "factuality"].tolist() == [[0, 2], [0, 2]]
    assert both.measures()[0]["alpha"] == 1
