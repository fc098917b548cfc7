"""Bodies over real sockets: refused by size and permission before anything is parsed or written."""

import json
from collections.abc import Iterator

import pytest

from tests.api.server.served_site import ANNOTATORS, LEAD, ServedSite, multipart, served
from tests.databases import MigratedDatabase
from tests.images import png
from tests.records import item
from tests.waiting import wait_until

pytestmark = pytest.mark.any_database

MEGABYTE = 1_000_000
IMPORTS = "/projects/harbour/imports/"
IMAGES = "/projects/harbour/images/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    directory = tmp_path_factory.mktemp("bodies")
    with served(directory, migrated, MAX_UPLOAD_BYTES=20 * MEGABYTE, BODY_SECONDS=2) as site:
        yield site


@pytest.mark.parametrize("path", ["//", "/session/", IMPORTS, "//admin/login/", "/no/such/address/"])
@pytest.mark.parametrize("chunked", [False, True])
def test_an_anonymous_upload_of_300_mb_is_refused_early_and_leaves_no_file(site, path, chunked):
    media_type, before, _ = multipart(300 * MEGABYTE)
    with site.client() as client:
        length = {"Transfer_Encoding": "chunked"} if chunked else {"Content_Length": str(300 * MEGABYTE)}
        client.send_headers("POST", path, Content_Type=media_type, **length)
        client.socket.sendall(b"%x\r\n%s\r\n" % (len(before), before) if chunked else before)
        sent = client.sent_until_refused(20 * MEGABYTE, chunked=chunked)
        answer = client.read()
        assert answer.status in {401, 403, 404, 405, 413}, answer.body
    assert sent < 20 * MEGABYTE
    assert (site.uploads, site.unnamed_bytes()) == ([], 0)


def test_a_large_upload_is_received_only_from_leads_of_the_project(site):
    media_type, _, _ = multipart(10 * MEGABYTE)
    for name, path, refusal in [
        (ANNOTATORS[0], IMPORTS, (403, "forbidden")),
        (LEAD, "/projects/elsewhere/imports/", (404, "no_project")),
        ("", IMPORTS, (401, "not_authenticated")),
    ]:
        with site.client(name) as client:
            client.send_headers("POST", path, Content_Type=media_type, Content_Length=str(10 * MEGABYTE))
            answer = client.read()
            assert (answer.status, answer.code) == refusal
    assert (site.uploads, site.unnamed_bytes()) == ([], 0)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_lead_uploads_a_file(site, chunked):
    rows = [item(f"large-{chunked}-{number}", answer="The lamp was lit. " * 600) for number in range(500)]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    media_type, before, after = multipart(len(data))
    body = before + data + after
    with site.client(LEAD) as client:
        length = {"Transfer_Encoding": "chunked"} if chunked else {"Content_Length": str(len(body))}
        client.send_headers("POST", IMPORTS, Content_Type=media_type, **length)
        client.socket.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if chunked else body)
        answer = client.read()
        assert answer.status == 201, answer.body
        stored = site.uploads
        assert [path.read_bytes() for path in stored] == [data]
        wait_until(lambda: site.unnamed_bytes() == 0)
        assert client.call("DELETE", f"{IMPORTS}{answer.json()['id']}/").status == 204
    assert site.uploads == []


def test_a_file_above_the_limit_of_uploads_is_refused_by_its_announced_and_by_its_counted_size(site):
    media_type, before, _ = multipart(30 * MEGABYTE)
    for length in ({"Content_Length": str(30 * MEGABYTE)}, {"Transfer_Encoding": "chunked"}):
        with site.client(LEAD) as client:
            client.send_headers("POST", IMPORTS, Content_Type=media_type, **length)
            if "Transfer_Encoding" in length:
                client.socket.sendall(b"%x\r\n%s\r\n" % (len(before), before))
                client.sent_until_refused(40 * MEGABYTE, chunked=True)
            answer = client.read()
            assert (answer.status, answer.code) == (413, "too_large")
    assert (site.uploads, site.unnamed_bytes()) == ([], 0)


