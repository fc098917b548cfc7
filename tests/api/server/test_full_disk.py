"""A full disk: people read, saves are refused, and everything works again once there is space.

The data directory is a small file system in memory, which only a process with a mount namespace of its own may mount.
"""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.server.served_site import ANNOTATORS, LEAD, RawClient, ServedSite, served
from tests.databases import MigratedDatabase, postgres_url
from tests.paths import ROOT

MEGABYTES = 24
INSIDE = "MOREL_TEST_SMALL_DISK"
NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]

inside = pytest.mark.skipif(INSIDE not in os.environ, reason="It is run by the first test of the file.")


def has_namespaces() -> bool:
    try:
        return subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(INSIDE in os.environ, reason="This is the namespace.")
@pytest.mark.skipif(bool(postgres_url()), reason="The data of PostgreSQL lie elsewhere.")
@pytest.mark.skipif(not has_namespaces(), reason="This machine has no user namespaces.")
def test_on_a_small_disk(tmp_path):
    """Run the other tests of this file with `tmp_path` as a small file system."""
    mount = f'mount -t tmpfs -o size={MEGABYTES}m tmpfs "{tmp_path}" && exec "$@"'
    pytest_here = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", __file__]
    done = subprocess.run(
        [*NAMESPACE, "sh", "-c", mount, "sh", *pytest_here],
        cwd=ROOT,
        env=os.environ | {INSIDE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


class Filler:
    """A file of somebody else that takes all the space."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "filler"

    def fill(self) -> None:
        with self._path.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def disk() -> Path:
    return Path(os.environ[INSIDE])


@pytest.fixture(scope="module")
def site(disk: Path, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    with served(disk, migrated, DISK_RESERVE=100_000) as site:
        yield site


@pytest.fixture
def filler(disk: Path) -> Iterator[Filler]:
    filler = Filler(disk)
    yield filler
    filler.remove()


def save_until_refused(client: RawClient, item: dict, revision: int) -> int:
    """Save drafts until one is refused, and return the last revision that was acknowledged."""
    for _ in range(5_000):
        response = client.try_save(item, revision)
        if response.status == 507:
            assert response.code == "disk_full"
            assert int(response.headers["Retry-After"]) > 0
            return revision
        assert response.status == 200, response.body
        revision += 1
    raise AssertionError("The disk is never full.")


@inside
def test_people_read_and_saves_are_refused_until_there_is_space(site, filler):
    items = {}
    for name in ANNOTATORS:
        with site.client(name) as client:
            items[name] = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
            client.save(items[name], 0)
    for _ in range(2):
        filler.fill()
        stored = {}
        for name in ANNOTATORS:
            with site.client(name) as client:
                mine = f"/projects/harbour/items/{items[name]['id']}/mine/"
                revision = client.call("GET", mine).json()["annotation"]["revision"]
                stored[name] = save_until_refused(client, items[name], revision)
                read = client.call("GET", mine)
                assert (read.status, read.json()["annotation"]["revision"]) == (200, stored[name])
                assert client.call("GET", "/projects/harbour/").status == 200
                assert client.call("GET", "//p/harbour/annotate").status == 200
        with site.client(LEAD) as lead:
            assert lead.call("GET", "/projects/harbour/items/").status == 200
            upload = lead.upload(
                "/projects/harbour/imports/", b'{"id": "x", "question": "?", "answer": "!"}\n' * 9_000
            )
            assert upload.status == 507
            assert upload.json()["request_id"] == upload.headers["X-Request-ID"]
        with site.client() as client:
            assert client.call("GET", "//health/live").status == 200
            assert client.call("GET", "//health/ready").json()["checks"]["disk"] == "failed"
        filler.remove()
        for name in ANNOTATORS:
            with site.client(name) as client:
                client.save(items[name], stored[name])
                stored[name] += 1
    filler.fill()
    site.site.stop(kill=True)
    filler.remove()
    site.start()
    for name in ANNOTATORS:
        with site.client(name) as client:
            mine = client.call("GET", f"/projects/harbour/items/{items[name]['id']}/mine/").json()
            assert mine["annotation"]["revision"] == stored[name]
            client.save(items[name], stored[name])


@inside
def test_a_site_starts_on_a_full_disk(site, filler):
    site.site.stop()
    filler.fill()
    site.start()
    with site.client(LEAD) as lead:
        assert lead.call("GET", "/projects/harbour/").status == 200
