"""Read valid JSON objects several times faster than `morelkit.formats.jsonl`, which explains what is wrong with others.

orjson refuses NaN, infinities, lone surrogates and text that is not UTF-8. It accepts repeated keys and drops all but
the last. They are found by counting quotation marks before a colon: written again without blanks, an object has as many
as its text, unless a key was dropped.
"""

import re
from typing import Any, Final

import orjson

_SPACED: Final = re.compile(rb'"[ \t\r\n]+:')
"""A blank between key and colon, which is lost when an object is written again."""
_REWRITTEN: Final = re.compile(rb"\\u00(?:00|22)")
"""NUL, which is refused, and an escaped quotation mark, which is written in another way."""


def quick_loads(line: bytes) -> dict[str, Any] | None:
    """Return the JSON object on a line, or None if it may have a fault.

    The object is that of the strict reader, except that integers beyond 64 bits are floats.
    """
    if _SPACED.search(line) or _REWRITTEN.search(line):
        return None
    try:
        value = orjson.loads(line)
        written = orjson.dumps(value)
    except (orjson.JSONDecodeError, TypeError):  # a value nested too deep cannot be written
        return None
    if not isinstance(value, dict) or written.count(b'":') != line.count(b'":'):
        return None
    return value
