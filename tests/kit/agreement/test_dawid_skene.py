from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.character_counts import count_item
from morelkit.agreement.dawid_skene import (
    MARKED,
    CharacterRatings,
    Estimates,
    Ratings,
    Segment,
    aggregate,
    estimate,
    posterior,
    segments,
)
from morelkit.agreement.undefined import Undefined
from morelkit.text.normalization import POLICIES
from tests.kit.strategies import characters, items

# Table 1 of the paper: 45 patients, rated from 1 to 4 by five anaesthetists, three times by the first of them.
ANAESTHETISTS = """
111 1 1 1 1|333 4 3 3 4|112 2 1 2 2|222 3 1 2 1|222 3 2 2 2|222 3 3 2 2|122 2 1 1 1|333 3 4 3 3|222 2 2 2 3
232 2 2 2 3|444 4 4 4 4|222 3 3 4 3|111 1 1 1 1|222 3 2 1 2|121 1 1 1 1|111 2 1 1 1|111 1 1 1 1|111 1 1 1 1
222 2 2 2 1|222 1 3 2 2|222 2 2 2 2|222 2 2 2 1|222 3 2 2 2|221 2 2 2 2|111 1 1 1 1|111 1 1 1 1|232 2 2 2 2
111 1 1 1 1|111 1 1 1 1|112 1 1 2 1|111 1 1 1 1|333 3 2 3 3|111 1 1 1 1|222 2 2 2 2|222 3 2 3 2|433 4 3 4 3
221 2 2 3 2|232 3 2 3 3|333 3 4 3 2|111 1 1 1 1|111 1 1 1 1|121 2 1 1 1|232 2 2 2 2|121 1 1 1 1|222 2 2 2 2
"""


def anaesthetists() -> Ratings:
    patients = ANAESTHETISTS.strip().replace("\n", "|").split("|")
    rows = [
        (patient, rater, int(answer) - 1)
        for patient, said in enumerate(patients)
        for rater, answers in enumerate(said.split())
        for answer in answers
    ]
    unit, rater, answer = np.array(rows).T
    return Ratings(unit, rater, answer, np.ones(len(patients), dtype=np.int64))


# Table 2 of the paper: the class distribution, and the confusion matrix of the first anaesthetist.
PUBLISHED_PRIOR = [0.40, 0.42, 0.11, 0.07]
PUBLISHED_FIRST = [[0.89, 0.11, 0, 0], [0.07, 0.88, 0.05, 0], [0, 0.34, 0.66, 0], [0, 0, 0.56, 0.44]]
HALF_A_HUNDREDTH = 0.0051
"""The paper prints two decimals."""


def estimated(ratings: Ratings, raters: int, classes: int = 2, **more: float) -> Estimates:
    found = estimate(ratings, raters, classes, **more)
    assert isinstance(found, Estimates)
    return found


def test_estimates_equal_those_of_the_paper():
    found = estimated(anaesthetists(), 5, 4, smoothing=0)
    assert found.converged
    np.testing.assert_allclose(found.prior, PUBLISHED_PRIOR, atol=HALF_A_HUNDREDTH)
    np.testing.assert_allclose(found.confusion[0], PUBLISHED_FIRST, atol=HALF_A_HUNDREDTH)


def test_posteriors_equal_those_of_the_paper():
    """Patient 3 has three ratings of 1 and four of 2; patient 36 has four ratings of 3 and three of 4."""
    classes = posterior(anaesthetists(), estimated(anaesthetists(), 5, 4, smoothing=0))
    np.testing.assert_allclose(classes.sum(axis=1), 1)
    assert (int(classes[2].argmax()) + 1, int(classes[35].argmax()) + 1) == (2, 4)
    assert round(float(classes[6, 0]), 2) == 0.98


def estimate_unit_by_unit(ratings: Ratings, raters: int, rounds: int) -> tuple[np.ndarray, np.ndarray]:
    """Estimate unit by unit with products of probabilities and a pseudo-count of one."""
    units = [
        [
            (int(rater), int(answer))
            for unit, rater, answer in zip(*ratings[:3], strict=True)
            if unit == number
        ]
        for number, times in enumerate(ratings.weight)
        for _ in range(int(times))
    ]
    probabilities = [
        [sum(answer == true for _, answer in unit) / len(unit) for true in (0, 1)] for unit in units
    ]
    for _ in range(rounds):
        prior = np.array([sum(each[true] for each in probabilities) + 1 for true in (0, 1)])
        prior = prior / prior.sum()
        confusion = np.ones((raters, 2, 2))
        for unit, each in zip(units, probabilities, strict=True):
            for rater, answer in unit:
                confusion[rater, :, answer] += each
        confusion /= confusion.sum(axis=2, keepdims=True)
        joint = [
            [
                prior[true] * np.prod([confusion[rater, true, answer] for rater, answer in unit])
                for true in (0, 1)
            ]
            for unit in units
        ]
        probabilities = [[value / sum(each) for value in each] for each in joint]
    return prior, confusion


