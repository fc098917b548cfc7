"""/metrics for Prometheus: only for the addresses of the setting."""

import pytest
from django.test import Client
from django.urls import resolve

from foundation.models import Job
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def http(settings) -> Client:
    settings.METRICS_FROM = ["127.0.0.1", "10.0.0.0/8"]
    settings.MIDDLEWARE = ["api.config.metrics.MetricsMiddleware", *settings.MIDDLEWARE]
    return Client()


def samples(http: Client) -> dict[str, float]:
    response = http.get("/metrics")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    lines = [line for line in response.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_without_the_setting_there_are_none():
    assert Client().get("/metrics").status_code == 404


def test_other_addresses_get_404(http):
    assert http.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 404
    assert http.get("/metrics", REMOTE_ADDR="10.1.2.3").status_code == 200


def test_requests_are_counted_by_route_and_status(http):
    person("ada")
    http.get("/api/v1/session/")
    http.post("/api/v1/session/", {"username": "ada", "password": "guess"}, "application/json")
    counted = samples(http)
    route = 'route="api/v1/session/"'
    assert counted[f'morel_request_seconds_count{{method="GET",{route},status="200"}}'] >= 1
    assert counted[f'morel_request_seconds_count{{method="POST",{route},status="401"}}'] >= 1
    assert counted[f'morel_request_seconds_bucket{{le="+Inf",method="GET",{route},status="200"}}'] >= 1


def test_queues_disk_and_connections_are_reported(http):
    before = samples(http)
    Job.objects.create(scope="project:1", kind="import")
    counted = samples(http)
    assert sum(counted[name] - before.get(name, 0) for name in counted if name.startswith("morel_jobs{")) == 1
    assert any(name.startswith("morel_oldest_job_seconds{") for name in counted)
    assert counted["morel_free_disk_bytes"] > 0
    assert {"morel_websockets", "morel_connections", "morel_saves_total"} <= set(counted)


def test_the_route_of_saves_is_the_one_that_is_counted(http):
    from api.config.metrics import _SAVE

    assert resolve("/api/v1/projects/alpha/items/1/annotation/").route == _SAVE
