"""Sessions. As the framework's own, but an absent or expired log-in is 401, so that a page can ask for it again.

A page says in X-Morel-User (percent-encoded) for whom it speaks. All tabs of a browser share one session: where
somebody else has logged in meanwhile, what an older tab still sends is refused instead of being taken for theirs.
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


class SessionAuthentication(authentication.SessionAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found = super().authenticate(request)
        speaker = request.headers.get("X-Morel-User")
        if found and speaker and unquote(speaker) != found[0].username:
            raise exceptions.NotAuthenticated("Somebody else has logged in in this browser. Log in again.")
        if found:
            session = request._request.session
            if isinstance(session, SessionStore):
                session.seen(request.headers.get("User-Agent", ""), timezone.now())
        return found

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def log_in(request: Request, user: User) -> None:
    """As somebody who has shown by other means than a password who they are."""
    login(request._request, user, backend="django.contrib.auth.backends.ModelBackend")


class SessionDescription(SessionScheme):  # type: ignore[no-untyped-call]  # its registration has no types
    """The description of the API knows the framework's class; ours is the same to it."""

    target_class = "api.common.authentication.SessionAuthentication"
    priority = 1
