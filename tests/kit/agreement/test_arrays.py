import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.arrays import corpus_agreement, corpus_runs
from morelkit.agreement.character_counts import count_item
from morelkit.gold.arrays import agreement_and_gold, corpus_gold
from morelkit.gold.votes import hard_labels
from morelkit.text.normalization import POLICIES, normalize
from tests.kit.strategies import items


def arrays(*spans):
    """Return flat arrays of (item, annotator, start, end)."""
    return tuple(np.array(spans, dtype=np.int64).reshape(-1, 4).T)


def rows(columns):
    return list(zip(*(column.tolist() for column in columns), strict=True))


def runs_of(runs):
    return rows((runs.item, runs.start, runs.end, runs.count))


def test_two_items_by_hand():
    # Item 0: [0, 4) and [2, 6), a third annotator marks nothing: 8 / (3 · 6). Item 2: both mark [1, 3).
    # Item 1 has no spans; item 3 has only one annotation.
    runs = corpus_runs(*arrays((0, 0, 0, 4), (0, 1, 2, 6), (2, 0, 1, 3), (2, 1, 1, 3), (3, 0, 5, 6)))
    n = np.array([3, 2, 2, 1])
    assert runs_of(runs) == [(0, 0, 2, 1), (0, 2, 4, 2), (0, 4, 6, 1), (2, 1, 3, 2), (3, 5, 6, 1)]
    np.testing.assert_array_equal(corpus_agreement(runs, n), [8 / 18, 1.0, 1.0, np.nan])
    assert rows(corpus_gold(runs, n)) == [(0, 2, 4), (2, 1, 3), (3, 5, 6)]


def test_overlapping_spans_of_one_annotator_count_once():
    spans = arrays((0, 7, 4, 9), (0, 3, 0, 2), (0, 7, 0, 6), (0, 7, 1, 2))
    assert runs_of(corpus_runs(*spans)) == [(0, 0, 2, 2), (0, 2, 9, 1)]


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


corpora = st.lists(items(min_annotations=0), max_size=7)


def normalized(corpus, policy):
    """Generate normalized spans, including the overlaps and the order that `mushroom-2025` produces."""
    return arrays(
        *(
            (item, annotator, start, end)
            for item, (text, annotations) in enumerate(corpus)
            for annotator, spans in enumerate(annotations)
            for start, end in normalize(policy, text, [(each.start, each.end) for each in spans])
        )
    )


@given(corpora, st.sampled_from(POLICIES), st.integers(1, 4))
def test_the_corpus_functions_equal_the_item_functions(corpus, policy, chunk):
    counts = [count_item(policy, *item) for item in corpus]
    spans, n = normalized(corpus, policy), np.array([each.n for each in counts], dtype=int)
    runs = corpus_runs(*spans)
    expected_runs = [
        (item, run.start, run.end, run.count) for item, each in enumerate(counts) for run in each.runs
    ]
    expected_gold = [
        (item, *hard) for item, each in enumerate(counts) for hard in hard_labels(each.runs, each.n)
    ]
    expected_agreement = [np.nan if each.agreement is None else each.agreement for each in counts]
    assert runs_of(runs) == expected_runs
    assert rows(corpus_gold(runs, n)) == expected_gold
    np.testing.assert_array_equal(corpus_agreement(runs, n), expected_agreement)
    agreement, gold = agreement_and_gold(*spans, n, chunk=chunk)
    np.testing.assert_array_equal(agreement, expected_agreement)
    assert rows(gold) == expected_gold


@given(corpora, st.randoms())
def test_the_order_of_spans_in_the_arrays_does_not_matter(corpus, random):
    spans = normalized(corpus, "raw")
    shuffled = random.sample(range(len(spans[0])), len(spans[0]))
    assert runs_of(corpus_runs(*(column[shuffled] for column in spans))) == runs_of(corpus_runs(*spans))
