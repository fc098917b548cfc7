"""Escaping of texts that a spreadsheet program would run as formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.formats.formula_escaping import escape_formula, unescape_formula


@pytest.mark.parametrize("begin", list("=+-@\t\r\n＝＋－＠"))
def test_text_that_starts_like_a_formula_is_escaped(begin):
    assert escape_formula(f"{begin}1+1") == f"'{begin}1+1"


@pytest.mark.parametrize("value", ["", "a=1", " 1", 1, None])
def test_other_values_are_unchanged(value):
    assert escape_formula(value) == value


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a;=1+1", "a;'=1+1"),
        ("a,=1,=2", "a,'=1,'=2"),
        ("a\t=1", "a\t'=1"),
        ("a\n＝1", "a\n'＝1"),
        ('a;"=1', "a;\"'=1"),
        ("a; =1", "a; '=1"),
        ("=1;=2", "'=1;'=2"),
        (";'=1", ";''=1"),
    ],
)
def test_an_equals_sign_after_a_delimiter_is_escaped(text, escaped):
    assert escape_formula(text) == escaped


@pytest.mark.parametrize("text", ["a, b = c", "x; y=1", "3;-4", "a|b", "no, + and -"])
def test_ordinary_text_with_delimiters_is_unchanged(text):
    assert escape_formula(text) == text


@given(st.text(st.sampled_from("=＝+-@'\";,|\t\r\n a"), max_size=12))
def test_escaping_can_be_undone(text):
    assert unescape_formula(escape_formula(text)) == text
