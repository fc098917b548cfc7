import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from morelkit.agreement.alpha import character_alpha, character_parts, label_alpha
from morelkit.agreement.undefined import Undefined
from tests.kit.agreement.plain import marks, rows
from tests.kit.agreement.strategies import corpora


def alpha(corpus):
    found = marks(corpus)
    return character_alpha(character_parts(found.runs, found.n, found.length))


def packages(counts):
    return krippendorff.alpha(value_counts=np.array(counts), level_of_measurement="nominal")


def test_character_alpha_by_hand():
    # Ten characters, two annotators: they mark [0, 4) and [2, 6). Four characters differ, eight of twenty ratings are
    # marks: 1 − 19 · 4 / (8 · 12).
    assert alpha([(10, [[(0, 4)], [(2, 6)]])]) == pytest.approx(1 - 19 * 4 / (8 * 12))


@given(corpora)
def test_character_alpha_equals_that_of_the_krippendorff_package(corpus):
    counts = list(rows(corpus))
    assume(len(counts) and all(np.sum(counts, axis=0)))
    assert alpha(corpus) == pytest.approx(packages(counts), abs=1e-12)


@pytest.mark.parametrize(
    ("corpus", "reason"),
    [
        ([(5, [[], []])], Undefined.NOTHING_MARKED),
        ([(5, [[(0, 5)], [(0, 5)]])], Undefined.ALL_MARKED),
        ([(0, [[], []])], Undefined.NOTHING_MARKED),
    ],
)
def test_alpha_of_a_single_value_is_undefined_with_a_reason(corpus, reason):
    assert alpha(corpus) is reason


choices = st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), max_size=8)


@given(choices)
def test_label_alpha_equals_that_of_the_krippendorff_package(counts):
    counted = [each for each in counts if sum(each) >= 2]
    assume(np.count_nonzero(np.sum(counted, axis=0)) > 1)
    assert label_alpha(np.array(counts)) == pytest.approx(packages(counts), abs=1e-12)


def test_label_alpha_equals_published_values():
    """Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section B: two observers, twelve units."""
    pairs = ["ab", "aa", "bb", "bb", "db", "cc", "cc", "cc", "ee", "dd", "dd", "ad"]
    counts = np.array([[pair.count(each) for each in "abcde"] for pair in pairs])
    assert round(label_alpha(counts), 3) == 0.692


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([], Undefined.NO_PAIRS),
        ([[1, 0], [0, 1]], Undefined.NO_PAIRS),
        ([[3, 0], [2, 0], [0, 1]], Undefined.ONE_VALUE),
    ],
)
def test_item_labels_without_pairs_or_with_one_value_are_undefined(counts, reason):
    assert label_alpha(np.array(counts, dtype=int).reshape(-1, 2)) is reason
