"""Texts in tables that a spreadsheet may open."""

from typing import Any, Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def plain(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula begins with an apostrophe instead."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