def test_an_image_has_its_own_limit_and_comes_from_leads_only(site):
    content = png() + bytes(4_900_000)
    media_type, before, after = multipart(len(content))
    body = before.split(b"items\r\n", 1)[1] + content + after  # without the other field
    with site.client(LEAD) as client:
        client.send_headers("POST", IMAGES, Content_Type=media_type, Content_Length=str(len(body)))
        client.socket.sendall(body)
        answer = client.read()
        assert (answer.status, answer.json()["size"]) == (201, len(content)), answer.body
    for length in ({"Content_Length": str(6 * MEGABYTE)}, {"Transfer_Encoding": "chunked"}):
        with site.client(LEAD) as client:
            client.send_headers("POST", IMAGES, Content_Type=media_type, **length)
            if "Transfer_Encoding" in length:
                client.socket.sendall(b"%x\r\n%s\r\n" % (len(before), before))
                client.sent_until_refused(10 * MEGABYTE, chunked=True)
            answer = client.read()
            assert (answer.status, answer.code) == (413, "too_large")
    with site.client() as client:
        client.send_headers("POST", IMAGES, Content_Type=media_type, Content_Length=str(2 * MEGABYTE))
        assert client.read().status == 401
    assert site.unnamed_bytes() == 0


def test_a_body_of_json_has_its_own_limit_also_for_members(site):
    path = "/projects/harbour/guidelines/preview/"
    for length in ({"Content_Length": str(5 * MEGABYTE)}, {"Transfer_Encoding": "chunked"}):
        with site.client(LEAD) as client:
            client.send_headers("POST", path, Content_Type="application/json", **length)
            if "Transfer_Encoding" in length:
                client.sent_until_refused(10 * MEGABYTE, chunked=True)
            answer = client.read()
            assert (answer.status, answer.code) == (413, "too_large")


def test_members_send_large_and_chunked_json(site):
    path, text = "/projects/harbour/guidelines/preview/", "A lamp. " * 40_000
    body = json.dumps({"text": text}).encode()
    with site.client(LEAD) as client:
        assert client.call("POST", path, {"text": text}).status in {200, 422}
        client.send_headers("POST", path, Content_Type="application/json", Transfer_Encoding="chunked")
        for start in range(0, len(body), 10_000):
            block = body[start : start + 10_000]
            client.socket.sendall(b"%x\r\n%s\r\n" % (len(block), block))
        client.socket.sendall(b"0\r\n\r\n")
        assert client.read().status in {200, 422}


def test_a_small_chunked_body_without_content_length_is_read(site):
    body = b'{"text": "# Lamps"}'
    with site.client(LEAD) as client:
        client.send_headers(
            "POST",
            "/projects/harbour/guidelines/preview/",
            Content_Type="application/json",
            Transfer_Encoding="chunked",
        )
        client.socket.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        answer = client.read()
        assert (answer.status, answer.json()) == (200, {"html": "<h1>Lamps</h1>\n"})
        assert client.call("GET", "/session/").json()["user"] is not None  # on the same connection


def test_a_body_that_stops_arriving_is_refused_after_its_deadline(site):
    with site.client() as client:
        client.send_headers("POST", "/session/", Content_Type="application/json", Content_Length="1000")
        client.socket.sendall(b'{"username"')
        answer = client.read()
        assert (answer.status, answer.code) == (408, "too_slow")
        client.closed_after()


def test_expect_100_continue_is_refused_without_the_body(site):
    media_type, _, _ = multipart(10 * MEGABYTE)
    with site.client() as client:
        client.send_headers(
            "POST",
            IMPORTS,
            Content_Type=media_type,
            Content_Length=str(10 * MEGABYTE),
            Expect="100-continue",
        )
        assert client.read().status == 401
