import string
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.text.normalization import POLICIES, normalize
from tests.kit.strategies import annotated_texts, characters

COLOURS = "red, green, blue"
#          0123456789012345


def test_the_third_span_of_a_chain_is_not_joined_under_mushroom_2025():
    # The end of "red," moves to 5, where "green" starts, so they join to [0, 12). The remembered end is still 5, so
    # "blue", which starts at 12, becomes a new span.
    assert normalize("mushroom-2025", COLOURS, [(0, 3), (5, 10), (12, 16)]) == [(0, 10), (12, 16)]


def test_the_whole_chain_is_joined_under_merged():
    assert normalize("merged", COLOURS, [(0, 3), (5, 10), (12, 16)]) == [(0, 16)]


def test_raw_changes_no_boundary():
    assert normalize("raw", COLOURS, [(0, 3), (3, 6), (5, 11), (7, 7)]) == [(0, 3), (3, 11)]


@pytest.mark.parametrize("policy", ["mushroom-2025", "merged"])
def test_spaces_and_punctuation_around_a_word_do_not_count(policy):
    assert normalize(policy, COLOURS, [(3, 12)]) == [(5, 10)]


@pytest.mark.parametrize("policy", ["mushroom-2025", "merged"])
def test_a_span_of_spaces_and_punctuation_only_is_dropped(policy):
    assert normalize(policy, COLOURS, [(3, 5), (10, 11), (7, 7)]) == []


@pytest.mark.parametrize("policy", ["mushroom-2025", "merged"])
def test_spaces_within_a_span_stay(policy):
    assert normalize(policy, COLOURS, [(0, 10)]) == [(0, 10)]


def test_the_order_of_spans_matters_under_mushroom_2025():
    assert normalize("mushroom-2025", COLOURS, [(0, 3), (5, 10)]) == [(0, 10)]
    assert normalize("mushroom-2025", COLOURS, [(5, 10), (0, 3)]) == [(5, 10), (0, 3)]


def test_mushroom_2025_is_not_idempotent():
    once = normalize("mushroom-2025", COLOURS, [(0, 3), (5, 10), (12, 16)])
    assert normalize("mushroom-2025", COLOURS, once) == [(0, 16)]


def test_a_join_never_removes_marked_characters():
    # The second and the third span both start at the remembered end, 5.
    assert normalize("mushroom-2025", COLOURS, [(0, 4), (5, 16), (5, 7)]) == [(0, 16)]


@pytest.mark.parametrize("policy", POLICIES)
def test_spans_are_cut_at_the_end_of_the_text(policy):
    assert normalize(policy, "cat", [(1, 9), (7, 9)]) == [(1, 3)]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("text", ["", " ", "...", "🙂"])
def test_empty_and_one_character_texts_are_normalized(policy, text):
    assert normalize(policy, text, []) == []
    assert normalize(policy, text, [(0, 0)]) == []


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="mushroom-2026"):
        normalize("mushroom-2026", "cat", [])


@pytest.mark.parametrize(
    "character", ["\u00a0", "\u3000", "\u2028", "。", "،", "«", "—", "_", "$", "\x0b", "\x0c"]
)
def test_separators(character):
    assert normalize("merged", f"a{character}b", [(0, 1), (2, 3)]) == [(0, 3)]


@pytest.mark.parametrize(
    "character", ["€", "\x85", "\x1c", "\u200b", "\u200d", "\u0301", "क", "🙂", "\ufeff"]
)
def test_non_separators(character):
    assert normalize("merged", f"a{character}b", [(0, 1), (2, 3)]) == [(0, 1), (2, 3)]


def is_separator(character: str) -> bool:
    """Return whether a character is in W, computed independently of the code under test."""
    return character in string.punctuation + string.whitespace or unicodedata.category(character)[0] in "PZ"


def marked_words(text, found):
    return {at for at in characters(found) if at < len(text) and not is_separator(text[at])}


@given(annotated_texts(past=2))
def test_merged_fills_only_gaps_of_separators_between_marked_characters(example):
    text, found = example
    words = marked_words(text, found)
    solid = [at for at in range(len(text)) if not is_separator(text[at])]
    expected = set(words)
    for left, right in pairwise(solid):
        if left in words and right in words:
            expected |= set(range(left, right))
    assert characters(normalize("merged", text, found)) == expected


@given(annotated_texts(past=2))
def test_mushroom_2025_keeps_every_marked_word_character_and_fills_no_more_than_merged(example):
    text, found = example
    counted = characters(normalize("mushroom-2025", text, found))
    assert marked_words(text, found) <= counted <= characters(normalize("merged", text, found))


@given(annotated_texts(past=2))
def test_raw_counts_exactly_the_marked_characters(example):
    text, found = example
    assert characters(normalize("raw", text, found)) == characters(found) & set(range(len(text)))


@given(annotated_texts(), st.randoms())
def test_the_order_of_spans_does_not_matter_under_merged_and_raw(example, random):
    text, found = example
    shuffled = random.sample(found, len(found))
    for policy in ("merged", "raw"):
        assert normalize(policy, text, shuffled) == normalize(policy, text, found)


@given(annotated_texts(), st.sampled_from(["merged", "raw"]))
def test_merged_and_raw_are_idempotent(example, policy):
    text, found = example
    once = normalize(policy, text, found)
    assert normalize(policy, text, once) == once


@given(annotated_texts(past=2), st.sampled_from(POLICIES))
def test_no_normalized_span_is_empty_or_leaves_the_text(example, policy):
    text, found = example
    assert all(0 <= start < end <= len(text) for start, end in normalize(policy, text, found))
