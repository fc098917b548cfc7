import numpy as np
import pytest
from hypothesis import given

from morelkit.agreement import pool_size_curve as curves
from morelkit.agreement.pool_size_curve import EXACT, PoolSizeCurve
from tests.kit.agreement.plain import curve, marks
from tests.kit.agreement.strategies import corpora


def points(corpus, seed=7):
    found = PoolSizeCurve()
    found.add(marks(corpus), seed, 0)
    return found.points()


def test_three_annotators_by_hand():
    # Pairs: 4 + 4 over 6, 4 over 4, 4 over 4; all three: 8 over 3 · 6.
    two, three = points([(9, [[(0, 4)], [(2, 6)], []])])
    assert two == (2, pytest.approx((8 / 12 + 4 / 8 + 4 / 8) / 3), 0)
    assert three == (3, pytest.approx(8 / 18), 0)


@given(corpora)
def test_every_point_is_the_mean_over_all_subsets(corpus):
    found = {point.k: point.agreement for point in points(corpus)}
    assert found == pytest.approx(curve(corpus))
    assert all(point.error == 0 for point in points(corpus))


def test_an_item_with_fewer_annotators_counts_with_all_it_has():
    few, many = (9, [[(0, 3)], [(1, 4)]]), (9, [[(0, 3)], [(0, 3)], [(5, 6)]])
    assert points([few, many])[-1].agreement == pytest.approx((6 / (2 * 4) + 7 / (3 * 4)) / 2)


def test_chunks_of_items_add_up_in_any_size():
    random = np.random.default_rng(3)
    corpus = [
        (30, [[(start, start + 5)] for start in random.integers(0, 25, n).tolist()])
        for n in (2, 14, 3, 13, 2, 5)
    ]
    parts = PoolSizeCurve()
    for place, each in enumerate(corpus):
        parts.add(marks([each]), 7, place)
    np.testing.assert_allclose(parts.points(), points(corpus), rtol=1e-12)


@pytest.fixture
def crowd():
    random = np.random.default_rng(5)
    return [(60, [[(start, start + 9)] for start in random.integers(0, 50, n).tolist()]) for n in (9, 10, 10)]


def test_sampled_points_are_within_their_standard_errors(monkeypatch, crowd):
    exact = points(crowd)
    monkeypatch.setattr(curves, "EXACT", 4)
    sampled = points(crowd)
    for drawn, true in zip(sampled[:-1], exact[:-1], strict=True):
        assert 0 < drawn.error < 0.01
        assert abs(drawn.agreement - true.agreement) < 4 * drawn.error
    assert sampled[-1].agreement == pytest.approx(exact[-1].agreement)
    assert sampled[-1].error == 0


def test_the_seed_determines_the_sample(monkeypatch, crowd):
    monkeypatch.setattr(curves, "EXACT", 4)
    assert points(crowd) == points(crowd)
    assert points(crowd) != points(crowd, seed=8)


def test_two_hundred_annotators_are_sampled():
    corpus = [(100_000, [[(place, place + 500)] for place in range(200)])]
    found = PoolSizeCurve()
    found.add(marks(corpus), 7, 0)
    assert found.sampled == 1
    assert [point.k for point in found.points()] == list(range(2, 201))
    assert found.points()[-1].agreement == pytest.approx(200 * 500 / (200 * 699))


@pytest.mark.parametrize("n", [3, EXACT + 1])
@pytest.mark.parametrize(("spans", "agreement"), [([], 1), ([(0, 8)], 1)])
def test_identical_or_empty_annotations_agree_at_every_pool_size(n, spans, agreement):
    assert {point.agreement for point in points([(8, [spans] * n)])} == {agreement}


def test_without_pairs_there_is_no_curve():
    assert points([]) == points([(8, []), (8, [[(0, 3)]])]) == []
