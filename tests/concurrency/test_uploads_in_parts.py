"""Uploads over a socket that carries them in parts: past the end of a phase, and cut off in the middle."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.concurrency.submitters import CSRF, Submitters, file_of, form
from tests.databases import MigratedDatabase
from tests.e2e.site import Site

pytestmark = pytest.mark.crowd

BOUNDARY = "parts"
POST_PHASE = """
from evaluation.models import Phase
test = Phase.objects.get(task__slug={slug!r})
Phase.objects.create(task=test.task, slug="post", name="Post", kind="post", split="tst", visibility="board",
    starts_at=test.starts_at)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("parts"), migrated=migrated)
    site.start()
    yield site
    site.close()


class Upload:
    """An upload whose head and first half the server has begun to receive. `size`: about its bytes."""

    def __init__(self, crowd: Submitters, size: int = 0, **fields: str) -> None:
        content = file_of("en", 1)
        content += b" \n" * ((size - len(content)) // 2)
        body = form(BOUNDARY, {"en.jsonl": content}, fields)
        head = [
            f"POST /api/v1/tasks/{crowd.slug}/submissions/ HTTP/1.1",
            "Host: 127.0.0.1",
            f"Content-Type: multipart/form-data; boundary={BOUNDARY}",
            f"Content-Length: {len(body)}",
            f"Cookie: csrftoken={CSRF}; sessionid={crowd.teams[0][1]}",
            f"X-CSRFToken: {CSRF}",
            "Expect: 100-continue",
        ]
        address = urlsplit(crowd.site.url)
        self._socket = socket.create_connection((address.hostname, address.port or 0), timeout=60)
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())
        assert self._socket.recv(100).startswith(b"HTTP/1.1 100 ")  # It waits for the body.
        self._socket.sendall(body[: len(body) // 2])
        self._rest = body[len(body) // 2 :]

    def finish(self) -> tuple[int, Any]:
        """Send the second half. Return status and content of the answer."""
        self._socket.sendall(self._rest)
        with self._socket, HTTPResponse(self._socket, method="POST") as response:
            response.begin()
            return response.status, json.loads(response.read())

    def cut_off(self) -> None:
        """Send no more, and wait until the server has closed the connection without an answer."""
        with self._socket:
            self._socket.shutdown(socket.SHUT_WR)
            assert self._socket.recv(100) == b""


def files_of(site: Site) -> set[Path]:
    """Return the stored predictions, and what uploads leave while they are received."""
    folders = [site.directory / "evaluation" / "submissions", site.directory / "uploads"]
    return {path for folder in folders for path in folder.rglob("*") if path.name != ".lock"}


def assert_nothing_stored(crowd: Submitters, before: set[Path]) -> None:
    assert (crowd.uploads(), crowd.submissions(), crowd.attempts()) == ({}, [], [])
    assert files_of(crowd.site) == before


@pytest.mark.parametrize("size", [0, 2_000_000], ids=["in memory", "in a file"])
def test_an_upload_whose_last_byte_arrives_after_the_end_is_refused(site: Site, size: int) -> None:
    crowd, before = Submitters.gather(site, f"ended-{size}", 1, seed=1), files_of(site)
    upload = Upload(crowd, size)
    crowd.set_deadline(0)
    status, problem = upload.finish()
    assert (status, problem["type"].rpartition(":")[2]) == (409, "phase_ended")
    assert "Test ended on" in problem["detail"]
    assert_nothing_stored(crowd, before)


def test_an_upload_whose_last_byte_arrives_after_the_end_belongs_to_an_open_post_phase(site: Site) -> None:
    crowd = Submitters.gather(site, "late", 1, seed=2)
    site.manage("shell", "-v0", "-c", POST_PHASE.format(slug=crowd.slug))
    upload = Upload(crowd, phase="test")
    crowd.set_deadline(0)
    status, received = upload.finish()
    assert (status, received["phase"], received["late_for"]) == (201, "post", "test")
    assert received["submissions"][0]["on_board"] is not None
    ((_, at),) = crowd.uploads().values()
    assert crowd.end
    assert at >= crowd.end
    crowd.wait_until_scored()


@pytest.mark.parametrize("size", [0, 2_000_000], ids=["in memory", "in a file"])
def test_an_upload_that_is_cut_off_stores_and_counts_nothing(site: Site, size: int) -> None:
    crowd = Submitters.gather(site, f"cut-{size}", 1, seed=3, daily_attempts=1)
    before = files_of(site)
    Upload(crowd, size).cut_off()
    assert_nothing_stored(crowd, before)
    assert Upload(crowd, size).finish()[0] == 201  # The only attempt of the day was left.
    assert len(crowd.attempts()) == 1
    crowd.wait_until_scored()
