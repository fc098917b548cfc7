"""Find the value of a record that the strict JSON reader refused: NaN, a repeated key, text that cannot be stored."""

import json
from collections.abc import Iterator
from typing import Any, Final

from morelkit.formats.jsonl import JsonLineError, parse_float, parse_int
from morelkit.scoring.problems import escaped
from morelkit.text.storable_text import text_fault

_REFUSED: Final = object()


def refused_record(line: bytes) -> tuple[dict[str, Any], str]:
    """Return the other fields of the record, and the JSON pointer of the value that was refused.

    An empty record and "" if the line is no JSON object, or if the fault is in no single value.
    """
    try:
        value = _DECODER.decode(line.decode())
        pointer = next(_refused(value, ""), "")
    except (ValueError, RecursionError):
        return {}, ""
    if not isinstance(value, dict):
        return {}, ""
    return {key: part for key, part in value.items() if next(_refused(part, ""), None) is None}, pointer


def _refused(value: object, pointer: str) -> Iterator[str]:
    if value is _REFUSED or (isinstance(value, str) and text_fault(value)):
        yield pointer
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _refused(part, f"{pointer}/{escaped(key)}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _refused(part, f"{pointer}/{place}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) == len(keys):
        return dict(pairs)
    return {key: _REFUSED if keys.count(key) > 1 else value for key, value in pairs}


def _number(parse: Any) -> Any:
    def parse_or_refuse(digits: str) -> object:
        try:
            return parse(digits)
        except JsonLineError:
            return _REFUSED

    return parse_or_refuse


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_float=_number(parse_float),
    parse_int=_number(parse_int),
    parse_constant=lambda _: _REFUSED,
)
