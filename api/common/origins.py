"""The origin check of websockets.

Browsers send cookies with a websocket that any page of any site opens. The server therefore refuses websockets from
other origins, and those without an Origin header, which every browser sends.
"""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnOriginOnly:
    """ASGI middleware. As in Django's CSRF check, the origin must be the host or a trusted origin of the settings."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._denied = WebsocketDenier.as_asgi()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        own = is_own(headers.get(b"origin", ""), headers.get(b"host", ""))
        await (self._application if own else self._denied)(scope, receive, send)


def is_own(origin: str, host: str) -> bool:
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    scheme, separator, netloc = origin.partition("://")
    schemes = {"https"} if settings.TLS else {"http", "https"}
    known = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return known and scheme in schemes and bool(separator) and netloc.lower() == host.lower()
