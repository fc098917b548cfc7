"""A browser sends cookies with a websocket from whatever page asks for one, and no rule of the browser prevents it.

So it is the server that opens sockets to pages of this very site alone. Without an origin none is opened: every browser
names one.
"""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnOriginOnly:
    """ASGI. As Django's protection of forms asks it: the origin is the host, or one that the settings trust."""

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
