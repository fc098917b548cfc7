"""Authentication by an API token: `Authorization: Bearer morel_…`. No cookie is read, so no CSRF token is needed.

A view accepts tokens if its attribute `token_scopes` names their kinds, such as ("team",). To all other views a request
with a token is one without a login. Failures of a network are throttled.
"""

import re
from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from foundation.accounts.api_tokens import PREFIX, use_token
from foundation.accounts.login_events import record_throttled_token
from foundation.errors import ForbiddenError, NotFoundError

_HEADER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


class TokenAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found = _HEADER.fullmatch(request.headers.get("Authorization", "").strip())
        context = request.parser_context or {}
        view = context.get("view")
        kinds: tuple[str, ...] = getattr(view, "token_scopes", ())
        if found is None or not kinds:
            return None
        throttle = _Failures()
        throttle.refuse_if_too_many(request, view)
        try:
            if not found[1].startswith(PREFIX):
                raise NotFoundError(f"A token begins with “{PREFIX}”.", code="wrong_token")
            token = use_token(found[1], kinds, context.get("kwargs") or {}, timezone.now())
        except NotFoundError as error:
            throttle.count()
            raise exceptions.AuthenticationFailed(error.detail, code=error.code) from error
        except ForbiddenError as error:
            raise exceptions.PermissionDenied(error.detail, code=error.code) from error
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Session"  # of a request without a token, which this class is asked for first


class _Failures(SimpleRateThrottle):
    """Counts only what `count` is called for."""

    scope = "token"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def refuse_if_too_many(self, request: Request, view: Any) -> None:
        """Raise Throttled after too many failures of this client."""
        if not self.allow_request(request, view):
            record_throttled_token(request)
            raise exceptions.Throttled(self.wait())

    def throttle_success(self) -> bool:
        return True

    def count(self) -> None:
        if self.rate is not None:
            super().throttle_success()


class TokenDescription(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its hook has no types
    """Describe it in OpenAPI."""

    target_class = "api.common.token_authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
