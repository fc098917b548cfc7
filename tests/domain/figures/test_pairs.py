import numpy as np
import pytest
from hypothesis import given

from annotation.domain.figures import pairs
from annotation.domain.figures.pairs import pairwise_f1
from tests.domain.figures.plain import marks, pairwise
from tests.domain.figures.strategies import corpora


def scores(*annotations):
    return tuple(score.tolist()[0] for score in pairwise_f1(marks([(40, annotations)])))


def test_two_annotators_by_hand():
    # Characters: 6 shared of 10 and 9. Spans: [0, 4) is in both. Overlap: all of the first's two spans meet one of the
    # other's three, of whose three two meet one of the first's: 2 · 1 · ⅔ / (1 + ⅔).
    character, exact, overlap = scores([(0, 4), (10, 16)], [(0, 4), (14, 18), (30, 31)])
    assert character == 2 * 6 / (10 + 9)
    assert exact == 2 * 1 / (2 + 3)
    assert overlap == pytest.approx(0.8)


def test_spans_that_only_touch_share_nothing():
    assert scores([(0, 4)], [(4, 8)]) == (0, 0, 0)


def test_two_who_mark_nothing_agree_and_one_who_does_alone_does_not():
    assert scores([], []) == (1, 1, 1)
    assert scores([(0, 4)], []) == (0, 0, 0)


def test_an_item_is_the_mean_over_its_pairs():
    assert scores([(0, 4)], [(0, 4)], []) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_an_item_with_fewer_than_two_annotations_has_none():
    found = pairwise_f1(marks([(9, []), (9, [[(0, 3)]])]))
    assert np.isnan(found).all()


@pytest.mark.parametrize("block", [1, 7, 2**18])
@given(corpus=corpora)
def test_scores_are_those_of_sets_whatever_the_size_of_a_block(block, corpus):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs, "_BLOCK", block)
        found = np.array(pairwise_f1(marks(corpus))).T
    expected = [pairwise(each) if len(each) >= 2 else (np.nan,) * 3 for _, each in corpus]
    np.testing.assert_allclose(found, np.array(expected).reshape(-1, 3), rtol=1e-12)
