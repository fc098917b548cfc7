import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.text.quotes import QuoteFault, UnsettledQuote, locate_quote
from tests.kit.strategies import texts

TEXT = "Ada was born in 1815. She died in 1852, and Ada was born in London."


def test_a_quote_that_occurs_once_is_located():
    assert locate_quote(TEXT, "died in 1852") == (26, 38)
    assert TEXT[26:38] == "died in 1852"


def test_a_quote_that_occurs_twice_without_context_is_never_located():
    assert locate_quote(TEXT, "born in") == UnsettledQuote(QuoteFault.SEVERAL_PLACES, ((8, 15), (52, 59)))


@pytest.mark.parametrize(
    ("prefix", "suffix", "place"),
    [
        ("and Ada was ", "", (52, 59)),
        ("", " London", (52, 59)),
        ("", " 1815", (8, 15)),
        ("Ada was ", " 1815", (8, 15)),
    ],
)
def test_context_says_which_occurrence_is_meant(prefix, suffix, place):
    assert locate_quote(TEXT, "born in", prefix, suffix) == place


def test_context_that_fits_several_occurrences_settles_nothing():
    unsettled = UnsettledQuote(QuoteFault.SEVERAL_PLACES_IN_CONTEXT, ((8, 15), (52, 59)))
    assert locate_quote(TEXT, "born in", prefix="Ada was ") == unsettled


@pytest.mark.parametrize("context", [{"prefix": "She was "}, {"suffix": " Paris"}, {"prefix": "x" * 99}])
def test_an_occurrence_with_another_context_is_not_the_quote(context):
    assert locate_quote(TEXT, "1815", **context) == UnsettledQuote(QuoteFault.OTHER_CONTEXT, ((16, 20),))


@pytest.mark.parametrize("quote", ["ADA", "born  in", "1816", TEXT + " "])
def test_a_quote_must_occur_character_for_character(quote):
    assert locate_quote(TEXT, quote) == UnsettledQuote(QuoteFault.NOT_FOUND)


def test_composed_and_decomposed_letters_differ():
    assert locate_quote("cafe\u0301", "caf\u00e9") == UnsettledQuote(QuoteFault.NOT_FOUND)


def test_an_empty_quote_has_no_place():
    assert locate_quote(TEXT, "") == UnsettledQuote(QuoteFault.EMPTY)


def test_offsets_are_code_points():
    assert locate_quote("🙂🙂 né à Lyon", "Lyon") == (8, 12)


def test_overlapping_occurrences_are_several():
    assert locate_quote("banana", "ana") == UnsettledQuote(QuoteFault.SEVERAL_PLACES, ((1, 4), (3, 6)))


def test_every_fault_has_a_message():
    assert all(fault.message.endswith(".") for fault in QuoteFault)


@given(texts, st.data())
def test_a_part_of_a_text_is_located_where_it_is_or_is_ambiguous(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = locate_quote(text, text[start:end], text[:start], text[end:])
    assert found == ((start, end) if start < end else UnsettledQuote(QuoteFault.EMPTY))
    without_context = locate_quote(text, text[start:end])
    if start < end and isinstance(without_context, UnsettledQuote):
        assert (start, end) in without_context.places
        assert len(without_context.places) > 1
