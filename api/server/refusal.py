"""Refusals that the event loop sends itself."""

from http import HTTPStatus

import orjson

from api.common.errors import MEDIA_TYPE, problem
from api.common.request_log import HEADER, log_response
from foundation.audit_context import current_context
from foundation.errors import AnnotationError


class RefusedError(Exception):
    """The request is refused with this response, perhaps before its body has arrived.

    `by_django`: Django made the response, and has written its line of the access log.
    """

    def __init__(
        self, status: int, headers: list[tuple[bytes, bytes]], body: bytes, *, by_django: bool = False
    ) -> None:
        super().__init__(status)
        self.status, self.headers, self.body, self.by_django = status, headers, body, by_django

    def log(self, *, address: str, method: str | None, path: str, start: float) -> None:
        """Write the line of the access log, unless Django has."""
        if not self.by_django:
            size = len(self.body)
            log_response(
                address=address,
                user=None,
                method=method,
                path=path,
                status=self.status,
                start=start,
                size=size,
            )


class ClientLeftError(Exception):
    """The client has closed its connection."""


def refused(status: HTTPStatus, detail: str, code: str, retry_after: int = 0) -> RefusedError:
    """Return a refusal of the running request with a problem document.

    `retry_after`: seconds, if trying again makes sense.
    """
    body = orjson.dumps(problem(status, AnnotationError(detail, code=code)))
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", b"%d" % len(body)),
        (HEADER.lower().encode(), current_context().request_id.encode()),
    ]
    if retry_after:
        headers.append((b"retry-after", b"%d" % retry_after))
    return RefusedError(status.value, headers, body)


def too_large(limit: int) -> RefusedError:
    return refused(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A request here has at most {limit} bytes.", "too_large"
    )


def too_many_connections() -> RefusedError:
    return refused(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Your address has as many connections to this server as it may have. Try again in a moment.",
        "too_many_connections",
        retry_after=5,
    )
