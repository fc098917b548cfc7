"""The server process: HTTP in a pool of threads, websockets, and the workers that do the long work.

Everything Morel does for a request is synchronous. Under Django's own ASGI handler each request would get a thread
and a database connection of its own, at twice the price of the request; a pool of threads keeps both.
"""

import asyncio
import os
from collections.abc import Iterable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

_handler: Any = get_wsgi_application()  # to Django a WSGI application, to the types of a2wsgi none
_http = WSGIMiddleware(_handler, workers=settings.REQUEST_THREADS)

# These need the applications loaded.
from annotation.services.curation import exclusion as _exclusion  # noqa: F401 — registers its kind of jobs
from annotation.services.imports import lifecycle as _imports  # noqa: F401 — so does each of the following
from annotation.services.references import consulted_pages as _consulted_pages  # noqa: F401
from annotation.services.references import fetch_job as _fetches  # noqa: F401
from annotation.services.releases import build_job as _builds  # noqa: F401
from annotation.services.releases import lifecycle as _reissues  # noqa: F401
from annotation.services.statistics import computed_statistics as _statistics  # noqa: F401
from annotation.services.statistics import recompute as _recompute  # noqa: F401
from api.statistics.broadcast import Broadcast
from api.statistics.consumers import sockets
from foundation.change_events import listen
from foundation.jobs import start_workers
from foundation.server_lock import hold_server_lock

_broadcast = Broadcast()
_sockets = sockets(_broadcast)
listen(_broadcast.project_changed)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """ASGI. Headers with an underscore are dropped: in WSGI they would pass for those with a hyphen."""
    _broadcast.loop = _broadcast.loop or asyncio.get_running_loop()
    if scope["type"] == "websocket":
        await _sockets(scope, receive, send)
        return
    if scope["type"] == "http":
        scope = {**scope, "headers": list(_without_underscores(scope["headers"]))}
    await _http(scope, receive, send)


def _without_underscores(headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    return ((name, value) for name, value in headers if b"_" not in name)


hold_server_lock()
start_workers()
