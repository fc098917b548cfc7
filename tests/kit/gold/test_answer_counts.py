"""Counts of a batch of answers equal those of its items one by one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.character_counts import count_item
from morelkit.gold.answer_counts import count_answers, stored_spans
from morelkit.gold.policy import GoldPolicy
from morelkit.release.item_labels import vote_labels
from morelkit.scheme.schemes import PRESETS, Scheme, SpanLabel
from morelkit.text.normalization import POLICIES, normalize
from morelkit.text.normalization_arrays import GroupedSpans, normalize_spans
from tests.kit.strategies import LABELS, annotated_texts, items

ONE = PRESETS["mu-shroom"]
SEVERAL = Scheme(tuple(SpanLabel(name, name) for name in (*LABELS, "never")))
gold_policies = st.builds(
    GoldPolicy,
    normalization=st.sampled_from(POLICIES),
    threshold=st.sampled_from(["1/2", "1/3", "2/3"]).map(Fraction),
    ties=st.sampled_from(["in", "out"]),
)


def counted(batch, policy=None):
    return count_answers(
        [text for text, _ in batch],
        [len(annotations) for _, annotations in batch],
        (stored_spans(spans) for _, annotations in batch for spans in annotations),
        policy or GoldPolicy(),
    )


@given(st.lists(items(labels=LABELS), max_size=5), gold_policies)
def test_counts_with_several_labels_equal_those_of_each_item(batch, policy):
    expected = [count_item(policy.normalization, *each) for each in batch]
    found = counted(batch, policy)
    assert list(found.items()) == expected
    assert found.agreement() == [each.agreement for each in expected]
    assert [list(each.by_label) for each in found.items()] == [list(each.by_label) for each in expected]
    fields = [vote_labels(SEVERAL, policy, each, []) for each in expected]
    assert found.label_fields(SEVERAL) == fields


@given(st.lists(items(), max_size=5), gold_policies)
def test_counts_with_one_label_equal_those_of_each_item(batch, policy):
    expected = [count_item(policy.normalization, *each) for each in batch]
    found = counted(batch, policy)
    assert list(found.items()) == expected
    assert found.label_fields(ONE) == [vote_labels(ONE, policy, each, []) for each in expected]


@given(st.lists(annotated_texts(past=3), max_size=6), st.sampled_from(POLICIES))
def test_normalized_arrays_cover_what_each_answer_normalizes_to(batch, policy):
    rows = [(k, *span) for k, (_, spans) in enumerate(batch) for span in spans]
    group, start, end = (np.array([row[k] for row in rows], dtype=np.int64) for k in range(3))
    found = normalize_spans(policy, [text for text, _ in batch], group, GroupedSpans(group, start, end))
    ranges = list(zip(*(column.tolist() for column in found), strict=True))
    for k, (text, spans) in enumerate(batch):
        marked = {at for start, end in normalize(policy, text, spans) for at in range(start, end)}
        assert {at for group, start, end in ranges if group == k for at in range(start, end)} == marked
    assert ranges == sorted(ranges)


def test_the_third_span_of_a_chain_is_not_joined_in_a_batch():
    chain = "red, green, blue", [[(0, 3, ""), (5, 10, ""), (12, 16, "")]]
    counts = count_answers([chain[0], "plain"], [1, 0], chain[1])
    assert counts.normalized.start.tolist() == [0, 12]
    assert counts.normalized.end.tolist() == [10, 16]


def test_spans_are_joined_before_spaces_at_their_ends_are_left_out():
    # Both end before the space, which the ends move past: the first reaches the second there.
    text, spans = "   .a  bba aa", [(4, 5, ""), (6, 10, ""), (4, 5, "")]
    counts = count_answers([text], [1], [spans], GoldPolicy(normalization="merged"))
    assert (counts.normalized.start.tolist(), counts.normalized.end.tolist()) == ([4], [10])


def test_items_without_annotations_have_no_labels_and_no_agreement():
    counts = count_answers(["some", "text"], [0, 2], [[], []])
    assert counts.agreement() == [None, 1.0]
    assert counts.label_fields(ONE) == [{"soft_labels": [], "hard_labels": []}] * 2


def test_an_unknown_normalization_policy_is_refused():
    with pytest.raises(ValueError, match="No normalization policy"):
        normalize_spans("none", ["a"], np.zeros(1, int), GroupedSpans(*(np.zeros(1, int),) * 3))
