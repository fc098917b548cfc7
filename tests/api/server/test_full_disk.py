"""A full disk: people read, saves are refused, and everything works again once there is space."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.api.server.served_site import ANNOTATORS, LEAD, RawClient, ServedSite, multipart, served
from tests.databases import MigratedDatabase
from tests.small_disk import MEGABYTES, Filler, disk, in_namespace, outside, run_on_small_disk

DISK_BYTES = MEGABYTES * 1_000_000
IMPORTS = "/projects/harbour/imports/"


@outside
def test_on_a_small_disk(tmp_path):
    run_on_small_disk(__file__, tmp_path)


@pytest.fixture(scope="module")
def site(migrated: MigratedDatabase) -> Iterator[ServedSite]:
    with served(disk(), migrated, DISK_RESERVE=100_000) as site:
        yield site


@pytest.fixture
def filler() -> Iterator[Filler]:
    filler = Filler()
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


@in_namespace
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
            upload = lead.upload(IMPORTS, b'{"id": "x", "question": "?", "answer": "!"}\n' * 9_000)
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


@in_namespace
@pytest.mark.parametrize("chunked", [False, True])
def test_an_upload_is_accepted_only_if_there_is_space_for_all_its_copies(site, chunked):
    """One is received, one is the file of the form, and one is the file of the import."""
    with upload_begun(site, DISK_BYTES // 2, chunked=chunked) as (lead, _):
        lead.sent_until_refused(DISK_BYTES // 2, chunked=chunked)
        refusal = lead.read("POST")
        assert (refusal.status, refusal.code) == (507, "disk_reserve")
    with upload_begun(site, DISK_BYTES // 8, chunked=chunked) as (lead, body):
        lead.socket.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if chunked else body)
        answer = lead.read("POST")
        assert answer.status == 201, answer.body
        assert lead.call("DELETE", f"{IMPORTS}{answer.json()['id']}/").status == 204
    assert site.unnamed_bytes() == 0


@contextmanager
def upload_begun(site: ServedSite, size: int, *, chunked: bool) -> Iterator[tuple[RawClient, bytes]]:
    """A lead who has sent the headers of an upload, and its body."""
    media_type, before, after = multipart(size)
    body = before + b'{"id": "x", "question": "?", "answer": "!"}\n'.ljust(size) + after
    length = {"Transfer_Encoding": "chunked"} if chunked else {"Content_Length": str(len(body))}
    with site.client(LEAD) as lead:
        lead.send_headers("POST", IMPORTS, Content_Type=media_type, **length)
        yield lead, body


@in_namespace
def test_a_site_starts_on_a_full_disk(site, filler):
    site.site.stop()
    filler.fill()
    site.start()
    with site.client(LEAD) as lead:
        assert lead.call("GET", "/projects/harbour/").status == 200
