"""The cache of several processes in Redis, and of this process alone while Redis does not answer.

What is cached may be forgotten: rate limits start from zero, and searches are repeated.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

logger = logging.getLogger(__name__)

_PAUSE: Final = 5.0
"""Seconds until Redis is asked again."""

_WAIT: Final = 0.5
"""Seconds until Redis counts as unreachable. A request may wait this long once per `_PAUSE`."""


class RedisOrLocalCache(BaseCache):
    """Django's Redis cache with its local-memory cache as a substitute."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = {"socket_connect_timeout": _WAIT, "socket_timeout": _WAIT} | params.get("OPTIONS", {})
        self._redis = RedisCache(server, params | {"OPTIONS": options})
        self._local = LocMemCache("without-redis", {**params, "OPTIONS": {}})
        self._ask_again = 0.0

    def _call(self, name: str, *args: Any, **options: Any) -> Any:
        import redis

        if time.monotonic() >= self._ask_again:
            try:
                method: Callable[..., Any] = getattr(self._redis, name)
                return method(*args, **options)
            except redis.RedisError as error:
                self._ask_again = time.monotonic() + _PAUSE
                logger.warning("Redis does not answer (%s): this process caches by itself.", error)
        method = getattr(self._local, name)
        return method(*args, **options)

    def add(self, *args: Any, **options: Any) -> Any:
        return self._call("add", *args, **options)

    def get(self, *args: Any, **options: Any) -> Any:
        return self._call("get", *args, **options)

    def set(self, *args: Any, **options: Any) -> Any:
        return self._call("set", *args, **options)

    def touch(self, *args: Any, **options: Any) -> Any:
        return self._call("touch", *args, **options)

    def delete(self, *args: Any, **options: Any) -> Any:
        return self._call("delete", *args, **options)

    def has_key(self, *args: Any, **options: Any) -> Any:
        return self._call("has_key", *args, **options)

    def incr(self, *args: Any, **options: Any) -> Any:
        return self._call("incr", *args, **options)

    def clear(self) -> None:
        self._call("clear")
