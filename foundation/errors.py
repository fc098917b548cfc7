"""What a service refuses, in the domain's words. The API maps these to statuses, the commands to exit status 2."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong with one place of the input."""

    pointer: str  # JSON pointer into the request, or file:line:field
    code: str
    detail: str


class AnnotationError(Exception):
    """Base of all refusals. `code` is stable; `detail` is for people."""

    code = "refused"

    def __init__(self, detail: str, *, code: str = "", errors: Sequence[FieldError] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code or self.code
        self.errors = tuple(errors)


class NotFoundError(AnnotationError):
    code = "not_found"


class GoneError(AnnotationError):
    """It was there, and was taken back."""

    code = "gone"


class ForbiddenError(AnnotationError):
    code = "forbidden"


class InvalidError(AnnotationError):
    """The content of a request cannot be accepted; `errors` says where and why."""

    code = "invalid"


def wrong_field(field: str, detail: str, code: str = "") -> InvalidError:
    """One field of the request is wrong. Its name is the code where there is no better one."""
    code = code or field
    return InvalidError(detail, code=code, errors=[FieldError(f"/{field}", code, detail)])


class UnavailableError(AnnotationError):
    """Something outside of Morel does not answer; trying again later may help."""

    code = "unavailable"


class ConflictError(AnnotationError):
    """The request was made against a state that is no longer the present one."""

    code = "conflict"

    def __init__(
        self, detail: str, *, code: str = "", errors: Sequence[FieldError] = (), current: Any = None
    ) -> None:
        super().__init__(detail, code=code, errors=errors)
        self.current = current
