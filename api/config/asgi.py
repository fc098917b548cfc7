"""The server process: HTTP requests in threads, websockets, and the workers of the background jobs.

All request code of Morel is synchronous. Django's ASGI handler would start a thread and open a database connection for
every request, which doubles its cost. `api.server` reuses both.
"""

import asyncio
import gc
import multiprocessing
import os
import signal
import sys
from threading import Thread
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

_handler: Any = get_wsgi_application()

# Below, because these need Django's applications loaded.
from django.urls import get_resolver

from annotation.services.curation import exclusion as _exclusion  # noqa: F401 — registers job kinds
from annotation.services.imports import lifecycle as _imports  # noqa: F401 — registers job kinds
from annotation.services.references import consulted_pages as _consulted_pages  # noqa: F401 — registers job kinds
from annotation.services.references import fetch_job as _fetches  # noqa: F401 — registers job kinds
from annotation.services.releases import build_job as _releases  # noqa: F401 — registers job kinds
from annotation.services.releases import lifecycle as _reissues  # noqa: F401 — registers job kinds
from annotation.services.statistics import computed_statistics as _statistics  # noqa: F401 — registers job kinds
from annotation.services.statistics import recompute as _recompute  # noqa: F401 — registers job kinds
from api.server.application import HttpApplication
from api.server.client_address import connection_counts, trusted_proxies
from api.statistics.broadcast import Broadcast
from api.statistics.consumers import sockets
from evaluation.services.submissions import rescoring as _rescoring  # noqa: F401 — registers job kinds
from evaluation.services.submissions import run_baselines as _baselines  # noqa: F401 — registers job kinds
from evaluation.services.submissions import scoring as _scoring  # noqa: F401 — registers job kinds
from foundation.change_events import subscribe
from foundation.jobs import start_workers
from foundation.private_files import make_private
from foundation.server_lock import hold_server_lock

_LAST_ANSWERS_SECONDS = 0.2
"""Time in which requests that the shutdown has cancelled are refused."""

_http = HttpApplication(_handler, get_resolver().url_patterns)
_broadcast = Broadcast()
_sockets = sockets(_broadcast)
subscribe(_broadcast.project_changed)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one ASGI scope."""
    if scope["type"] == "http":
        await _http(scope, receive, send)
    elif scope["type"] == "websocket":
        await _websocket(scope, receive, send)
    else:
        await _lifespan(receive, send)


async def _lifespan(receive: Any, send: Any) -> None:
    await receive()
    _broadcast.loop = asyncio.get_running_loop()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.sleep(_LAST_ANSWERS_SECONDS)
    await send({"type": "lifespan.shutdown.complete"})


async def _websocket(scope: Any, receive: Any, send: Any) -> None:
    client, _ = trusted_proxies.client_and_headers(scope["client"][0], scope["headers"])
    with connection_counts.entered(client) as entered:
        if entered:
            await _sockets(scope, receive, send)
        else:
            await send({"type": "websocket.close"})


def _stop_with_parent() -> None:
    """Stop this process of `serve --workers` when the command has been killed, which then cannot stop it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="morel-parent", daemon=True).start()


_stop_with_parent()
hold_server_lock()
make_private(settings.DATA_DIR)
start_workers()

# A thread that computes for long lets one that answers a short request go first this often.
sys.setswitchinterval(settings.THREAD_SWITCH_SECONDS)

# Loaded modules are exempt from garbage collection. A request leaves a few hundred objects in cycles: collecting them
# every fifty requests takes milliseconds. Rarer collections would let all clients wait for a tenth of a second.
gc.freeze()
gc.set_threshold(10_000, 20, 20)
