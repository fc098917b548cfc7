"""Which threads answer which route."""

from typing import Any, get_type_hints

import pytest
from django.http.response import HttpResponseBase
from django.urls import get_resolver
from rest_framework.response import Response

from api.server.routes import Route, RouteTable
from api.server.thread_pools import Pool
from tests.api.common.test_permission_matrix import routes

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
        ("GET", "/health/ready", Pool.WAITING),
        ("GET", "/health/live", Pool.SHORT),
        ("GET", "/metrics", Pool.WAITING),
        ("GET", "/api/v1/projects/p/gold/", Pool.LONG),
        ("HEAD", "/api/v1/projects/p/gold/", Pool.LONG),
        ("GET", "/api/v1/projects/p/items-export/", Pool.LONG),
        ("GET", "/api/v1/projects/p/people/table/", Pool.LONG),
        ("POST", "/api/v1/projects/p/releases/preview/", Pool.LONG),
        ("POST", "/api/v1/projects/p/source-samples/", Pool.LONG),
        ("POST", "/api/v1/projects/p/source-samples/preview/", Pool.LONG),
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


SMALL_FILES = {"GuidelinesImageView", "ItemImageView"}
"""Views that read one small file, which browsers keep. Display copies of images of items have a largest size."""


def sends_files(view: Any) -> bool:
    """Whether GET responds with a stream, a table or a stored file."""
    returned = get_type_hints(view.get).get("return", Response) if hasattr(view, "get") else Response
    other = issubclass(returned, HttpResponseBase) and not issubclass(returned, Response)
    return getattr(view, "hands_out", False) or (other and view.__name__ not in SMALL_FILES)


def test_views_that_send_files_and_streams_are_answered_by_threads_of_long_requests():
    views = {each.view.view_class for each in routes() if hasattr(each.view, "view_class")}
    sending = {view for view in views if view.__module__.startswith("api.") and sends_files(view)}
    assert {"DownloadReleaseView", "DownloadSharedReleaseView", "ItemsExportView"} <= {
        view.__name__ for view in sending
    }
    assert [view.__name__ for view in sending if getattr(view, "pools", {}).get("GET") != "long"] == []
