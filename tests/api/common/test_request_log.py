"""Request ids, the access log, health checks, and what the server's log calls an error."""

import json
import logging
import shutil
from collections import namedtuple
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from api.common.request_log import AccessFormatter, RequestIdFilter
from foundation.models import Job
from tests.api.client import Api
from tests.people import Cast

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]


@pytest.fixture
def access_log(caplog: pytest.LogCaptureFixture) -> Any:
    logger = logging.getLogger("morel.access")
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(caplog.handler)
    yield lambda: [
        json.loads(AccessFormatter().format(record))
        for record in caplog.records
        if record.name == "morel.access"
    ]
    logger.removeHandler(caplog.handler)
    logger.setLevel(level)


def test_a_response_has_a_request_id_and_a_problem_document_repeats_it():
    response = Client().get("/api/v1/projects/")
    assert len(response["X-Request-ID"]) == 32
    assert response.json()["request_id"] == response["X-Request-ID"]
    assert Client().get("/")["X-Request-ID"] != response["X-Request-ID"]


def test_the_id_of_a_proxy_is_kept_if_it_is_well_formed():
    assert Client().get("/", headers={"X-Request-ID": "abcdef-12345678"})["X-Request-ID"] == "abcdef-12345678"
    for sent in ("short", "x" * 65, "with space and more", '"quoted-12345"'):
        assert Client().get("/", headers={"X-Request-ID": sent})["X-Request-ID"] != sent


def test_the_access_log_has_a_line_for_each_request(cast: Cast, access_log):
    Api(cast.ada).get("/projects/alpha/")
    line = access_log()[-1]
    assert line["request_id"] == "of-a-test"
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/v1/projects/alpha/", 200)
    assert (line["user"], line["address"]) == (cast.ada.pk, "127.0.0.1")
    assert line["at"].endswith("Z")
    assert line["ms"] >= 0


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/api/v1/shared/SECRET/", "/api/v1/shared/…/"),
        ("/api/v1/shared/SECRET/download/", "/api/v1/shared/…/download/"),
        ("/shared/SECRET", "/shared/…"),
        ("/api/v1/join/SECRET/", "/api/v1/join/…/"),
        ("/api/v1/enter/SECRET/", "/api/v1/enter/…/"),
        ("/api/v1/reset/MQ/SECRET/", "/api/v1/reset/…/"),
        ("/reset/MQ/SECRET", "/reset/…"),
        ("/api/v1/set-up/SECRET/", "/api/v1/set-up/…/"),
        ("/set-up/SECRET", "/set-up/…"),
    ],
)
def test_codes_of_links_are_not_logged(access_log, path, logged):
    Client().get(f"{path}?also=SECRET")
    assert access_log()[-1]["path"] == logged


def test_expected_refusals_are_no_errors_in_the_log(cast: Cast, caplog, settings):
    settings.WIKIPEDIA = False
    assert (
        Api(cast.ada).send("get", "/projects/alpha/references/search/?q=Newton&language=en").status_code
        == 503
    )
    assert Client(headers={"Host": "elsewhere.example"}).get("/").status_code == 400
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_the_server_is_live_and_ready():
    assert Client().get("/health/live").json() == {"status": "ok"}
    response = Client().get("/health/ready")
    assert response.status_code == 200
    assert set(response.json()["checks"].values()) == {"ok"}
    assert "no-cache" in response["Cache-Control"]


def test_a_full_disk_is_not_ready(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 10, 0))
    response = Client().get("/health/ready")
    assert response.status_code == 503
    assert response.json()["checks"]["disk"] == "failed"
    assert Client().get("/health/live").status_code == 200


def test_a_worker_without_a_heartbeat_is_not_ready():
    long_ago = timezone.now() - timedelta(minutes=5)
    Job.objects.create(scope="project:1", kind="import", state="running", heartbeat=long_ago, worker="a:1:x")
    assert Client().get("/health/ready").json()["checks"]["workers"] == "failed"


def test_a_job_that_a_killed_server_left_behind_a_long_one_is_no_dead_worker():
    now = timezone.now()
    for heartbeat in (now - timedelta(minutes=5), now):
        Job.objects.create(
            scope="project:1", kind="import", state="running", heartbeat=heartbeat, worker="a:1:x"
        )
    assert Client().get("/health/ready").json()["checks"]["workers"] == "ok"
    Job.objects.create(scope="project:1", kind="fetch_pages", state="running", heartbeat=now, worker="a:1:x")
    Job.objects.filter(kind="import", heartbeat=now).update(state="done")
    assert Client().get("/health/ready").json()["checks"]["workers"] == "failed"


def test_codes_of_links_are_not_in_the_server_s_log():
    record = logging.LogRecord("x", logging.ERROR, "", 1, "%s failed: %s", ("/join/SECRET", "SECRET?"), None)
    RequestIdFilter().filter(record)
    assert record.getMessage() == "/join/… failed: SECRET?"
