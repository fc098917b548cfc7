"""The JSON parser of requests. It refuses values that a database cannot store or the renderer cannot write."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from rest_framework.parsers import BaseParser

from api.common.errors import MalformedError, TooLargeError
from foundation.errors import FieldError
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
        if fault := value_fault(value):
            raise MalformedError(
                f"A text {fault}.", errors=[FieldError("", "unstorable_text", f"It {fault}.")]
            )
        if not isinstance(value, dict):
            raise MalformedError(
                "The body is a JSON object.", errors=[FieldError("", "type", "Not an object.")]
            )
        return value
