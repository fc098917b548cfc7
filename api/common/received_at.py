"""When a request had arrived: deadlines compare it, so that nobody misses one because the server was busy."""

from datetime import datetime
from typing import Final

from django.utils import timezone
from rest_framework.request import Request

RECEIVED_AT: Final = "morel.received_at"
"""Key of the WSGI environment: when the last byte of the body had arrived. No header can set it."""


def received_at(request: Request) -> datetime:
    """Return when the last byte of the request had arrived, or the present time under another server."""
    at = request.META.get(RECEIVED_AT)
    return at if isinstance(at, datetime) else timezone.now()
