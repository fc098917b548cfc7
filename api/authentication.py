"""Sessions. As the framework's own, but an absent or expired log-in is 401, so that a page can ask for it again."""

from drf_spectacular.authentication import SessionScheme
from rest_framework import authentication
from rest_framework.request import Request


class SessionAuthentication(authentication.SessionAuthentication):
    def authenticate_header(self, request: Request) -> str:
        return "Session"


class SessionDescription(SessionScheme):  # type: ignore[no-untyped-call]  # its registration has no types
    """The description of the API knows the framework's class; ours is the same to it."""

    target_class = "api.authentication.SessionAuthentication"
    priority = 1
