"""Read one line of a JSONL file strictly.

Python's reader accepts values that fail or get lost later: NaN and infinities (not JSON), repeated keys (all but the
last are dropped), NUL and lone surrogates (cannot be stored), nesting too deep to write. It is used here because it
reads numbers exactly.
"""

import json
import math
import re
from collections import Counter
from typing import Any, Final

from morelkit.text.storable_text import deeper_than, text_fault, value_fault

MAX_DEPTH: Final = 100

_UNSTORABLE_ESCAPE: Final = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


class JsonLineError(ValueError):
    """The line cannot be read. The message is a sentence; `field` is the key concerned, or ""."""

    def __init__(self, code: str, detail: str, field: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.field = field


def loads(line: bytes) -> dict[str, Any]:
    """Return the JSON object on `line` (UTF-8), with its keys in order. Raises `JsonLineError`."""
    try:
        value = _DECODER.decode(line.decode())
    except UnicodeDecodeError as error:
        raise JsonLineError(
            "not_utf8", f"Not UTF-8: byte {error.start + 1} of the line is no character."
        ) from None
    except json.JSONDecodeError as error:
        raise _syntax_error(error) from None
    except RecursionError:
        raise _TOO_DEEP from None
    if not isinstance(value, dict):
        raise JsonLineError("not_an_object", "The line holds no JSON object ({…}).")
    _check_depth(line, value)
    _check_texts(line, value)
    return value


def _syntax_error(error: json.JSONDecodeError) -> JsonLineError:
    text = error.doc.rstrip()
    if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
        return JsonLineError(
            "truncated_json", f"The line breaks off in the middle, after {len(text)} characters."
        )
    return JsonLineError("bad_json", f"Not JSON at character {error.pos + 1}: {error.msg}.")


def _check_depth(line: bytes, value: dict[str, Any]) -> None:
    # The number of brackets is an upper bound of the depth and cheap to count.
    if line.count(b"[") + line.count(b"{") <= MAX_DEPTH:
        return
    if deeper_than(value, MAX_DEPTH):
        raise _TOO_DEEP


def _check_texts(line: bytes, value: dict[str, Any]) -> None:
    # In valid UTF-8 and JSON, NUL and lone surrogates occur only as escapes.
    if not _UNSTORABLE_ESCAPE.search(line):
        return
    for key, part in value.items():
        if fault := text_fault(key):
            raise JsonLineError("unstorable_text", f"A key {fault}.")
        if fault := value_fault(part):
            raise JsonLineError("unstorable_text", f"“{key}” {fault}.", key)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise JsonLineError("repeated_key", f"The key “{twice}” stands twice in one object.", twice)
    return fields


def _constant(name: str) -> float:
    raise JsonLineError("not_finite", f"{name} is no JSON number.")


def parse_float(digits: str) -> float:
    """Return the number. Raises `JsonLineError` if it is infinite."""
    number = float(digits)
    if math.isinf(number):
        raise JsonLineError("not_finite", f"The number {digits[:20]} is too large.")
    return number


def parse_int(digits: str) -> int:
    """Return the number. Raises `JsonLineError` if it has more than 1,000 digits."""
    if len(digits) > 1000:  # Python refuses to convert integers of several thousand digits back to text
        raise JsonLineError("not_finite", f"The number {digits[:20]}… has too many digits.")
    return int(digits)


_TOO_DEEP: Final = JsonLineError("too_deep", f"Objects and lists are nested more than {MAX_DEPTH} deep.")
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=parse_float, parse_int=parse_int, parse_constant=_constant
)
