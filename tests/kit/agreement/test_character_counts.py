from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.character_counts import AGREEMENT_SCALE, Run, count_item
from morelkit.text.normalization import POLICIES, normalize
from morelkit.text.spans import Span
from tests.kit.strategies import LABELS, characters, items

ANSWER = "abcdefghij"


def spans(*found):
    return [Span(*each) for each in found]


def test_agreement_is_marked_characters_over_n_times_the_union():
    # 4 + 4 + 0 marked characters; the union has 6; three annotators: 8 / (3 · 6).
    count = count_item("raw", ANSWER, [spans((0, 4)), spans((2, 6)), []])
    assert count.runs == (Run(0, 2, 1), Run(2, 4, 2), Run(4, 6, 1))
    assert (count.n, count.mass, count.union) == (3, 8, 6)
    assert count.agreement == 8 / 18
    assert count.agreement_scaled == 444_444_444_444


def test_scaled_agreement_rounds_halves_up():
    count = count_item("raw", ANSWER, [spans((0, 3)), spans((0, 3)), spans((0, 2))])
    assert count.agreement_scaled == 888_888_888_889  # 8/9


def test_full_agreement_is_one():
    assert count_item("raw", ANSWER, [spans((1, 3))] * 4).agreement == 1.0


def test_annotators_without_common_characters_have_agreement_one_nth():
    assert count_item("raw", ANSWER, [spans((0, 2)), spans((5, 7))]).agreement == 0.5


def test_agreement_is_one_if_nothing_is_marked():
    count = count_item("mushroom-2025", ANSWER, [[], [], []])
    assert count.agreement == 1.0
    assert count.agreement_scaled == AGREEMENT_SCALE
    assert count.runs == ()


@pytest.mark.parametrize("annotations", [[], [spans((0, 3))]])
def test_fewer_than_two_annotations_have_no_agreement(annotations):
    count = count_item("mushroom-2025", ANSWER, annotations)
    assert count.agreement is None
    assert count.agreement_scaled is None


def test_a_tie_at_one_half_is_not_gold():
    count = count_item("raw", ANSWER, [spans((0, 4)), spans((2, 6))])
    assert (count.tie_characters, count.gold_characters) == (4, 2)


def test_overlapping_spans_of_one_annotator_count_once():
    count = count_item("raw", ANSWER, [spans((0, 6), (2, 4)), spans((0, 6))])
    assert count.runs == (Run(0, 6, 2),)


def test_a_run_continues_where_one_annotator_stops_and_another_starts():
    assert count_item("raw", ANSWER, [spans((0, 3)), spans((3, 6))]).runs == (Run(0, 6, 1),)


def test_annotators_who_differ_by_a_full_stop_agree_fully():
    assert count_item("mushroom-2025", "in 1871.", [spans((3, 7)), spans((2, 8))]).agreement == 1.0


def test_spans_are_normalized_label_by_label_and_counted_label_blind():
    # Under merged, spans of one label are joined over the space; spans of two labels are not.
    count = count_item("merged", "a b c", [spans((0, 1, "x"), (2, 3, "y")), spans((0, 1, "x"), (2, 3, "x"))])
    assert count.normalized == (((0, 1), (2, 3)), ((0, 3),))
    assert count.runs == (Run(0, 1, 2), Run(1, 2, 1), Run(2, 3, 2))
    assert count.by_label == {"x": (Run(0, 1, 2), Run(1, 3, 1)), "y": (Run(2, 3, 1),)}
    assert count.agreement == 5 / 6


def test_overlapping_labels_count_once_in_the_label_blind_union():
    count = count_item("raw", ANSWER, [spans((0, 4, "x"), (2, 6, "y")), []])
    assert count.normalized[0] == ((0, 6),)
    assert count.mass == 6


def test_offsets_are_code_points_beyond_the_basic_plane_too():
    text = "🙂 👨‍👩‍👧 ok"
    at = text.index("ok")
    assert count_item("mushroom-2025", text, [spans((at, at + 2))] * 2).runs == (Run(at, at + 2, 2),)


@given(items(), st.sampled_from(POLICIES))
def test_counts_are_those_of_sets_of_characters(example, policy):
    text, annotations = example
    count = count_item(policy, text, annotations)
    sets = [
        characters(normalize(policy, text, [(each.start, each.end) for each in each_one]))
        for each_one in annotations
    ]
    votes = [sum(at in each for each in sets) for at in range(len(text))]
    counted = [0] * len(text)
    for run in count.runs:
        assert run.count > 0
        counted[run.start : run.end] = [run.count] * (run.end - run.start)
    assert counted == votes
    assert [characters(each) for each in count.normalized] == sets


@given(items(), st.sampled_from(POLICIES))
def test_runs_are_maximal(example, policy):
    runs = count_item(policy, *example).runs
    for left, right in pairwise(runs):
        assert left.end < right.start or (left.end == right.start and left.count != right.count)


@given(items(min_annotations=2), st.sampled_from(POLICIES))
def test_agreement_lies_between_one_nth_and_one(example, policy):
    count = count_item(policy, *example)
    assert Fraction(1, count.n) <= Fraction(count.agreement_scaled + 1, AGREEMENT_SCALE)
    assert 1 / count.n <= count.agreement <= 1
    assert count.agreement_scaled == pytest.approx(count.agreement * AGREEMENT_SCALE, abs=1)


@given(items(labels=LABELS), st.sampled_from(POLICIES), st.randoms())
def test_the_order_of_annotators_never_matters(example, policy, random):
    text, annotations = example
    one, other = (
        count_item(policy, text, each) for each in (annotations, random.sample(annotations, len(annotations)))
    )
    assert (one.runs, one.by_label) == (other.runs, other.by_label)


@given(items(labels=LABELS), st.sampled_from(["merged", "raw"]), st.randoms())
def test_the_order_of_spans_matters_under_mushroom_2025_only(example, policy, random):
    text, annotations = example
    shuffled = [random.sample(each, len(each)) for each in annotations]
    assert count_item(policy, text, shuffled) == count_item(policy, text, annotations)


@given(items(labels=LABELS), st.sampled_from(POLICIES))
def test_the_label_blind_union_covers_the_characters_of_every_label(example, policy):
    count = count_item(policy, *example)
    by_label = [(run.start, run.end) for runs in count.by_label.values() for run in runs]
    assert characters(by_label) == characters((run.start, run.end) for run in count.runs)
