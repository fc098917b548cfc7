"""Error responses."""

from typing import TypedDict

from foundation.errors import FieldError


class Problem(TypedDict):
    """RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldError]
