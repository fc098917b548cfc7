"""Gold of whole corpora as arrays, at once and in chunks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.arrays import corpus_runs
from morelkit.agreement.character_counts import count_item
from morelkit.gold.arrays import agreement_and_gold, corpus_gold
from morelkit.gold.votes import hard_labels
from morelkit.text.normalization import POLICIES
from tests.kit.corpora import arrays, corpora, normalized, rows


def test_two_items_by_hand():
    # Item 0: two of three mark [2, 4). Item 2: both mark [1, 3). Item 1 has no spans; item 3 has only one annotation.
    runs = corpus_runs(*arrays((0, 0, 0, 4), (0, 1, 2, 6), (2, 0, 1, 3), (2, 1, 1, 3), (3, 0, 5, 6)))
    assert rows(corpus_gold(runs, np.array([3, 2, 2, 1]))) == [(0, 2, 4), (2, 1, 3), (3, 5, 6)]


def test_adjacent_gold_joins_within_an_item_and_not_across_items():
    spans = arrays((0, 0, 0, 4), (0, 1, 0, 4), (0, 2, 2, 4), (1, 0, 4, 6))
    assert rows(corpus_gold(corpus_runs(*spans), np.array([3, 1]))) == [(0, 0, 4), (1, 4, 6)]


def test_a_corpus_without_spans_has_agreement_one():
    agreement, gold = agreement_and_gold(*arrays(), np.array([2, 1, 0]))
    np.testing.assert_array_equal(agreement, [1.0, np.nan, np.nan])
    assert rows(gold) == []


def test_a_corpus_without_items_is_empty():
    agreement, gold = agreement_and_gold(*arrays(), np.array([], dtype=int))
    assert (len(agreement), rows(gold)) == (0, [])


@pytest.mark.parametrize("order", [[1, 0, 2], [2, 1, 0], [0, 2, 1]])
@pytest.mark.parametrize("chunk", [1, 2, 8])
def test_chunks_need_items_in_ascending_order(order, chunk):
    spans = arrays((0, 0, 1, 2), (1, 0, 1, 2), (2, 0, 1, 2))
    with pytest.raises(ValueError, match="ascend"):
        agreement_and_gold(*(column[order] for column in spans), np.array([1, 1, 1]), chunk=chunk)


@pytest.mark.parametrize("item", [3, -1])
def test_an_item_without_a_count_of_annotations_is_refused(item):
    with pytest.raises(ValueError, match=r"item|negative"):
        agreement_and_gold(*arrays((item, 0, 1, 2)), np.array([2, 2, 2]))


@given(corpora, st.sampled_from(POLICIES), st.integers(1, 4))
def test_gold_and_agreement_of_a_corpus_equal_those_of_its_items(corpus, policy, chunk):
    counts = [count_item(policy, *item) for item in corpus]
    spans, n = normalized(corpus, policy), np.array([each.n for each in counts], dtype=int)
    expected_gold = [
        (item, *hard) for item, each in enumerate(counts) for hard in hard_labels(each.runs, each.n)
    ]
    expected_agreement = [np.nan if each.agreement is None else each.agreement for each in counts]
    assert rows(corpus_gold(corpus_runs(*spans), n)) == expected_gold
    agreement, gold = agreement_and_gold(*spans, n, chunk=chunk)
    np.testing.assert_array_equal(agreement, expected_agreement)
    assert rows(gold) == expected_gold
