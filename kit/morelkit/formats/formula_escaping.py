"""Escape texts that a spreadsheet program would run as formulas."""

import re
from typing import Any, Final

_START: Final = re.compile(r"(?=[=+\-@\t\r\n'＝＋－＠])")
_EARLIER_START: Final = re.compile(r"(?=[=+\-@\t\r\n'])")
# A spreadsheet may split at another delimiter than the comma: `;=1+1` becomes a cell of its own.
_AFTER_DELIMITER: Final = re.compile(r"(?<=[,;|\t\r\n])([\"' ]*)(?=[=＝])")
_ESCAPED: Final = re.compile(r"(?<=[,;|\t\r\n])([\"' ]*)'(?=[=＝])")


def escape_formula(value: Any) -> Any:
    """Return text with an apostrophe before what a spreadsheet would run; other values unchanged.

    That is text that starts like a formula, or with an apostrophe, and an equals sign after a delimiter.
    """
    if not isinstance(value, str):
        return value
    escaped = _AFTER_DELIMITER.sub(r"\1'", value)
    return f"'{escaped}" if _START.match(value) else escaped


def escape_formula_as_before(value: Any) -> Any:
    """Return the value as earlier releases wrote it, without a rule for full-width signs and delimiters."""
    starts = isinstance(value, str) and _EARLIER_START.match(value)
    return f"'{value}" if starts else value


def unescape_formula(cell: str) -> str:
    """Return the text from which `escape_formula` made the cell."""
    return _ESCAPED.sub(r"\1", cell.removeprefix("'"))
