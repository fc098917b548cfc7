"""The values that docs/formulas.md and the help pages compute by hand."""

import numpy as np
import pytest

from morelkit.agreement.alpha import label_alpha
from morelkit.agreement.item_labels import association
from morelkit.agreement.percentage import percentage_agreement
from morelkit.agreement.span_measures import SpanTally
from tests.kit.agreement.plain import marks, pairwise

ANSWER = "The lamp was lit by Edwin Fernsby on 2 March 1884."


def spans(*texts):
    return [(ANSWER.index(text), ANSWER.index(text) + len(text)) for text in texts]


ADA, BO, CHEN = spans("Edwin Fernsby", "2 March 1884"), spans("Fernsby", "1884"), spans("Edwin Fernsby")


def test_three_annotators_of_one_answer():
    tally = SpanTally(seed=1)
    tally.add(marks([(len(ANSWER), [ADA, BO, CHEN])]))
    found = tally.measures()
    assert found["agreement"] == pytest.approx(49 / (3 * 25))
    assert found["alpha"] == pytest.approx(1 - 149 * 18 / (49 * 101)) == pytest.approx(0.458, abs=5e-4)
    assert [point.agreement for point in found.curve] == pytest.approx([0.729, 0.653], abs=5e-4)


def test_pairs_of_the_three_annotators():
    assert pairwise([ADA, BO]) == pytest.approx((0.611, 0, 1), abs=5e-4)
    assert pairwise([ADA, CHEN]) == pytest.approx((0.684, 0.667, 0.667), abs=5e-4)


def test_three_items_with_a_label():
    counts = np.array([[2, 0], [1, 1], [0, 2]])
    assert percentage_agreement(counts) == pytest.approx(0.667, abs=5e-4)
    assert label_alpha(counts) == pytest.approx(0.444, abs=5e-4)


def test_two_labels():
    found = association([[9, 3], [1, 7]])
    assert found.chi_square == pytest.approx(7.5)
    assert found.cramers_v == pytest.approx(0.612, abs=5e-4)
