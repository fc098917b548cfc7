"""Refusals of the event loop have a request id and a line in the access log, as every response of Django has."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.api.server.served_site import LEAD, RawClient, Response, ServedSite, served
from tests.databases import MigratedDatabase
from tests.waiting import wait_until

pytestmark = pytest.mark.any_database

SENT = "id-of-the-proxy-1"
PROXY = "127.0.0.3"
PREVIEW = "/projects/harbour/guidelines/preview/"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("log") / "access.log"


@pytest.fixture(scope="module")
def site(
    log: Path, tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase
) -> Iterator[ServedSite]:
    directory = tmp_path_factory.mktemp("ids")
    limits = {
        "BODY_SECONDS": 3,
        "SHUTDOWN_SECONDS": 1,
        "CONNECTIONS_PER_ADDRESS": 3,
        "TRUSTED_PROXIES": PROXY,
        "METRICS_FROM": "127.0.0.1",
    }
    with served(directory, migrated, ACCESS_LOG=log, **limits) as site:
        yield site


def lines(log: Path, request_id: str) -> list[dict[str, Any]]:
    """The lines of the request, once there are any."""

    def found() -> list[dict[str, Any]]:
        every = [json.loads(line) for line in log.read_text().splitlines()]
        return [line for line in every if line["request_id"] == request_id]

    wait_until(lambda: bool(found()))
    return found()


def assert_named(log: Path, answer: Response, status: int, sent: str = "") -> dict[str, Any]:
    """The response, its problem document and one line of the log have the same id. Return the line."""
    assert answer.status == status
    request_id = answer.json()["request_id"]
    assert answer.headers["X-Request-ID"] == request_id
    assert request_id == sent if sent else len(request_id) == 32
    (line,) = lines(log, request_id)
    assert (line["status"], line["bytes"], line["user"]) == (status, len(answer.body), None)
    assert line["at"]
    assert line["ms"] >= 0
    return line


@pytest.mark.parametrize("sent", ["", SENT, "not well-formed"])
def test_a_body_that_is_too_large(site, log, sent):
    headers = {"X_Forwarded_For": "127.0.0.5"} | ({"X_Request_ID": sent} if sent else {})
    with site.client(LEAD, source=PROXY) as client:
        client.send_headers("PUT", "/join/secret-code/", Content_Length=str(10**9), **headers)
        line = assert_named(log, client.read(), 413, sent if sent == SENT else "")
    assert (line["method"], line["path"]) == ("PUT", "/api/v1/join/…/")
    assert line["address"] == "127.0.0.5"


def test_a_client_cannot_choose_the_id(site, log):
    with site.client(LEAD) as client:
        assert client.call("GET", "/session/", X_Request_ID=SENT).headers["X-Request-ID"] != SENT
        client.send_headers("PUT", "/join/secret-code/", Content_Length=str(10**9), X_Request_ID=SENT)
        assert_named(log, client.read(), 413)


def test_a_large_body_is_logged_and_counted_once(site, log):
    body = json.dumps({"text": "A lamp. " * 20_000})
    with site.client(LEAD) as client:
        before = counted_requests(client)
        client.send_headers("POST", PREVIEW, Content_Type="application/json", Content_Length=str(len(body)))
        client.socket.sendall(body.encode())
        answer = client.read()
        assert answer.status == 200
        assert counted_requests(client) == before + 1
    (line,) = lines(log, answer.headers["X-Request-ID"])
    assert (line["method"], line["status"], line["bytes"]) == ("POST", 200, len(answer.body))


def counted_requests(client: RawClient) -> float:
    """The number of previews of guidelines that the metrics have, whatever their status."""
    text = client.call("GET", "//metrics").body.decode()
    counts = [
        line
        for line in text.splitlines()
        if line.startswith("morel_request_seconds_count{") and "guidelines/preview/" in line
    ]
    return sum(float(line.rpartition(" ")[2]) for line in counts)


def test_a_body_that_does_not_arrive(site, log):
    with site.client(LEAD) as client:
        client.send_headers("POST", "/session/", Content_Length="100")
        assert assert_named(log, client.read(), 408)["ms"] >= 2_900


def test_a_refusal_by_django_is_logged_once(site, log):
    with site.client(source=PROXY) as client:
        client.send_headers(
            "POST", "/projects/harbour/imports/", Content_Length=str(10**6), X_Request_ID="before-body-1"
        )
        assert_named(log, client.read(), 401, "before-body-1")


def test_a_connection_too_many(site, log):
    with ExitStack() as opened:
        for _ in range(3):
            opened.enter_context(site.client(source="127.0.0.2"))
        refused = opened.enter_context(site.client(source="127.0.0.2"))
        line = assert_named(log, refused.read(), 429)
    assert (line["address"], line["method"], line["path"]) == ("127.0.0.2", None, "")


def test_a_connection_too_many_behind_a_proxy(site, log):
    client = {"X_Forwarded_For": "203.0.113.9"}
    with ExitStack() as opened:
        for _ in range(3):
            sender = opened.enter_context(site.client(source=PROXY))
            sender.send_headers("POST", "/session/", Content_Length="9", **client)
        time.sleep(0.3)
        refused = opened.enter_context(site.client(source=PROXY))
        refused.send_headers("GET", "/session/", **client)
        line = assert_named(log, refused.read(), 429)
    assert (line["address"], line["method"], line["path"]) == ("203.0.113.9", "GET", "/api/v1/session/")


def test_a_request_that_is_open_when_the_server_stops(site, log):
    with site.client(LEAD, source=PROXY) as client:
        client.send_headers("POST", "/session/", Content_Length="4000", X_Request_ID="open-at-stop")
        time.sleep(0.3)
        site.site.stop()
        assert_named(log, client.read(), 503, "open-at-stop")
    site.start()
