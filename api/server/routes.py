"""What a route says about its requests: which threads answer them and whether they may carry a file.

A view class declares it:

- `pools = {"GET": "long"}`: the pool of each method, if not that of short requests; see `thread_pools`.
- `accepts_uploads = True`: its POST takes a file, of up to `MOREL_MAX_UPLOAD_BYTES`, or of the setting `upload_limit`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver

from api.server.thread_pools import Pool

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_SITE_POOLS = {
    "admin/": Pool.LONG,
    "sign-on/": Pool.WAITING,
    "health/ready": Pool.WAITING,
    "metrics": Pool.WAITING,
}
"""Pools of routes that are not Morel's own views, by the beginning of the path."""
_UPLOAD_LIMIT = "MAX_UPLOAD_BYTES"


@dataclass(frozen=True, slots=True)
class Route:
    pool: Pool = Pool.SHORT
    accepts_uploads: bool = False
    upload_limit: str = _UPLOAD_LIMIT
    """The setting with the bytes of the largest file."""


class RouteTable:
    """The routes that differ from an ordinary short request, as few regular expressions for each method."""

    def __init__(self, patterns: Any) -> None:
        grouped: dict[str, dict[Route, list[str]]] = defaultdict(lambda: defaultdict(list))
        for pattern, view in _views(patterns, ""):
            for method in _METHODS:
                route = _route(view, method)
                if route != Route():
                    grouped[method][route].append(pattern)
        for start, pool in _SITE_POOLS.items():
            for method in _METHODS:
                grouped[method][Route(pool)].append(f"{start}.*")
        self._routes = {
            method: [
                (re.compile("|".join(f"(?:{one})" for one in patterns), re.DOTALL), route)
                for route, patterns in routes.items()
            ]
            for method, routes in grouped.items()
        }

    def find(self, method: str, path: str) -> Route:
        relative = path.removeprefix("/")
        for pattern, route in self._routes.get(method, ()):
            if pattern.fullmatch(relative):
                return route
        return _ORDINARY


_ORDINARY = Route()


def _views(patterns: Any, before: str) -> Iterator[tuple[str, Any]]:
    """Yield the regular expression of each path, without group names, and its view class."""
    for each in patterns:
        expression = before + each.pattern.regex.pattern.removeprefix("^")
        if isinstance(each, URLResolver):
            yield from _views(each.url_patterns, expression)
        elif isinstance(each, URLPattern):
            view = getattr(each.callback, "view_class", getattr(each.callback, "cls", None))
            if view is not None:
                yield re.sub(r"\(\?P<\w+>", "(?:", expression), view


def _route(view: Any, method: str) -> Route:
    declared = getattr(view, "pools", {})
    return Route(
        Pool(declared.get("GET" if method == "HEAD" else method, Pool.SHORT)),
        method == "POST" and getattr(view, "accepts_uploads", False),
        getattr(view, "upload_limit", _UPLOAD_LIMIT) if method == "POST" else _UPLOAD_LIMIT,
    )