judged = st.lists(
    st.tuples(
        st.integers(1, 5),
        st.dictionaries(st.integers(0, 2), st.integers(0, 1), min_size=1).map(
            lambda found: sorted(found.items())
        ),
    ),
    min_size=1,
    max_size=6,
)


def ratings_of(units) -> Ratings:
    rows = [(number, *each) for number, (_, unit) in enumerate(units) for each in unit]
    unit, rater, answer = np.array(rows, dtype=np.int64).T
    return Ratings(unit, rater, answer, np.array([times for times, _ in units], dtype=np.int64))


@given(judged, st.integers(1, 4))
def test_weighted_units_equal_repeated_units(units, rounds):
    ratings = ratings_of(units)
    found = estimate(ratings, 3, max_rounds=rounds, tolerance=-np.inf)
    if isinstance(found, Estimates):
        prior, confusion = estimate_unit_by_unit(ratings, 3, rounds)
        np.testing.assert_allclose(found.prior, prior, rtol=1e-9)
        np.testing.assert_allclose(found.confusion, confusion, rtol=1e-9)


@given(judged)
def test_the_likelihood_never_falls(units):
    ratings = ratings_of(units)
    steps = [
        estimate(ratings, 3, max_rounds=rounds, tolerance=-np.inf, smoothing=0) for rounds in (1, 2, 3, 8)
    ]
    grown = [each.log_likelihood for each in steps if isinstance(each, Estimates)]
    assert all(after >= before - 1e-9 for before, after in pairwise(grown))


def test_a_rater_who_marks_the_opposite_gets_a_low_accuracy():
    pool = CharacterRatings()
    for start in range(0, 40, 4):
        right = [(start, start + 2)]
        wrong = [(0, start), (start + 2, 40)] if start else [(2, 40)]
        pool.add([0, 1, 2, 3], [right, right, right, wrong], 40)
    found = estimated(pool.ratings(), 4)
    assert np.all(found.confusion[:3, MARKED, MARKED] > 0.9)
    assert found.confusion[3, MARKED, MARKED] < 0.1
    said = aggregate(found, [0, 1, 2, 3], [[(2, 4)], [(2, 4)], [(2, 4)], [(0, 2)]], 6)
    assert said.hard_labels == [[2, 4]]
    (before, right) = said.soft_labels
    assert (before["start"], before["end"], before["prob"] < 0.01) == (0, 2, True)
    assert (right["start"], right["end"], right["prob"] > 0.99) == (2, 4, True)


@given(items(min_annotations=2), items(min_annotations=2), st.sampled_from(POLICIES))
def test_the_aggregate_lies_within_the_union_and_is_sorted(one, other, policy):
    pool, counts = CharacterRatings(), []
    for text, annotations in (one, other):
        counts.append(count_item(policy, text, annotations))
        pool.add(range(len(annotations)), counts[-1].normalized, len(text))
    found = estimate(pool.ratings(), 5)
    if isinstance(found, Estimates):
        for count, (text, _) in zip(counts, (one, other), strict=True):
            said = aggregate(found, range(count.n), count.normalized, len(text))
            union = characters(each for ranges in count.normalized for each in ranges)
            soft = [(each["start"], each["end"]) for each in said.soft_labels]
            assert characters(said.hard_labels) <= characters(soft) == union
            assert all(before[1] <= after[0] for before, after in pairwise(soft))


def test_segments_end_at_every_boundary_of_a_span():
    assert list(segments([[(0, 4)], [(2, 4), (4, 6)]], 8)) == [
        Segment(0, 2, 0b01),
        Segment(2, 4, 0b11),
        Segment(4, 6, 0b10),
        Segment(6, 8, 0),
    ]
    assert list(segments([], 3)) == [Segment(0, 3, 0)]
    assert list(segments([[]], 0)) == []


def test_the_order_of_annotators_does_not_matter():
    marks = {5: [(0, 2)], 2: [(1, 3)], 7: []}
    pools = []
    for order in ([5, 2, 7], [7, 5, 2]):
        pool = CharacterRatings()
        pool.add(order, [marks[each] for each in order], 6)
        pools.append([column.tolist() for column in pool.ratings()])
    assert pools[0] == pools[1]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ([], Undefined.NO_ITEMS),
        ([([0], [[(0, 2)]])], Undefined.NO_PAIRS),
        ([([0, 1], [[], []])], Undefined.NOTHING_MARKED),
        ([([0, 1], [[(0, 4)], [(0, 4)]])], Undefined.ALL_MARKED),
    ],
)
def test_estimates_are_undefined_without_information(answers, why):
    pool = CharacterRatings()
    for raters, ranges in answers:
        pool.add(raters, ranges, 4)
    assert estimate(pool.ratings(), 2) == why
