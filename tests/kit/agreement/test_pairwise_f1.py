import numpy as np
import pytest
from hypothesis import given

from morelkit.agreement import annotation_pairs
from morelkit.agreement.pairwise_f1 import pairwise_f1
from tests.kit.agreement.plain import marks, pairwise
from tests.kit.agreement.strategies import corpora


def scores(*annotations):
    return tuple(score.tolist()[0] for score in pairwise_f1(marks([(40, annotations)])))


def test_pairwise_f1_by_hand():
    # Characters: 6 shared of 10 and 9. Spans: [0, 4) is in both. Overlap: both spans of the first overlap one of the
    # second; two of the second's three overlap one of the first: 2 · 1 · ⅔ / (1 + ⅔).
    character, exact, overlap = scores([(0, 4), (10, 16)], [(0, 4), (14, 18), (30, 31)])
    assert character == 2 * 6 / (10 + 9)
    assert exact == 2 * 1 / (2 + 3)
    assert overlap == pytest.approx(0.8)


def test_spans_that_only_touch_share_nothing():
    assert scores([(0, 4)], [(4, 8)]) == (0, 0, 0)


def test_two_empty_annotations_agree_and_an_empty_one_agrees_with_no_other():
    assert scores([], []) == (1, 1, 1)
    assert scores([(0, 4)], []) == (0, 0, 0)


def test_an_item_is_the_mean_over_its_pairs():
    assert scores([(0, 4)], [(0, 4)], []) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_items_with_fewer_than_two_annotations_have_no_f1():
    found = pairwise_f1(marks([(9, []), (9, [[(0, 3)]])]))
    assert np.isnan(found).all()


@pytest.mark.parametrize("block", [1, 7, 2**18])
@given(corpus=corpora)
def test_f1_equals_that_of_sets_for_any_block_size(block, corpus):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annotation_pairs, "_BLOCK", block)
        found = np.array(pairwise_f1(marks(corpus))).T
    expected = [pairwise(each) if len(each) >= 2 else (np.nan,) * 3 for _, each in corpus]
    np.testing.assert_allclose(found, np.array(expected).reshape(-1, 3), rtol=1e-12)
