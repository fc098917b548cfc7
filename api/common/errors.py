"""Error responses: one table from exception to HTTP status, and one shape, problem documents (RFC 9457)."""

import logging
import sys
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views import csrf
from rest_framework import exceptions
from rest_framework.response import Response

from api.common.problem_titles import title
from foundation.audit_context import current_context
from foundation.database_errors import as_known
from foundation.errors import (
    AnnotationError,
    BusyError,
    ConflictError,
    FieldError,
    ForbiddenError,
    GoneError,
    InvalidError,
    NotFoundError,
    StorageFullError,
    UnavailableError,
)

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"


class MalformedError(AnnotationError):
    code = "malformed"


class TooLargeError(AnnotationError):
    code = "too_large"


class UnauthenticatedError(AnnotationError):
    code = "not_authenticated"


STATUS: tuple[tuple[type[Exception], HTTPStatus], ...] = (
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (ForbiddenError, HTTPStatus.FORBIDDEN),
    (GoneError, HTTPStatus.GONE),
    (ConflictError, HTTPStatus.CONFLICT),
    (InvalidError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (UnavailableError, HTTPStatus.SERVICE_UNAVAILABLE),
    (BusyError, HTTPStatus.SERVICE_UNAVAILABLE),
    (StorageFullError, HTTPStatus.INSUFFICIENT_STORAGE),
    (MalformedError, HTTPStatus.BAD_REQUEST),
    (TooLargeError, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    (UnauthenticatedError, HTTPStatus.UNAUTHORIZED),
    (RequestDataTooBig, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    (Http404, HTTPStatus.NOT_FOUND),
    (PermissionDenied, HTTPStatus.FORBIDDEN),
)


def to_problem(error: Exception, _context: dict[str, Any]) -> Response | None:
    """Return the response to an exception of a view, or None for those that Django handles and logs."""
    if isinstance(error, exceptions.APIException):
        return _from_framework(error)
    if isinstance(error, TooManyFieldsSent | TooManyFilesSent):
        error = TooLargeError("The form has too many fields or files.", code="too_many_fields")
    error = as_known(error) or error
    for kind, status in STATUS:
        if isinstance(error, kind):
            response = _response(problem(status, error))
            _set_retry_after(response, error)
            return response
    return None


def problem(status: HTTPStatus, error: Exception) -> dict[str, Any]:
    """Return the problem document of an exception."""
    code = getattr(error, "code", status.name.lower())
    document: dict[str, Any] = {
        "type": f"urn:morel:problem:{code}",
        "title": title(code, status),
        "status": status.value,
        "detail": getattr(error, "detail", None) or status.description,
        "errors": [
            {"pointer": each.pointer, "code": each.code, "detail": each.detail}
            for each in getattr(error, "errors", ())
        ],
        "request_id": current_context().request_id,
    }
    if isinstance(error, ConflictError) and error.current is not None:
        document["current"] = error.current
    return document


def _from_framework(error: exceptions.APIException) -> Response:
    """Return the response to an exception of Django REST framework, such as a validation error or throttling."""
    status = HTTPStatus(error.status_code)
    if isinstance(error, exceptions.ValidationError):
        fields = list(_field_errors(error.get_full_details(), ""))
        document = problem(HTTPStatus.UNPROCESSABLE_ENTITY, InvalidError(fields[0].detail, errors=fields))
    else:
        document = problem(status, AnnotationError(str(error.detail), code=str(error.get_codes())))
    response = _response(document)
    for header, attribute in (("WWW-Authenticate", "auth_header"), ("Retry-After", "wait")):
        if value := getattr(error, attribute, None):
            response[header] = str(int(value) + 1 if attribute == "wait" else value)
    return response


def _field_errors(details: Any, pointer: str) -> Iterator[FieldError]:
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        yield FieldError(pointer, str(details["code"]), str(details["message"]))
    elif isinstance(details, dict):
        for name, inner in details.items():
            yield from _field_errors(inner, pointer if name == "non_field_errors" else f"{pointer}/{name}")
    elif isinstance(details, list):
        for inner in details:
            yield from _field_errors(inner, pointer)


def _response(document: dict[str, Any]) -> Response:
    return Response(document, status=document["status"], content_type=MEDIA_TYPE)


def _set_retry_after(response: HttpResponseBase, error: Exception) -> None:
    if seconds := getattr(error, "retry_after", 0):
        logger.warning("%s: %s", response.status_code, error.__context__ or error)
        response["Retry-After"] = str(seconds)


def plain(status: HTTPStatus, detail: str, code: str) -> JsonResponse:
    """Return a problem response outside of the API views: an unknown URL, a CSRF failure or a server error."""
    document = problem(status, AnnotationError(detail, code=code))
    return JsonResponse(document, status=status.value, content_type=MEDIA_TYPE)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Respond to a request without a valid CSRF token. URLs outside of the API get Django's own page."""
    if not request.path.startswith("/api/"):
        return csrf.csrf_failure(request, reason=reason)
    detail = f"{reason.removesuffix('.')}: get /api/v1/session/ and send its token."
    return plain(HTTPStatus.FORBIDDEN, detail, "csrf")


def server_error(_request: HttpRequest) -> JsonResponse:
    """Respond to an exception outside of the API views, such as one of reading the session."""
    if known := as_known(sys.exc_info()[1]):
        status = next(status for kind, status in STATUS if isinstance(known, kind))
        response = JsonResponse(problem(status, known), status=status.value, content_type=MEDIA_TYPE)
        _set_retry_after(response, known)
        return response
    detail = "Something went wrong on the server. It has been logged."
    return plain(HTTPStatus.INTERNAL_SERVER_ERROR, detail, "server_error")
