"""The server process: HTTP in a thread pool, websockets, and the workers of the background jobs.

All request code of Morel is synchronous. Django's ASGI handler would start a thread and open a database connection for
every request, which doubles its cost. A thread pool reuses both.
"""

import asyncio
import os
from collections.abc import Iterable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

_handler: Any = get_wsgi_application()  # The type hints of a2wsgi do not accept it.
_http = WSGIMiddleware(_handler, workers=settings.REQUEST_THREADS)

# Below, because these need Django's applications loaded.
from annotation.services.curation import exclusion as _exclusion  # noqa: F401 — registers job kinds
from annotation.services.imports import lifecycle as _imports  # noqa: F401 — registers job kinds
from annotation.services.references import consulted_pages as _consulted_pages  # noqa: F401 — registers job kinds
from annotation.services.references import fetch_job as _fetches  # noqa: F401 — registers job kinds
from annotation.services.releases import build_job as _releases  # noqa: F401 — registers job kinds
from annotation.services.releases import lifecycle as _reissues  # noqa: F401 — registers job kinds
from annotation.services.statistics import computed_statistics as _statistics  # noqa: F401 — registers job kinds
from annotation.services.statistics import recompute as _recompute  # noqa: F401 — registers job kinds
from api.statistics.broadcast import Broadcast
from api.statistics.consumers import sockets
from foundation.change_events import subscribe
from foundation.jobs import start_workers
from foundation.server_lock import hold_server_lock

_broadcast = Broadcast()
_sockets = sockets(_broadcast)
subscribe(_broadcast.project_changed)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one ASGI scope. Headers with an underscore are dropped: in WSGI they look like those with a hyphen."""
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
