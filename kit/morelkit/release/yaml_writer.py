"""Write the subset of YAML that a data set card needs: mappings, lists, strings, integers and booleans.

Ambiguous strings are quoted, so the language `no` and the version `1.10` stay strings.
"""

from collections.abc import Iterator
from typing import Any, Final


def dump(value: dict[str, Any]) -> str:
    """Return the mapping as YAML text."""
    return "".join(f"{each}\n" for each in _mapping(value))


def _mapping(value: dict[str, Any]) -> Iterator[str]:
    for key, each in value.items():
        if isinstance(each, dict) and each:
            yield f"{_scalar(key)}:"
            yield from (f"  {line}" for line in _mapping(each))
        elif isinstance(each, list) and each:
            yield f"{_scalar(key)}:"
            for entry in each:
                yield from _entry(entry)
        else:
            yield f"{_scalar(key)}: {_scalar(each)}"


def _entry(value: object) -> Iterator[str]:
    lines = list(_mapping(value)) if isinstance(value, dict) and value else [_scalar(value)]
    yield f"- {lines[0]}"
    yield from (f"  {line}" for line in lines[1:])


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return (
            value
            if value.isidentifier() and value.isascii() and value.lower() not in _WORDS
            else _quoted(value)
        )
    return "[]" if value == [] else "{}"


_WORDS: Final = frozenset(["true", "false", "null", "yes", "no", "on", "off", "y", "n"])


def _quoted(text: str) -> str:
    """Return the text in double quotes. Only printable ASCII is unescaped, so all YAML versions read it the same."""
    return '"' + "".join(_ESCAPES.get(each) or _escaped(each) for each in text) + '"'


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}


def _escaped(character: str) -> str:
    if " " <= character <= "~":
        return character
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"
