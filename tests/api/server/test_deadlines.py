"""Deadlines of responses and of the shutdown, over real sockets."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from signal import SIGTERM

import pytest

from tests.api.server.served_site import LEAD, RawClient, ServedSite, served
from tests.api.server.test_slow_clients import EXPORT, ITEMS, stalled_downloads
from tests.databases import MigratedDatabase
from tests.waiting import wait_until

pytestmark = pytest.mark.any_database

RESPONSE_SECONDS, SHUTDOWN_SECONDS = 2, 3
SLOW_BYTES = 4_000_000  # of an export, which has about 8 MB


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    directory = tmp_path_factory.mktemp("deadlines")
    limits = {"RESPONSE_SECONDS": RESPONSE_SECONDS, "SHUTDOWN_SECONDS": SHUTDOWN_SECONDS}
    with served(directory, migrated, items=ITEMS, answers=7_500, **limits) as site:
        yield site


@pytest.fixture
def site(prepared: ServedSite) -> Iterator[ServedSite]:
    """A server that the test may stop."""
    yield prepared
    prepared.site.stop()
    prepared.start()


def test_a_client_that_does_not_read_its_response_is_disconnected_and_its_work_stops(site):
    with stalled_downloads(site, 1) as [client]:
        wait_until(lambda: site.unnamed_bytes() > 0)
        wait_until(lambda: site.unnamed_bytes() == 0)
        client.socket.settimeout(10)
        assert not everything_from(client).endswith(b"0\r\n\r\n")


def test_a_steady_download_may_follow_another_on_the_same_connection(site):
    with site.client(LEAD, buffer=65_536) as client:
        first = read_steadily(client)
        assert read_steadily(client) == first


def test_the_server_stops_in_time_whatever_its_clients_do(site):
    with ExitStack() as opened:
        idle = opened.enter_context(site.client())
        assert idle.call("GET", "/session/").status == 200
        begun = opened.enter_context(site.client())
        begun.socket.sendall(b"GET / HT")
        sender = opened.enter_context(site.client())
        sender.send_headers("POST", "/session/", Content_Type="application/json", Content_Length="1000")
        opened.enter_context(stalled_downloads(site, 3))
        began = time.monotonic()
        site.site.stop()  # SIGTERM, then wait
        took = time.monotonic() - began
        assert sender.read().code == "stopping"
    assert took < SHUTDOWN_SECONDS + 5


def test_a_request_in_progress_is_answered_before_the_server_stops(site):
    with site.client(LEAD) as client:
        client.send_headers("GET", EXPORT)
        assert client.socket.recv(1, socket.MSG_PEEK)
        subprocess.run(["kill", f"-{SIGTERM.value}", str(site.site.pid)], check=True)
        answer = client.read()
    assert (answer.status, answer.body.count(b"\n")) == (200, ITEMS)


def test_a_websocket_has_no_deadline_for_further_headers(prepared, monkeypatch):
    seconds = 1.0
    prepared.site.stop()
    monkeypatch.setitem(prepared.site.environment, "MOREL_IDLE_SECONDS", f"{seconds:.0f}")
    prepared.start()
    with prepared.client(LEAD) as client:
        client.send_headers(
            "GET",
            "/projects/harbour/live/",
            Connection="Upgrade",
            Upgrade="websocket",
            Origin=f"http://127.0.0.1:{prepared.port}",
            Sec_WebSocket_Version="13",
            Sec_WebSocket_Key="MDEyMzQ1Njc4OWFiY2RlZg==",
        )
        client.socket.settimeout(3 * seconds)
        assert not is_closed(client), "The server has closed the websocket."


def read_steadily(client: RawClient) -> bytes:
    """Download the export within several seconds: slowly while the server sends, and then what the sockets hold."""
    client.send_headers("GET", EXPORT)
    data = b""
    with HTTPResponse(client.socket) as response:
        response.begin()
        assert response.status == 200
        while block := response.read(16_384):
            data += block
            time.sleep(0.03 if len(data) < SLOW_BYTES else 0)
    return data


def is_closed(client: RawClient) -> bool:
    """Read until the server closes the connection, or until nothing comes for the time-out of the socket."""
    try:
        while client.socket.recv(65_536):
            pass
    except TimeoutError:
        return False
    return True


def everything_from(client: RawClient) -> bytes:
    data = b""
    with suppress(ConnectionResetError):
        while block := client.socket.recv(1 << 20):
            data += block
    return data
