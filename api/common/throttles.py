"""Rate limits that several views share."""

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from foundation.accounts.login_events import record_throttled_login


class LinkThrottle(ScopedRateThrottle):
    """Limits reads by links that work without a login, so that they cannot be guessed. Other methods are refused."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method not in {"GET", "HEAD"} or super().allow_request(request, view)


class LoginThrottle(ScopedRateThrottle):
    """Limits POST requests, by which passwords can be guessed. Other methods are not limited."""

    _request: Request | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        self._request = request
        return request.method != "POST" or super().allow_request(request, view)

    def throttle_failure(self) -> bool:
        if self.scope == "login" and self._request is not None:
            record_throttled_login(self._request)
        return super().throttle_failure()


class CheckThrottle(ScopedRateThrottle):
    """Limits uploads of predictions, which the server reads at once."""
