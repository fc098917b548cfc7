"""Health checks for a supervisor or a load balancer. They need no login and name no details, which are in the log."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from foundation.free_space import require_free_space
from foundation.jobs import dead_workers

logger = logging.getLogger(__name__)


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
    if settings.REDIS_URL:
        import redis

        with redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
            client.ping()


def _check_disk() -> None:
    require_free_space()


def _check_workers() -> None:
    if dead := dead_workers():
        raise NotReadyError(f"No heartbeat from the workers of {', '.join(dead)}.")


_CHECKS: Final = {
    "database": _check_database,
    "redis": _check_redis,
    "disk": _check_disk,
    "workers": _check_workers,
}
