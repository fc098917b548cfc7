"""What the site does while one of its parts fails: a locked database, no Redis, a disk that is nearly full."""

import os
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

from tests.api.server.served_site import ANNOTATORS, LEAD, ServedSite, multipart, served
from tests.api.server.test_slow_clients import ITEMS, stalled_downloads
from tests.databases import MigratedDatabase, postgres_url
from tests.e2e.site import PASSWORD
from tests.waiting import wait_until

IMPORTS = "/projects/harbour/imports/"
LARGE = 40_000_000

on_sqlite = pytest.mark.skipif(bool(postgres_url()), reason="It locks the file of a SQLite database.")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    with served(tmp_path_factory.mktemp("failing"), migrated) as site:
        yield site


@contextmanager
def locked(site: ServedSite) -> Iterator[None]:
    """The database is locked by another program that writes to it."""
    with closing(sqlite3.connect(site.site.directory / "morel.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@on_sqlite
def test_a_locked_database_refuses_saves_for_a_moment_and_loses_none(site):
    items, revisions = {}, dict.fromkeys(ANNOTATORS, 0)
    for name in ANNOTATORS:
        with site.client(name) as client:
            items[name] = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
            client.save(items[name], 0)
            revisions[name] = 1

    def refused(name: str) -> float:
        with site.client(name) as client:
            began = time.monotonic()
            response = client.try_save(items[name], 1)
            assert (response.status, response.code) == (503, "database_busy")
            assert int(response.headers["Retry-After"]) >= 1
            return time.monotonic() - began

    with locked(site):
        with ThreadPoolExecutor(len(ANNOTATORS)) as threads:
            taken = list(threads.map(refused, ANNOTATORS))
        with site.client(ANNOTATORS[0]) as reader:
            mine = reader.call("GET", f"/projects/harbour/items/{items[ANNOTATORS[0]]['id']}/mine/")
            assert (mine.status, mine.json()["annotation"]["revision"]) == (200, 1)
    assert max(taken) < 5
    time.sleep(1.1)  # Requests are refused for a second after one has waited in vain.
    for name in ANNOTATORS:
        with site.client(name) as client:
            client.save(items[name], 1)


def test_files_are_for_the_server_only(site):
    paths = [site.site.directory, *site.site.directory.rglob("*")]
    assert len(paths) > 5
    open_to_others = {
        path.name: stat.filemode(path.stat().st_mode) for path in paths if path.stat().st_mode & 0o077
    }
    assert not open_to_others


def test_files_of_an_earlier_version_are_closed_at_start(site):
    release = site.site.directory / "releases" / "1"
    release.mkdir(parents=True)
    (release / "gold.jsonl").write_text("{}\n")
    site.site.stop()
    site.site.directory.chmod(0o755)
    (release / "gold.jsonl").chmod(0o644)
    release.chmod(0o755)
    site.start()
    for path in (site.site.directory, release, release / "gold.jsonl"):
        assert not path.stat().st_mode & 0o077


def test_without_redis_people_log_in_and_save(tmp_path, migrated):
    with served(tmp_path, migrated) as site:
        site.site.manage("add_member", "harbour", "nina", "--role", "annotator", "--password", PASSWORD)
        site.site.stop()
        site.site.environment["REDIS_URL"] = "redis://127.0.0.1:1/0"
        site.start()
        with site.client() as client:
            assert client.call("POST", "/session/", {"username": "nina", "password": PASSWORD}).status == 200
        with site.client(ANNOTATORS[0]) as client:
            item = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
            assert client.save(item, 0) < 5
            assert client.save(item, 1) < 5
        with site.client() as client:
            ready = client.call("GET", "//health/ready")
            assert ready.status == 503
            assert ready.json()["checks"] == {
                "database": "ok",
                "redis": "failed",
                "disk": "ok",
                "workers": "ok",
            }


def restart_below_reserve(site: ServedSite) -> None:
    site.site.stop()
    site.site.environment["MOREL_DISK_RESERVE"] = str(10**15)
    site.start()


def test_below_the_reserve_imports_and_builds_are_refused_and_saves_are_not(tmp_path, migrated):
    with served(tmp_path, migrated) as site:
        restart_below_reserve(site)
        with site.client(LEAD) as lead:
            response = lead.upload(
                "/projects/harbour/imports/", b'{"id": "x", "question": "?", "answer": "!"}\n'
            )
            assert (response.status, response.code) == (507, "disk_reserve")
            assert "1,000,000,000 MB are kept" in response.json()["detail"]
        with site.client(LEAD) as lead:
            response = lead.call("POST", "/projects/harbour/releases/", {"name": "v1"})
            assert (response.status, response.code) == (507, "disk_reserve")
        assert not site.uploads
        with site.client(ANNOTATORS[0]) as client:
            item = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
            client.save(item, 0)
        with site.client() as client:
            assert client.call("GET", "//health/ready").json()["checks"]["disk"] == "failed"


def test_responses_that_nobody_reads_leave_the_reserve_free(tmp_path, migrated):
    with served(tmp_path, migrated, items=ITEMS, answers=7_500) as site:
        restart_below_reserve(site)
        with stalled_downloads(site, 1) as [reader]:
            time.sleep(2)
            assert site.unnamed_bytes() == 0
            reader.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            answer = reader.read()
        assert (answer.status, answer.body.count(b"\n")) == (200, ITEMS)


def test_an_upload_that_would_take_the_reserve_is_refused_before_it_is_received(tmp_path, migrated):
    kind, before, after = multipart(LARGE)
    size = len(before) + LARGE + len(after)
    with served(tmp_path, migrated) as site:
        restart_below_reserve(site)
        with site.client(LEAD) as announced:
            announced.send_headers("POST", IMPORTS, Content_Type=kind, Content_Length=str(size))
            assert announced.sent_until_refused(LARGE) < LARGE / 4
            refusal = announced.read("POST")
            assert (refusal.status, refusal.code) == (507, "disk_reserve")
            assert int(refusal.headers["Retry-After"]) > 0
        with site.client(LEAD) as chunked:
            chunked.send_headers("POST", IMPORTS, Content_Type=kind, Transfer_Encoding="chunked")
            assert chunked.sent_until_refused(LARGE, chunked=True) < LARGE / 4
            refusal = chunked.read("POST")
            assert (refusal.status, refusal.code) == (507, "disk_reserve")
        assert site.unnamed_bytes() == 0


def test_leftover_uploads_are_removed_at_start(site):
    site.site.stop()
    old, new = site.site.directory / "uploads" / "old.jsonl", site.site.directory / "uploads" / "new.jsonl"
    for path in (old, new):
        path.write_text("{}\n")
    os.utime(old, (0, 0))
    site.start()
    wait_until(lambda: not old.exists())
    assert new.exists()
