"""Clients that send or read slowly, or not at all, over real sockets: they delay nobody and end after a stated time."""

import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from tests.api.server.served_site import (
    ANNOTATORS,
    LEAD,
    RawClient,
    ServedSite,
    chunk_sizes,
    served,
)
from tests.databases import MigratedDatabase
from tests.waiting import wait_until

pytestmark = pytest.mark.any_database

SAVES, ITEMS = 12, 60
EXPORT = "/projects/harbour/items-export/?as=jsonl&order=ordinal"
STALLED = 8
UNREAD = 4_096  # bytes that a client that does not read takes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    """An export of its items has about 8 MB, more than the sockets of both ends hold."""
    directory = tmp_path_factory.mktemp("slow")
    limits = {"IDLE_SECONDS": 4, "BODY_SECONDS": 30, "RESPONSE_SECONDS": 30}
    with served(directory, migrated, items=ITEMS, answers=7_500, **limits) as site:
        yield site


@pytest.fixture
def items(site: ServedSite) -> list[dict]:
    """An open item of each annotator."""

    def reserve(name: str) -> dict:
        with site.client(name) as client:
            item: dict = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
            return item

    return [reserve(name) for name in ANNOTATORS]


def save(site: ServedSite, items: list[dict]) -> list[float]:
    """Eight annotators save drafts at once; return the seconds of each save."""

    def drafts(number: int) -> list[float]:
        with site.client(ANNOTATORS[number]) as client:
            began = client.call("GET", f"/projects/harbour/items/{items[number]['id']}/mine/").json()
            revision = began["annotation"]["revision"]
            return [client.save(items[number], revision + each) for each in range(SAVES)]

    with ThreadPoolExecutor(len(ANNOTATORS)) as threads:
        return [taken for each in threads.map(drafts, range(len(ANNOTATORS))) for taken in each]


def percentiles(taken: list[float]) -> str:
    ordered = sorted(taken)
    return f"p50 {ordered[len(ordered) // 2] * 1000:.0f} ms, p99 {ordered[int(len(ordered) * 0.99)] * 1000:.0f} ms"


@contextmanager
def stalled_downloads(site: ServedSite, number: int) -> Iterator[list[RawClient]]:
    """Clients that have asked for an export and read nothing of it."""
    with ExitStack() as opened:
        clients = [opened.enter_context(site.client(LEAD, buffer=UNREAD)) for _ in range(number)]
        for client in clients:
            client.send_headers("GET", EXPORT)
        for client in clients:
            assert client.socket.recv(1, socket.MSG_PEEK)
        yield clients


def test_eight_save_beside_fifty_slow_senders_and_fifty_slow_readers(site, items):
    alone = save(site, items)
    with ExitStack() as opened:
        senders = [opened.enter_context(site.client()) for _ in range(50)]
        for sender in senders:
            sender.send_headers("POST", "/session/", Content_Type="application/json", Content_Length="1000")
        readers = opened.enter_context(stalled_downloads(site, 50))
        ended = threading.Event()

        def trickle() -> None:
            while not ended.wait(0.5):
                for sender in senders:
                    sender.socket.sendall(b" ")
                for reader in readers:
                    reader.socket.recv(100)

        slow = threading.Thread(target=trickle)
        slow.start()
        try:
            beside = save(site, items)
        finally:
            ended.set()
            slow.join()
    sys.stdout.write(f"\nsaves alone: {percentiles(alone)}; beside slow clients: {percentiles(beside)}\n")
    assert len(beside) == len(ANNOTATORS) * SAVES


def test_saves_and_exports_go_on_beside_eight_stalled_downloads(site, items):
    with stalled_downloads(site, STALLED):
        taken = save(site, items)
        with site.client(LEAD) as client:
            answer = client.call("GET", EXPORT)
        assert (answer.status, answer.body.count(b"\n")) == (200, ITEMS)
        assert site.unnamed_bytes() > 0
    sys.stdout.write(f"\nsaves beside eight stalled downloads: {percentiles(taken)}\n")
    wait_until(lambda: site.unnamed_bytes() == 0)


def test_a_stream_that_was_kept_in_a_file_arrives_complete(site):
    with site.client(LEAD) as client:
        expected = client.call("GET", EXPORT).body
    with stalled_downloads(site, 1) as [late]:
        wait_until(lambda: site.unnamed_bytes() > 0)
        assert late.read().body == expected


def test_a_stream_is_sent_in_blocks_of_64_kb(site):
    with site.client(LEAD) as client:
        client.send_headers("GET", EXPORT, Connection="close")
        data = b"".join(iter(lambda: client.socket.recv(1 << 20), b""))
    sizes = chunk_sizes(data)
    assert max(sizes) == 65_536
    assert sum(sizes) > 7_000_000
    assert (
        len(sizes) < sum(sizes) / 65_536 * 1.5
    )  # Some are smaller: those that took long to compute, and the last.


@pytest.mark.parametrize("begun", ["", "GET / HTTP/1.1\r\nHost: 127"])
def test_a_connection_without_complete_headers_is_closed(site, begun):
    with site.client() as client:
        client.socket.sendall(begun.encode())
        assert client.closed_after() < 30


def test_an_idle_connection_is_closed_also_if_it_sends_line_ends(site):
    with site.client() as client:
        assert client.call("GET", "/session/").status == 200
        client.socket.sendall(b"\r\n")
        assert client.closed_after() < 30


def test_a_long_read_that_gets_no_thread_in_time_is_refused(tmp_path, migrated):
    one_thread = {"LONG_REQUEST_THREADS": 1, "LONG_QUEUE_SECONDS": 1, "MAX_BUFFERED_BYTES": 0}
    with served(tmp_path, migrated, items=ITEMS, answers=7_500, **one_thread) as site:
        with stalled_downloads(site, 1), ExitStack() as opened:
            waiting = [opened.enter_context(site.client(LEAD)) for _ in range(8)]
            for client in waiting:
                client.send_headers("GET", EXPORT)
            for client in waiting:
                refusal = client.read()
                assert (refusal.status, refusal.code) == (503, "long_queue")
                assert int(refusal.headers["Retry-After"]) > 0
            with site.client(ANNOTATORS[0]) as client:
                item = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
                client.save(item, 0)
        with site.client(LEAD) as client:
            assert client.call("GET", EXPORT).body.count(b"\n") == ITEMS
