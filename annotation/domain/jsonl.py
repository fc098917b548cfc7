"""One line of a JSONL file, read strictly.

Python's reader lets through what later fails or gets lost: NaN and infinities (no JSON), repeated keys (all
but the last are dropped), NUL and lone surrogates (cannot be stored), nesting that no writer can follow.
Its whole numbers and decimals are exact, which is why it is used all the same.
"""

import json
import math
import re
from typing import Any, Final

from annotation.domain.text import deeper_than, text_fault, value_fault

MAX_DEPTH: Final = 100

_ESCAPED_TROUBLE: Final = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


class JsonLineError(ValueError):
    """Why a line cannot be read: the message is a sentence, `field` the key at fault if there is one."""

    def __init__(self, code: str, detail: str, field: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.field = field


def loads(line: bytes) -> dict[str, Any]:
    """The JSON object on `line` (UTF-8), its keys in order. Raises `JsonLineError`."""
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
    # Counting brackets is cheap, and bounds the depth; only a suspicious line is walked.
    if line.count(b"[") + line.count(b"{") <= MAX_DEPTH:
        return
    if deeper_than(value, MAX_DEPTH):
        raise _TOO_DEEP


def _check_texts(line: bytes, value: dict[str, Any]) -> None:
    # A line that is valid UTF-8 and JSON can hold NUL and lone surrogates only as escapes.
    if not _ESCAPED_TROUBLE.search(line):
        return
    for key, part in value.items():
        if fault := text_fault(key):
            raise JsonLineError("unstorable_text", f"A key {fault}.")
        if fault := value_fault(part):
            raise JsonLineError("unstorable_text", f"“{key}” {fault}.", key)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise JsonLineError("repeated_key", f"The key “{twice}” stands twice in one object.", twice)
    return fields


def _constant(name: str) -> float:
    raise JsonLineError("not_finite", f"{name} is no JSON number.")


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise JsonLineError("not_finite", f"The number {digits[:20]} is too large.")
    return number


def _int(digits: str) -> int:
    if len(digits) > 1000:  # Python refuses to write whole numbers of more than some thousand digits
        raise JsonLineError("not_finite", f"The number {digits[:20]}… has too many digits.")
    return int(digits)


_TOO_DEEP: Final = JsonLineError("too_deep", f"Objects and lists are nested more than {MAX_DEPTH} deep.")
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant
)
