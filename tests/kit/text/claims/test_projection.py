from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.text.claims.claim_tokens import claim_tokens, token_ranges
from morelkit.text.claims.projection import claims_of_spans, spans_of_claims
from morelkit.text.claims.segmenters import segment_by_stop_words
from tests.kit.strategies import annotated_texts, characters

TEXT = "Marie Curie was born in Warsaw."
CLAIMS = [(0, 12), (12, 21), (21, 31)]
HALF = Fraction(1, 2)


def test_a_claim_is_marked_by_one_character():
    assert claims_of_spans(TEXT, CLAIMS, [(24, 30)]) == [False, False, True]
    assert claims_of_spans(TEXT, CLAIMS, [(10, 13)]) == [True, True, False]


def test_white_space_and_punctuation_mark_no_claim():
    assert claims_of_spans(TEXT, CLAIMS, [(11, 12), (30, 31)]) == [False, False, False]
    assert claims_of_spans("a |!?", [(0, 3), (3, 5)], [(3, 4)]) == [False, True]


def test_a_share_of_the_characters_of_a_claim():
    # “in Warsaw” has 8 letters: “Warsaw” are 6, “saw” 3, “rsaw” 4
    assert claims_of_spans(TEXT, CLAIMS, [(27, 30)], HALF) == [False, False, False]
    assert claims_of_spans(TEXT, CLAIMS, [(26, 30)], HALF) == [False, False, True]
    assert claims_of_spans(TEXT, CLAIMS, [(26, 28), (27, 30)], HALF) == [False, False, True]
    assert claims_of_spans(TEXT, CLAIMS, [(24, 30)], Fraction(3, 4)) == [False, False, True]
    assert claims_of_spans(TEXT, CLAIMS, [(24, 30)], Fraction(1)) == [False, False, False]


@pytest.mark.parametrize("share", [Fraction(0), Fraction(3, 2)])
def test_a_share_is_above_0_and_at_most_1(share):
    with pytest.raises(ValueError, match="above 0 and at most 1"):
        claims_of_spans(TEXT, CLAIMS, [], share)


def test_each_incorrect_claim_is_a_span():
    assert spans_of_claims(CLAIMS, [True, True, False]) == [(0, 12), (12, 21)]


@given(annotated_texts(), st.data())
def test_labels_of_claims_survive_as_spans(annotated, data):
    text, _ = annotated
    claims = segment_by_stop_words(text)
    labels = [data.draw(st.booleans()) for _ in claims]
    for share in (None, HALF, Fraction(1)):
        assert claims_of_spans(text, claims, spans_of_claims(claims, labels), share) == labels


@given(annotated_texts())
def test_a_claim_without_a_marked_character_is_not_marked(annotated):
    text, spans = annotated
    claims = segment_by_stop_words(text)
    for claim, marked in zip(claims, claims_of_spans(text, claims, spans), strict=True):
        assert not marked or characters([claim]) & characters(spans)


def test_a_claim_begins_at_the_first_token_that_ends_after_its_start():
    # “ was” holds the space before the claim “was born ”, and ends after its start.
    tokens = token_ranges(TEXT, ["Marie", " Curie", " was", " born", " in", " War", "saw", "."])
    assert claim_tokens(CLAIMS, tokens) == [(0, 2), (2, 4), (4, 8)]


def test_a_token_begins_one_claim_at_most():
    claims = [(0, 2), (2, 3), (3, 6)]
    assert claim_tokens(claims, [(0, 2), (2, 4), (4, 6)]) == [(0, 1), (1, 2), (2, 3)]
    assert claim_tokens(claims, [(0, 2), (2, 6)]) == [(0, 1), (1, 2), (2, 2)]


def test_the_token_that_ends_the_sequence_belongs_to_no_claim():
    tokens = [*token_ranges(TEXT, ["Marie Curie", " was born", " in", " Warsaw."]), (31, 31)]
    assert claim_tokens(CLAIMS, tokens, ends_sequence=True) == [(0, 1), (1, 2), (2, 4)]


def test_tokens_that_are_not_the_answer_have_no_ranges():
    assert token_ranges("a b", ["a", "Ġb"]) is None
