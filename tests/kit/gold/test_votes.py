from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.character_counts import Run, count_item
from morelkit.gold.votes import hard_labels, item_label_gold, soft_labels
from morelkit.text.normalization import POLICIES
from tests.kit.strategies import characters, items


def test_soft_labels_are_shares_rounded_to_ten_decimals():
    labels = soft_labels([Run(0, 2, 1), Run(2, 4, 2), Run(7, 9, 3)], n=3)
    assert labels == [
        {"start": 0, "prob": 0.3333333333, "end": 2},
        {"start": 2, "prob": 0.6666666667, "end": 4},
        {"start": 7, "prob": 1.0, "end": 9},
    ]
    assert list(labels[0]) == ["start", "prob", "end"]


def test_hard_labels_need_more_than_half_and_adjacent_ones_join():
    runs = [Run(0, 2, 2), Run(2, 4, 3), Run(4, 6, 4), Run(6, 7, 1), Run(7, 9, 3)]
    assert hard_labels(runs, n=4) == [[2, 6], [7, 9]]


def test_exactly_half_is_not_gold():
    assert hard_labels([Run(0, 5, 3)], n=6) == []


def test_an_item_nobody_marked_has_no_labels():
    assert soft_labels([], n=3) == hard_labels([], n=3) == []


def test_the_most_frequent_choice_is_gold():
    gold = item_label_gold(["minor", "well-formed", "minor"])
    assert gold == {"value": "minor", "share": 0.6666666667, "n": 3, "tie": False}


def test_a_tie_for_the_largest_share_has_no_value():
    assert item_label_gold(["a", "b", "b", "a", "c"]) == {"value": None, "share": 0.4, "n": 5, "tie": True}


def test_a_tie_below_the_largest_share_does_not_matter():
    assert item_label_gold(["a", "a", "b", "c"])["value"] == "a"


def test_an_unset_label_has_neither_value_nor_tie():
    assert item_label_gold([]) == {"value": None, "share": 0.0, "n": 0, "tie": False}


@given(st.lists(st.sampled_from("abc")), st.randoms())
def test_the_order_of_choices_does_not_matter(values, random):
    assert item_label_gold(values) == item_label_gold(random.sample(values, len(values)))


@given(items(min_annotations=1), st.sampled_from(POLICIES))
def test_soft_labels_sum_to_the_marked_mass(example, policy):
    count = count_item(policy, *example)
    total = sum(label["prob"] * (label["end"] - label["start"]) for label in soft_labels(count.runs, count.n))
    # Rounding changes each prob by at most half of the tenth decimal.
    assert abs(total * count.n - count.mass) <= 1e-10 * count.n * max(count.union, 1)


@given(items(min_annotations=1), st.sampled_from(POLICIES))
def test_gold_lies_within_the_union_and_has_every_character_that_more_than_half_marked(example, policy):
    count = count_item(policy, *example)
    gold = characters(hard_labels(count.runs, count.n))
    sets = [characters(each) for each in count.normalized]
    assert gold <= set().union(*sets)
    assert gold == {at for at in range(len(example[0])) if 2 * sum(at in each for each in sets) > count.n}
    assert len(gold) == count.gold_characters
