"""Agreement of an annotation with the others of its item, compared with a pair-by-pair computation and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.annotator_comparison import agreement_of_pairs, agreement_with_others
from morelkit.agreement.character_counts import count_item
from morelkit.text.spans import Span

RANGES = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6)), max_size=4)


def compared(items: list[list[list[tuple[int, int]]]]) -> list[float]:
    """Return the arrays of items, each a list of annotations, each a list of ranges."""
    annotations = [(place, ranges) for place, each in enumerate(items) for ranges in each]
    spans = [(owner, *range_) for owner, (_, ranges) in enumerate(annotations) for range_ in ranges]
    columns = np.array(spans, dtype=np.int64).reshape(-1, 3).T
    return list(
        agreement_with_others(np.array([place for place, _ in annotations], dtype=np.int64), *columns)
    )


def test_the_worked_example_of_the_formulas():
    """Ada marks 25 characters, Bo 11 of them, Chen 13 of them; Bo and Chen share 7."""
    ada, bo, chen = [(20, 33), (37, 49)], [(26, 33), (45, 49)], [(20, 33)]
    with_bo, with_chen = (25 + 11) / (2 * 25), (25 + 13) / (2 * 25)
    bo_chen = (11 + 13) / (2 * 17)
    assert compared([[ada, bo, chen]]) == pytest.approx(
        [(with_bo + with_chen) / 2, (with_bo + bo_chen) / 2, (with_chen + bo_chen) / 2]
    )


def test_empty_annotations_agree_and_a_single_annotation_has_no_value():
    first, second, alone = compared([[[], []], [[(0, 3)]]])
    assert (first, second) == (1, 1)
    assert np.isnan(alone)


def test_the_number_of_pairs_in_memory_is_limited():
    """Three items have 3, 10 and 1 pairs; no pair is lost between chunks."""
    item = np.repeat([7, 8, 9, 11], [3, 5, 2, 1])
    owner, start = np.arange(1, 11), np.zeros(10, dtype=np.int64)
    end = np.arange(1, 11)
    [whole] = agreement_of_pairs(item, owner, start, end)
    for most, sizes in {14: [14], 13: [13, 1], 12: [3, 11], 1: [3, 10, 1]}.items():
        chunks = list(agreement_of_pairs(item, owner, start, end, most))
        assert [len(chunk.agreement) for chunk in chunks if len(chunk.agreement)] == sizes
        for column, expected in zip(zip(*chunks, strict=True), whole, strict=True):
            assert np.array_equal(np.concatenate(column), expected)


@given(st.lists(st.lists(RANGES, max_size=4), max_size=4))
def test_agreement_with_others_is_the_mean_over_pairs(drawn):
    items = [[[(start, start + length) for start, length in ranges] for ranges in each] for each in drawn]
    text = "x" * 20
    expected = []
    for annotations in items:
        spans = [[Span(*range_, "h", str(at)) for at, range_ in enumerate(ranges)] for ranges in annotations]
        for mine, one in enumerate(spans):
            others = [other for place, other in enumerate(spans) if place != mine]
            pairs = [count_item("raw", text, [one, other]).agreement for other in others]
            expected.append(float(np.mean(pairs)) if pairs else np.nan)
    assert compared(items) == pytest.approx(expected, nan_ok=True)
