"""Decides before a large body is received whether the person may send it there.

The event loop runs the headers of such a request through Django first, without a body. This middleware, the last one,
answers in place of the view: no content if the body may come, else the refusal that the view would give.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from annotation.queries.projects.access import access
from api.common.errors import STATUS, UnauthenticatedError, plain
from api.common.request_log import BODY_CHECK
from evaluation.queries.tasks.access import task_access, team_access
from foundation.errors import AnnotationError


class BodyCheckMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, _args: Any, parts: dict[str, Any]
    ) -> HttpResponseBase | None:
        if BODY_CHECK not in request.META:
            return None
        try:
            _require_permission(request, getattr(view, "view_class", getattr(view, "cls", None)), parts)
        except AnnotationError as error:
            status = next(status for kind, status in STATUS if isinstance(error, kind))
            return plain(status, error.detail, error.code)
        return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _require_permission(request: HttpRequest, view: Any, parts: dict[str, Any]) -> None:
    user = _user(request, view, parts)
    if user is None:
        raise UnauthenticatedError("Log in to send this much.")
    if "slug" in parts:
        access(user, parts["slug"], lead=getattr(view, "for_leads", False))
    if "task" in parts:
        here = task_access(user, parts["task"])
        if not here.organizes:
            team_access(user, parts["task"])


def _user(request: HttpRequest, view: Any, parts: dict[str, Any]) -> User | None:
    """Return the user of the session, or of the token of a program."""
    if isinstance(request.user, User):
        return request.user
    if "HTTP_AUTHORIZATION" not in request.META or view is None:
        return None
    authenticators = [each() for each in getattr(view, "authentication_classes", ())]
    try:
        user = Request(
            request, authenticators=authenticators, parser_context={"view": view, "kwargs": parts}
        ).user
    except APIException:
        return None
    return user if isinstance(user, User) else None
