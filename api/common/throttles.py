"""Rate limits that several views share."""

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView


class LoginThrottle(ScopedRateThrottle):
    """Limits POST requests, by which passwords can be guessed. Other methods are not limited."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)
