"""Escape texts that a spreadsheet program would run as formulas."""

from typing import Any, Final

_FORMULA_START: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def escape_formula(value: Any) -> Any:
    """Return text that starts like a formula, or with an apostrophe, with an apostrophe in front; others unchanged."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_START) else value


def unescape_formula(cell: str) -> str:
    """Return the text from which `escape_formula` made the cell."""
    return cell.removeprefix("'")
