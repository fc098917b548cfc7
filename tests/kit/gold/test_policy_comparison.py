from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.character_counts import count_item
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.policy_comparison import ItemsUnderPolicy, compare_gold
from morelkit.gold.votes import hard_labels, soft_labels
from morelkit.text.spans import Span
from tests.kit.gold.test_policy import policies
from tests.kit.strategies import items


def side(counts, policy, minimum):
    ranges = [count.normalized for count in counts]
    runs = SpanArrays.of([0] * len(counts), ranges).runs
    return ItemsUnderPolicy(
        policy, [runs], np.array([count.n for count in counts], dtype=int), np.array(minimum, dtype=int)
    )


def by_hand(count, policy, minimum):
    """Return the soft and hard labels of an item, or None if it has too few annotations."""
    if count.n < minimum:
        return None
    return soft_labels(count.runs, count.n), hard_labels(count.runs, count.n, policy)


@given(
    st.lists(items(min_annotations=0), max_size=6), policies, policies, st.integers(1, 3), st.integers(1, 3)
)
def test_differences_of_a_chunk_equal_those_of_its_items(corpus, left, right, minimum_left, minimum_right):
    counted = [[count_item(policy.normalization, *each) for each in corpus] for policy in (left, right)]
    sides = [
        side(counts, policy, [minimum] * len(corpus))
        for counts, policy, minimum in zip(counted, (left, right), (minimum_left, minimum_right), strict=True)
    ]
    changes = compare_gold(*sides, np.zeros(len(corpus), dtype=bool))
    for place, (one, other) in enumerate(zip(*counted, strict=True)):
        here, there = by_hand(one, left, minimum_left), by_hand(other, right, minimum_right)
        assert changes.both[place] == (here is not None and there is not None)
        expected = []
        if here and there:
            expected = [kind for kind, a, b in zip(("soft", "hard"), here, there, strict=True) if a != b]
        elif here or there:
            expected = ["left" if here else "right"]
        assert changes.of(place) == expected
        assert changes.any[place] == bool(expected)


def test_a_threshold_changes_hard_labels_and_never_soft_ones():
    count = count_item("raw", "abcd", [[Span(0, 2)], [Span(0, 4)]])
    left, right = (side([count], GoldPolicy("raw", ties=ties), [1]) for ties in ("out", "in"))
    assert compare_gold(left, right, np.array([False])).of(0) == ["hard"]
    high = side([count], GoldPolicy("raw", Fraction(99, 100)), [1])
    assert compare_gold(left, high, np.array([False])).of(0) == []


def test_item_labels_are_compared_only_if_both_policies_give_gold():
    count = count_item("raw", "ab", [[]])
    policy = GoldPolicy("raw")
    both = compare_gold(side([count], policy, [1]), side([count], policy, [1]), np.array([True]))
    one = compare_gold(side([count], policy, [1]), side([count], policy, [2]), np.array([True]))
    assert (both.of(0), one.of(0)) == (["labels"], ["left"])
