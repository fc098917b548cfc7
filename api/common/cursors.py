"""Opaque cursors: the sort key of the last row seen, signed by nobody, checked by those who read it."""

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import orjson
from rest_framework.request import Request

from foundation.errors import FieldError, InvalidError

Row = TypeVar("Row")

PAGE = 50


def after(request: Request, *types: type) -> list[Any] | None:
    """The sort key in `?cursor=`, whose parts have these types, or None on the first page."""
    text = request.query_params.get("cursor", "")
    if not text:
        return None
    try:
        parts: list[Any] = list(orjson.loads(base64.urlsafe_b64decode(text.encode())))
        return [_part(part, kind) for part, kind in zip(parts, types, strict=True)]
    except (ValueError, TypeError, binascii.Error) as error:
        raise InvalidError(
            "The cursor is not one that this list gave out.",
            errors=[FieldError("/cursor", "cursor", "Take it from “next” of the page before.")],
        ) from error


def _part(part: Any, kind: type) -> Any:
    if kind is datetime:
        moment = datetime.fromisoformat(part)
        if moment.tzinfo is None:
            raise ValueError("A moment of no time zone.")
        return moment
    if type(part) is not kind or (isinstance(part, int) and abs(part) >= 2**63):
        raise ValueError("Of another type.")
    return part


def split(
    rows: Sequence[Row], key: Callable[[Row], Sequence[Any]], size: int = PAGE
) -> tuple[list[Row], str | None]:
    """One page of `rows`, which hold one row more where there is a next page, and the cursor to it."""
    page = list(rows[:size])
    if len(rows) <= size:
        return page, None
    return page, cursor(key(page[-1]))


def cursor(key: Sequence[Any]) -> str:
    """To what comes behind this sort key."""
    return base64.urlsafe_b64encode(orjson.dumps(list(key))).decode()
