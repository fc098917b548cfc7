"""Health checks for a supervisor or a load balancer. They need no log-in and name no details, which are in the log."""

import logging
import shutil
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from foundation.jobs import dead_workers

logger = logging.getLogger(__name__)

MIN_FREE_BYTES: Final = 100_000_000


class NotReadyError(Exception):
    """A part that requests need does not work."""


@never_cache
def live(_request: HttpRequest) -> JsonResponse:
    """200 while the process answers requests."""
    return JsonResponse({"status": "ok"})


@never_cache
def ready(_request: HttpRequest) -> JsonResponse:
    """200 if everything that requests need works, else 503. `checks`: ok or failed by part."""
    checks = {name: _passes(name, check) for name, check in _CHECKS.items()}
    failed = not all(checks.values())
    return JsonResponse(
        {
            "status": "failed" if failed else "ok",
            "checks": {name: "ok" if passed else "failed" for name, passed in checks.items()},
        },
        status=HTTPStatus.SERVICE_UNAVAILABLE if failed else HTTPStatus.OK,
    )


def _passes(name: str, check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception as error:
        logger.warning("Not ready: %s: %s", name, error)
        return False
    return True


def _check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _check_redis() -> None:
    """Without REDIS_URL the cache is in this process, and the check is trivial."""
    key, value = f"health-{uuid.uuid4().hex}", "ok"
    cache.set(key, value, timeout=10)
    if cache.get(key) != value:
        raise NotReadyError("The cache does not return what it stored.")


def _check_disk() -> None:
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < MIN_FREE_BYTES:
        raise NotReadyError(f"{free:,} bytes are free in the data directory.")


def _check_workers() -> None:
    if dead := dead_workers():
        raise NotReadyError(f"No heartbeat from the workers of {', '.join(dead)}.")


_CHECKS: Final = {
    "database": _check_database,
    "redis": _check_redis,
    "disk": _check_disk,
    "workers": _check_workers,
}
