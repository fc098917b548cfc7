"""Errors that services raise. The API maps them to HTTP statuses, the commands to exit status 2."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FieldError:
    """One problem with one place of the input."""

    pointer: str  # JSON pointer into the request, or file:line:field
    code: str
    detail: str


def pointer_part(name: str) -> str:
    """Return a key escaped for a JSON pointer (RFC 6901), cut to 80 characters because it may be unknown and long."""
    return name[:80].replace("~", "~0").replace("/", "~1")


class AnnotationError(Exception):
    """Base of all errors that a caller can cause. `code` is stable; `detail` is a sentence for people."""

    code = "refused"

    def __init__(self, detail: str, *, code: str = "", errors: Sequence[FieldError] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code or self.code
        self.errors = tuple(errors)


class NotFoundError(AnnotationError):
    code = "not_found"


class GoneError(AnnotationError):
    """The object existed and was withdrawn."""

    code = "gone"


class ForbiddenError(AnnotationError):
    code = "forbidden"


class InvalidError(AnnotationError):
    """The content of a request is invalid. `errors` lists every problem and its place."""

    code = "invalid"


def wrong_field(field: str, detail: str, code: str = "") -> InvalidError:
    """Return the error for one invalid field of a request. `code` defaults to the name of the field."""
    code = code or field
    return InvalidError(detail, code=code, errors=[FieldError(f"/{field}", code, detail)])


class UnavailableError(AnnotationError):
    """A server outside of Morel does not answer. A later attempt may succeed."""

    code = "unavailable"


class BusyError(AnnotationError):
    """The database is locked or restarts. `retry_after`: seconds after which it makes sense to try again."""

    code = "database_busy"
    retry_after = 2

    def __init__(self) -> None:
        super().__init__("The database is busy or restarts. Nothing of this request was stored. Try again.")


class StorageFullError(AnnotationError):
    """There is no space on the disk of the server, or none beyond what is kept for people's work."""

    code = "disk_full"
    retry_after = 30


class ConflictError(AnnotationError):
    """The request is based on a state that has changed. `current` is the present state."""

    code = "conflict"

    def __init__(
        self, detail: str, *, code: str = "", errors: Sequence[FieldError] = (), current: Any = None
    ) -> None:
        super().__init__(detail, code=code, errors=errors)
        self.current = current
