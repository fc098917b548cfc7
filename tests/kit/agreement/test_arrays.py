"""Counting and agreement of whole corpora as arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.arrays import corpus_agreement, corpus_runs
from morelkit.agreement.character_counts import count_item
from morelkit.text.normalization import POLICIES
from tests.kit.corpora import arrays, corpora, normalized, runs_of


def test_two_items_by_hand():
    # Item 0: [0, 4) and [2, 6), a third annotator marks nothing: 8 / (3 · 6). Item 2: both mark [1, 3).
    # Item 1 has no spans; item 3 has only one annotation.
    runs = corpus_runs(*arrays((0, 0, 0, 4), (0, 1, 2, 6), (2, 0, 1, 3), (2, 1, 1, 3), (3, 0, 5, 6)))
    n = np.array([3, 2, 2, 1])
    assert runs_of(runs) == [(0, 0, 2, 1), (0, 2, 4, 2), (0, 4, 6, 1), (2, 1, 3, 2), (3, 5, 6, 1)]
    np.testing.assert_array_equal(corpus_agreement(runs, n), [8 / 18, 1.0, 1.0, np.nan])


@given(corpora, st.sampled_from(POLICIES))
def test_runs_and_agreement_of_a_corpus_equal_those_of_its_items(corpus, policy):
    counts = [count_item(policy, *item) for item in corpus]
    n = np.array([each.n for each in counts], dtype=int)
    runs = corpus_runs(*normalized(corpus, policy))
    expected_runs = [
        (item, run.start, run.end, run.count) for item, each in enumerate(counts) for run in each.runs
    ]
    expected_agreement = [np.nan if each.agreement is None else each.agreement for each in counts]
    assert runs_of(runs) == expected_runs
    np.testing.assert_array_equal(corpus_agreement(runs, n), expected_agreement)


def test_overlapping_spans_of_one_annotator_count_once():
    spans = arrays((0, 7, 4, 9), (0, 3, 0, 2), (0, 7, 0, 6), (0, 7, 1, 2))
    assert runs_of(corpus_runs(*spans)) == [(0, 0, 2, 2), (0, 2, 9, 1)]


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint32, np.int64])
def test_any_integer_type_is_accepted(dtype):
    spans = [column.astype(dtype) for column in arrays((100, 0, 0, 200), (100, 1, 199, 255), (101, 0, 3, 4))]
    assert runs_of(corpus_runs(*spans)) == [
        (100, 0, 199, 1),
        (100, 199, 200, 2),
        (100, 200, 255, 1),
        (101, 3, 4, 1),
    ]


def test_offsets_beyond_32_bits_of_key_are_sorted_too():
    far = 2**40
    spans = arrays((0, 0, 0, far), (0, 1, far - 1, far + 1), (5, 0, 1, 2))
    assert runs_of(corpus_runs(*spans)) == [
        (0, 0, far - 1, 1),
        (0, far - 1, far, 2),
        (0, far, far + 1, 1),
        (5, 1, 2, 1),
    ]


def test_offsets_too_large_to_sort_are_refused():
    with pytest.raises(ValueError, match="too large"):
        corpus_runs(*arrays((0, 0, 0, 2**50), (2**20, 0, 0, 1)))


@pytest.mark.parametrize("span", [(0, 0, 4, 2), (0, 0, -1, 2), (-1, 0, 1, 2)])
def test_reversed_and_negative_input_is_refused(span):
    with pytest.raises(ValueError, match="negative"):
        corpus_runs(*arrays(span))


def test_arrays_of_different_length_are_refused():
    item, annotator, start, end = arrays((0, 0, 1, 2), (0, 1, 1, 2))
    with pytest.raises(ValueError, match="one entry a span"):
        corpus_runs(item, annotator, start[:1], end)


@given(corpora, st.randoms())
def test_the_order_of_spans_in_the_arrays_does_not_matter(corpus, random):
    spans = normalized(corpus, "raw")
    shuffled = random.sample(range(len(spans[0])), len(spans[0]))
    assert runs_of(corpus_runs(*(column[shuffled] for column in spans))) == runs_of(corpus_runs(*spans))
