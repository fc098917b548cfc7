"""Which threads answer which route."""

import pytest
from django.urls import get_resolver

from api.server.routes import Route, RouteTable
from api.server.thread_pools import Pool

TABLE = RouteTable(get_resolver().url_patterns)


@pytest.mark.parametrize(
    ("method", "path", "pool"),
    [
        ("PUT", "/api/v1/projects/p/items/3/annotation/", Pool.SHORT),
        ("POST", "/api/v1/projects/p/next/", Pool.SHORT),
        ("GET", "/api/v1/session/", Pool.SHORT),
        ("POST", "/api/v1/session/", Pool.WAITING),
        ("GET", "/api/v1/projects/p/references/search/", Pool.WAITING),
        ("GET", "/sign-on/oidc/", Pool.WAITING),
        ("GET", "/api/v1/projects/p/gold/", Pool.LONG),
        ("HEAD", "/api/v1/projects/p/gold/", Pool.LONG),
        ("GET", "/api/v1/projects/p/items-export/", Pool.LONG),
        ("GET", "/api/v1/projects/p/people/table/", Pool.LONG),
        ("POST", "/api/v1/projects/p/releases/preview/", Pool.LONG),
        ("GET", "/api/schema/", Pool.LONG),
        ("GET", "/projects/p/gold", Pool.SHORT),
        ("GET", "/", Pool.SHORT),
    ],
)
def test_pool_of_a_route(method, path, pool):
    assert TABLE.find(method, path) == Route(pool)


def test_only_imports_and_images_accept_uploads():
    assert TABLE.find("POST", "/api/v1/projects/p/imports/") == Route(Pool.LONG, accepts_uploads=True)
    assert TABLE.find("POST", "/api/v1/projects/p/images/") == Route(Pool.LONG, True, "MAX_IMAGE_BYTES")
    assert TABLE.find("GET", "/api/v1/projects/p/images/") == Route()
    assert not TABLE.find("POST", "/api/v1/projects/p/imports/3/start/").accepts_uploads
