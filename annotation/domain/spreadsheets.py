"""Texts in tables that a spreadsheet may open."""

from typing import Any, Final

_ESCAPED: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def plain(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula begins with an apostrophe, as does text that has one already."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_ESCAPED) else value


def as_it_was(cell: str) -> str:
    """The text that `plain` made the cell of."""
    return cell.removeprefix("'")
