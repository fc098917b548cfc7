"""Texts that a spreadsheet would calculate."""

import pytest

from annotation.domain.spreadsheets import escape_formula


@pytest.mark.parametrize("begin", list("=+-@\t\r\n"))
def test_what_begins_like_a_formula_is_text(begin):
    assert escape_formula(f"{begin}1+1") == f"'{begin}1+1"


@pytest.mark.parametrize("value", ["", "a=1", " 1", 1, None])
def test_all_else_is_as_it_was(value):
    assert escape_formula(value) == value
