"""The shape of error responses."""

from typing import TypedDict

from foundation.errors import FieldError


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldError]
    request_id: str
