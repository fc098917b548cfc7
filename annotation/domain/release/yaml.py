"""As much YAML as the head of a data set card needs: mappings, lists, texts, numbers, true and false.

Texts are quoted, always: a language `no` and a version `1.10` stay what they are.
"""

from collections.abc import Iterator
from typing import Any, Final


def dump(value: dict[str, Any]) -> str:
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
    """Everything beyond printable ASCII is escaped, which YAML reads alike in all its versions."""
    return '"' + "".join(_ESCAPES.get(each) or _escaped(each) for each in text) + '"'


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}


def _escaped(character: str) -> str:
    if " " <= character <= "~":
        return character
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"
