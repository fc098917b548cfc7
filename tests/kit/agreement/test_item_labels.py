import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.item_labels import ItemLabelTally, association, vote_shares
from morelkit.agreement.percentage import item_agreement, item_agreement_scaled, percentage_agreement
from morelkit.agreement.undefined import Undefined
from tests.kit.formats.files import reference_files


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


def test_votes_are_counted_by_choice_by_majority_and_by_split():
    counts = np.array([[5, 0], [3, 2], [2, 3], [1, 1], [0, 0]])
    votes = vote_shares(["yes", "no"], counts)
    yes, no = votes.choices
    assert (yes.annotations, yes.majority, no.annotations, no.majority) == (11, 2, 6, 1)
    assert yes.shares == [(0.4, 1), (0.5, 1), (0.6, 1), (1.0, 1)]
    assert (votes.ties, votes.majority_accuracy) == (1, 2 / 3)
    assert votes.splits == [((5,), 1), ((3, 2), 2), ((1, 1), 1)]


def test_without_votes_there_is_no_majority():
    votes = vote_shares(["yes", "no"], np.zeros((2, 2), dtype=np.int64))
    assert (votes.majority_accuracy, votes.splits, votes.ties) == (Undefined.NO_ITEMS, [], 0)
    assert vote_shares(["yes", "no"], np.array([[1, 1]])).majority_accuracy is Undefined.NO_VALUES


def test_an_item_agrees_as_far_as_pairs_of_its_annotations_agree_on_average_over_labels():
    votes = [{"a": "x", "b": "u"}, {"a": "x", "b": "v"}, {"a": "y"}]
    assert item_agreement(votes) == Fraction(1, 6)  # a: 1 of 3 pairs; b: 0 of 1
    assert item_agreement_scaled(votes) == 166_666_666_667
    assert item_agreement([{"a": "x"}, {"b": "u"}]) is None
    assert item_agreement_scaled([]) is None


@given(st.lists(st.lists(st.sampled_from("xyz"), max_size=6), min_size=1, max_size=8))
def test_the_mean_over_items_is_the_percentage_agreement(items):
    counts = np.array([[each.count(choice) for choice in "xyz"] for each in items])
    shares = [item_agreement({"a": choice} for choice in each) for each in items]
    defined = [share for share in shares if share is not None]
    expected = percentage_agreement(counts)
    if defined:
        assert float(sum(defined) / len(defined)) == pytest.approx(expected)
    else:
        assert expected is Undefined.NO_PAIRS


def test_shroom_votes_have_the_published_splits_and_majority():
    (path,) = reference_files("shroom2024", "test_agnostic.json")
    counts = [
        [record["labels"].count(label) for label in ("Hallucination", "Not Hallucination")]
        for record in json.loads(path.read_bytes())
    ]
    votes = vote_shares(["no", "yes"], np.array(counts))
    assert round(votes.majority_accuracy, 6) == 0.592667
    assert dict(votes.splits)[3, 2] == 436
