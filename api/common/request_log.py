"""Request ids, the access log, and what of a request is an error in the server's log.

The settings name these classes, so that they are loaded before the models.
"""

import json
import logging
import re
import time
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from foundation.audit_context import AuditContext, audit_context, current_context

HEADER: Final = "X-Request-ID"
BODY_CHECK: Final = "morel.body_check"
"""Key of the WSGI environment: whether the person may send a large body is decided before it is received. No header
can set it."""

_access = logging.getLogger("morel.access")
_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_SECRET_PATHS: Final = re.compile(
    r"^(/(?:api/v1/)?)(?:(reset/)[^/]+/[^/]+|((?:shared|join|enter|set-up)/)[^/]+)"
)


def comes_again(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether the request was permitted to send its body, with which it is logged and counted."""
    return BODY_CHECK in request.META and response.status_code == HTTPStatus.NO_CONTENT


def without_codes(path: str) -> str:
    """Return the path without the codes of links, because they open what they link to."""
    return _SECRET_PATHS.sub(r"\1\2\3…", path)


def usable_id(sent: str) -> str:
    """Return the id that a proxy or client has sent if it is well-formed, else a new one."""
    return sent if _ID.fullmatch(sent) else uuid.uuid4().hex


class RequestLogMiddleware:
    """Give every request an id, attribute audit events to it, and write a line of the access log.

    The id of a proxy is used if it is well-formed. The response has it in X-Request-ID, and a problem document has it
    as `request_id`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        request_id = usable_id(request.headers.get(HEADER, ""))
        context = AuditContext("web", request_id, lambda: getattr(request, "user", None))
        with audit_context(context):
            response = self._get_response(request)
            response[HEADER] = request_id
            if _access.isEnabledFor(logging.INFO) and not comes_again(request, response):
                user = getattr(request, "_cached_user", None)
                log_response(
                    address=request.META.get("REMOTE_ADDR", ""),
                    user=user.pk if user is not None else None,
                    method=request.method,
                    path=request.path,
                    status=response.status_code,
                    start=start,
                    size=None if response.streaming else len(getattr(response, "content", b"")),
                )
        return response


def log_response(
    *, address: str, user: Any, method: str | None, path: str, status: int, start: float, size: int | None
) -> None:
    """Write a line of the access log.

    `start`: of `time.perf_counter`. `size`: bytes of the response, None if it streams.
    """
    line = {
        "request_id": current_context().request_id,
        "address": address,
        "user": user,
        "method": method,
        "path": without_codes(path),
        "status": status,
        "ms": round(1000 * (time.perf_counter() - start), 1),
        "bytes": size,
    }
    _access.info("request", extra={"access": line})


class AccessFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"at": f"{moment}.{int(record.msecs):03}Z", **getattr(record, "access", {})}
        return json.dumps(line, ensure_ascii=False)


class RequestIdFilter(logging.Filter):
    """Add the id of the running request to each record; "-" outside of requests. Leave out codes of links."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_context().request_id or "-"
        if isinstance(record.args, tuple):
            record.args = tuple(without_codes(arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


class UnexpectedOnly(logging.Filter):
    """Drop responses that Morel gives on purpose, such as 503 while Wikipedia is off: they have no exception."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is not None
