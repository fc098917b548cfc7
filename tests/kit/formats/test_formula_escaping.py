"""Escaping of texts that a spreadsheet program would run as formulas."""

import pytest

from morelkit.formats.formula_escaping import escape_formula


@pytest.mark.parametrize("begin", list("=+-@\t\r\n"))
def test_text_that_starts_like_a_formula_is_escaped(begin):
    assert escape_formula(f"{begin}1+1") == f"'{begin}1+1"


@pytest.mark.parametrize("value", ["", "a=1", " 1", 1, None])
def test_other_values_are_unchanged(value):
    assert escape_formula(value) == value
