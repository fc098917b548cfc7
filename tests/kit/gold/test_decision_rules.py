"""Rules that decide on the gold of many items at once: cases by hand, and properties of all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.gold.decision_rules import BOUNDARIES, BoundaryRule, TieRule, decide_by_rule, describe
from morelkit.text.normalization import unite_ranges
from morelkit.text.spans import Span


def marks(*ranges: tuple[int, int], label: str = "h") -> dict[str, list[tuple[int, int]]]:
    return {label: list(ranges)} if ranges else {}


def test_a_tie_is_gold_or_not_as_the_rule_says():
    """[0, 4) is marked by both, [4, 6) by one of two."""
    annotations = [marks((0, 6)), marks((0, 4))]
    assert decide_by_rule(TieRule(gold=True), annotations) == [Span(0, 6, "h")]
    assert decide_by_rule(TieRule(gold=False), annotations) == [Span(0, 4, "h")]


def test_without_a_tie_the_rule_of_ties_does_not_decide():
    assert decide_by_rule(TieRule(gold=True), [marks((0, 6)), marks((0, 4)), marks()]) is None
    assert decide_by_rule(TieRule(gold=True), [marks((0, 6)), marks((0, 6))]) is None


def test_with_four_annotators_the_rest_is_decided_by_majority():
    """[0, 3): 3 of 4; [3, 5): 2 of 4, a tie; [8, 9): 1 of 4."""
    annotations = [marks((0, 5)), marks((0, 5)), marks((0, 3)), marks((8, 9))]
    assert decide_by_rule(TieRule(gold=True), annotations) == [Span(0, 5, "h")]
    assert decide_by_rule(TieRule(gold=False), annotations) == [Span(0, 3, "h")]


@pytest.mark.parametrize(
    ("take", "expected"),
    [("majority", (1, 9)), ("longest", (0, 10)), ("shortest", (2, 8)), ("median", (1, 9))],
)
def test_small_differences_get_the_stated_boundaries(take, expected):
    annotations = [marks((0, 10)), marks((1, 9)), marks((2, 8))]
    assert decide_by_rule(BoundaryRule(2, take), annotations) == [Span(*expected, "h")]


def test_the_median_of_two_is_the_longer_mark():
    assert decide_by_rule(BoundaryRule(3, "median"), [marks((0, 8)), marks((2, 9))]) == [Span(0, 9, "h")]


def test_a_larger_difference_or_a_mark_that_someone_lacks_is_left_to_a_person():
    assert decide_by_rule(BoundaryRule(2, "longest"), [marks((0, 10)), marks((3, 10))]) is None
    assert decide_by_rule(BoundaryRule(2, "longest"), [marks((0, 9), (20, 22)), marks((0, 10))]) is None
    assert decide_by_rule(BoundaryRule(2, "longest"), [marks((0, 4), (5, 9)), marks((0, 9))]) is None
    assert decide_by_rule(BoundaryRule(2, "longest"), [marks((0, 9)), marks((0, 9), label="i")]) is None


def test_agreed_marks_beside_a_small_difference_stay():
    annotations = [marks((0, 4), (10, 15)), marks((0, 4), (10, 14))]
    assert decide_by_rule(BoundaryRule(1, "longest"), annotations) == [Span(0, 4, "h"), Span(10, 15, "h")]


def test_an_item_that_nobody_disputes_and_a_single_annotation_are_not_decided():
    for rule in (TieRule(gold=True), BoundaryRule(5, "longest")):
        assert decide_by_rule(rule, [marks((0, 4)), marks((0, 4))]) is None
        assert decide_by_rule(rule, [marks((0, 4))]) is None


def test_descriptions_name_the_rule():
    assert describe(TieRule(gold=False)) == "ties are not gold"
    assert describe(BoundaryRule(3, "median")) == "boundaries that differ by at most 3 characters: median"


_RANGES = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 6)).map(lambda each: (each[0], sum(each))), max_size=3
).map(unite_ranges)


@given(st.lists(_RANGES.map(lambda ranges: marks(*ranges)), min_size=1, max_size=5), st.integers(0, 8))
def test_any_decision_lies_within_what_was_marked_and_does_not_overlap(annotations, characters):
    marked = {at for own in annotations for ranges in own.values() for s, e in ranges for at in range(s, e)}
    rules = [
        TieRule(gold=True),
        TieRule(gold=False),
        *(BoundaryRule(characters, take) for take in BOUNDARIES),
    ]
    for rule in rules:
        spans = decide_by_rule(rule, annotations)
        if spans is None:
            continue
        covered = [at for span in spans for at in range(span.start, span.end)]
        assert len(covered) == len(set(covered))
        assert set(covered) <= marked
