"""The JSON parser of requests. It refuses values that a database cannot store or the renderer cannot write."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from rest_framework.parsers import BaseParser

from api.common.errors import MalformedError, TooLargeError
from foundation.errors import FieldError, pointer_part
from morelkit.formats.jsonl import MAX_DEPTH
from morelkit.text.storable_text import deeper_than, value_fault


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(settings.MAX_BODY_BYTES + 1)
        if len(body) > settings.MAX_BODY_BYTES:
            raise TooLargeError(f"A request has at most {settings.MAX_BODY_BYTES} bytes.")
        try:
            value = orjson.loads(body)
        except orjson.JSONDecodeError as problem:
            raise MalformedError(
                f"The body is not JSON: {problem.msg}, line {problem.lineno}, column {problem.colno}.",
                errors=[FieldError("", "not_json", problem.msg)],
            ) from problem
        if body.count(b"[") + body.count(b"{") > MAX_DEPTH and deeper_than(value, MAX_DEPTH):
            raise MalformedError(
                f"Objects and lists are nested more than {MAX_DEPTH} deep.",
                errors=[FieldError("", "too_deep", "Too deep.")],
            )
        if repeated := _repeated_keys(body):
            raise MalformedError(
                f"The field {repeated[0]} is given more than once.",
                code="repeated_field",
                errors=[
                    FieldError(pointer, "repeated_field", "Given more than once.") for pointer in repeated
                ],
            )
        if fault := value_fault(value):
            raise MalformedError(
                f"A text {fault}.", errors=[FieldError("", "unstorable_text", f"It {fault}.")]
            )
        if not isinstance(value, dict):
            raise MalformedError(
                "The body is a JSON object.", errors=[FieldError("", "type", "Not an object.")]
            )
        return value


def _repeated_keys(body: bytes) -> list[str]:
    """Return JSON pointers of the keys that an object has more than once. orjson keeps the last value silently."""
    repeats = False

    def checked(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeats
        made = dict(pairs)
        repeats = repeats or len(made) < len(pairs)
        return made

    _parse(body, checked)
    return sorted(set(_pointers_of_repeated(_parse(body, _Pairs), ""))) if repeats else []


def _parse(body: bytes, read_object: Callable[[list[tuple[str, Any]]], Any]) -> Any:
    # Numbers stay text: Python refuses to convert very long ones.
    return json.loads(body, object_pairs_hook=read_object, parse_int=str, parse_float=str)


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of an object, repeated keys included."""


def _pointers_of_repeated(value: Any, pointer: str) -> Iterator[str]:
    if isinstance(value, _Pairs):
        seen = set()
        for name, inner in value:
            at = f"{pointer}/{pointer_part(name)}"
            if name in seen:
                yield at
            seen.add(name)
            yield from _pointers_of_repeated(inner, at)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _pointers_of_repeated(inner, f"{pointer}/{index}")
