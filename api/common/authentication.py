"""Session authentication. A missing or expired session is 401, so that the page can ask for a new login.

A page sends its user name in X-Morel-User (percent-encoded). All tabs of a browser share one session. If somebody else
logs in, requests of the tabs of the previous user are refused instead of being stored under the new user's name.
"""

from typing import Any
from urllib.parse import unquote

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.authentication import SessionScheme
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from foundation.sessions import SessionStore
from foundation.write_transaction import write_transaction


class SessionAuthentication(authentication.SessionAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found = super().authenticate(request)
        sender = request.headers.get("X-Morel-User")
        if found and sender and unquote(sender) != found[0].username:
            raise exceptions.NotAuthenticated("Someone else has logged in in this browser. Log in again.")
        if found:
            session = request._request.session
            if isinstance(session, SessionStore):
                session.mark_seen(request.headers.get("User-Agent", ""), timezone.now())
        return found

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def log_in(request: Request, user: User) -> None:
    """Log in a user who was authenticated without a password."""
    with write_transaction():
        login(request._request, user, backend="django.contrib.auth.backends.ModelBackend")


class SessionDescription(SessionScheme):  # type: ignore[no-untyped-call]  # Its registration has no types.
    """Describe the class above in OpenAPI as drf-spectacular describes Django REST framework's own."""

    target_class = "api.common.authentication.SessionAuthentication"
    priority = 1
