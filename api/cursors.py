"""Opaque cursors: the sort key of the last row seen, signed by nobody, checked by those who read it."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import orjson
from rest_framework.request import Request

from annotation.errors import FieldError, InvalidError

Row = TypeVar("Row")

PAGE = 50


def after(request: Request, *types: type) -> list[Any] | None:
    """The sort key in `?cursor=`, whose parts have these types, or None on the first page."""
    text = request.query_params.get("cursor", "")
    if not text:
        return None
    try:
        key = orjson.loads(base64.urlsafe_b64decode(text.encode()))
    except (ValueError, binascii.Error):
        key = None
    if not isinstance(key, list) or [type(part) for part in key] != list(types):
        raise InvalidError(
            "The cursor is not one that this list gave out.",
            errors=[FieldError("/cursor", "cursor", "Take it from “next” of the page before.")],
        )
    return key


def split(
    rows: Sequence[Row], key: Callable[[Row], Sequence[Any]], size: int = PAGE
) -> tuple[list[Row], str | None]:
    """One page of `rows`, which hold one row more where there is a next page, and the cursor to it."""
    page = list(rows[:size])
    if len(rows) <= size:
        return page, None
    return page, base64.urlsafe_b64encode(orjson.dumps(list(key(page[-1])))).decode()
