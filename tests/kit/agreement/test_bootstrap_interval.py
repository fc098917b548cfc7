import numpy as np
import pytest

from morelkit.agreement import bootstrap_interval as interval
from morelkit.agreement.bootstrap_interval import bootstrap_interval
from morelkit.agreement.undefined import Undefined

VALUES = np.random.default_rng(1).beta(2, 2, 300)


def test_the_interval_is_about_two_standard_errors_wide_on_either_side():
    low, high = bootstrap_interval(VALUES, 7)
    error = VALUES.std(ddof=1) / len(VALUES) ** 0.5
    assert low == pytest.approx(VALUES.mean() - 1.96 * error, abs=0.15 * error)
    assert high == pytest.approx(VALUES.mean() + 1.96 * error, abs=0.15 * error)


def test_the_interval_equals_percentiles_of_means_drawn_one_by_one():
    random = np.random.default_rng(7)
    drawn = [VALUES[random.integers(0, 300, 300)].mean() for _ in range(2_000)]
    assert bootstrap_interval(VALUES, 7) == pytest.approx(tuple(np.percentile(drawn, [2.5, 97.5])))


def test_the_interval_depends_on_the_seed_and_not_on_the_chunk_size(monkeypatch):
    found = bootstrap_interval(VALUES, 7)
    assert bootstrap_interval(VALUES, 8) != found
    monkeypatch.setattr(interval, "_MAX_DRAWN", 1)
    assert bootstrap_interval(VALUES, 7) == pytest.approx(found)


def test_equal_values_have_an_interval_of_width_zero():
    assert bootstrap_interval(np.full(9, 0.5), 7) == (0.5, 0.5)


def test_one_item_has_no_interval():
    assert bootstrap_interval(np.array([0.5]), 7) is Undefined.ONE_ITEM
    assert bootstrap_interval(np.array([]), 7) is Undefined.NO_PAIRS
