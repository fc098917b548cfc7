"""Opaque cursors of paged lists: the sort key of the last row of a page. They are validated, not signed."""

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import orjson
from django.db.models import Model, QuerySet
from rest_framework.request import Request

from api.common import query_parameters
from foundation.errors import FieldError, InvalidError

Row = TypeVar("Row")
Stored = TypeVar("Stored", bound=Model)

PAGE = 50


def after(request: Request, *types: type) -> list[Any] | None:
    """Return the sort key in `?cursor=`, or None for the first page. Raises InvalidError unless it has these types."""
    text = query_parameters.text(request, "cursor")
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
            raise ValueError("No time zone.")
        return moment
    if type(part) is not kind or (isinstance(part, int) and abs(part) >= 2**63):
        raise ValueError("Wrong type.")
    return part


def split(
    rows: Sequence[Row], key: Callable[[Row], Sequence[Any]], size: int = PAGE
) -> tuple[list[Row], str | None]:
    """Return the first `size` rows and the cursor of the next page, or None unless there are more than `size` rows."""
    page = list(rows[:size])
    if len(rows) <= size:
        return page, None
    return page, cursor(key(page[-1]))


def cursor(key: Sequence[Any]) -> str:
    """Return the cursor of the rows after this sort key."""
    return base64.urlsafe_b64encode(orjson.dumps(list(key))).decode()


def latest_first(request: Request, rows: "QuerySet[Stored]") -> tuple[list[Stored], str | None]:
    """Return the page of rows, ordered by descending key, that `?cursor=` names, and the cursor of the next page."""
    key = after(request, int)
    return _by_key(rows.filter(pk__lt=key[0]) if key else rows)


def oldest_first(request: Request, rows: "QuerySet[Stored]") -> tuple[list[Stored], str | None]:
    """Return the page of rows, ordered by ascending key. See `latest_first`."""
    key = after(request, int)
    return _by_key(rows.filter(pk__gt=key[0]) if key else rows)


def _by_key(rows: "QuerySet[Stored]") -> tuple[list[Stored], str | None]:
    return split(list(rows[: PAGE + 1]), lambda row: [row.pk])
