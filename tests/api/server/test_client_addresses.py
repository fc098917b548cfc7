"""The client's address over real sockets: what proxies are believed, and how many connections an address has."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from api.server.client_address import ConnectionCounts, TrustedProxies
from tests.api.server.served_site import ServedSite, served
from tests.databases import MigratedDatabase

pytestmark = pytest.mark.any_database

PROXY, STRANGER = "127.0.0.1", "127.0.0.2"
LIMIT = 6


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    directory = tmp_path_factory.mktemp("addresses")
    limits = {"CONNECTIONS_PER_ADDRESS": LIMIT, "TRUSTED_PROXIES": PROXY, "LOGIN_RATE": "3/min"}
    with served(directory, migrated, **limits) as site:
        yield site


def log_in(site: ServedSite, source: str, number: int, forwarded: str) -> int:
    body = {"username": f"nobody-{number}", "password": "wrong"}
    with site.client(source=source) as client:
        return client.call("POST", "/session/", body, X_Forwarded_For=forwarded).status


def test_a_forged_address_does_not_reset_the_login_throttle(site):
    answers = [log_in(site, STRANGER, number, f"192.0.2.{number}") for number in range(5)]
    assert answers == [400, 400, 400, 429, 429] or answers == [401, 401, 401, 429, 429], answers


def test_a_trusted_proxy_names_the_client_and_only_its_last_untrusted_address_counts(site):
    answers = [log_in(site, PROXY, number, f"192.0.2.{number}, 198.51.100.7") for number in range(4)]
    assert answers[-1] == 429
    assert log_in(site, PROXY, 9, "198.51.100.8") != 429


def test_a_connection_too_many_from_one_address_is_answered_with_429(site):
    with ExitStack() as opened:
        for _ in range(LIMIT):
            opened.enter_context(site.client(source="127.0.0.3"))
        with site.client(source="127.0.0.3") as refused:
            answer = refused.read()
            assert (answer.status, answer.code) == (429, "too_many_connections")
            assert answer.headers["Retry-After"]
            refused.closed_after()
        with site.client(source="127.0.0.4") as other:
            assert other.call("GET", "/session/").status == 200
    with site.client(source="127.0.0.3") as later:
        assert later.call("GET", "/session/").status == 200


def test_behind_a_proxy_connections_count_for_the_client(site):
    slow = {"Content_Type": "application/json", "Content_Length": "100"}
    with ExitStack() as opened:
        for _ in range(LIMIT):
            sender = opened.enter_context(site.client(source=PROXY))
            sender.send_headers("POST", "/session/", X_Forwarded_For="203.0.113.5", **slow)
        with site.client(source=PROXY) as ordered:
            assert ordered.call("GET", "/session/", X_Forwarded_For="203.0.113.6").status == 200
            answer = ordered.call("GET", "/session/", X_Forwarded_For="203.0.113.5")
            assert (answer.status, answer.code) == (429, "too_many_connections")


def test_requests_of_a_proxy_that_names_no_client_count_for_the_proxy(site):
    with ExitStack() as opened:
        for _ in range(LIMIT):
            sender = opened.enter_context(site.client(source=PROXY))
            sender.send_headers("POST", "/session/", Content_Type="application/json", Content_Length="100")
        answer = opened.enter_context(site.client(source=PROXY)).call("GET", "/session/")
        assert (answer.status, answer.code) == (429, "too_many_connections")


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "198.51.100.1", "192.0.2.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1, unknown", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("", "198.51.100.1", ""),
    ],
)
def test_the_client_is_the_last_address_that_no_trusted_proxy_has(peer, forwarded, client):
    headers = [(b"x-forwarded-for", forwarded.encode()), (b"x_forwarded_for", b"1.1.1.1"), (b"host", b"x")]
    found, kept = TrustedProxies(["10.0.0.0/8"]).client_and_headers(peer, headers)
    assert found == client
    assert (b"x_forwarded_for", b"1.1.1.1") not in kept
    assert (headers[0] in kept) == (peer.endswith("10.0.0.1"))


def test_addresses_of_one_ipv6_network_count_together():
    counts = ConnectionCounts(2)
    assert [counts.enter(address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3")] == [
        True,
        True,
        False,
    ]
    assert counts.enter("2001:db8:0:1::1")
    counts.leave("2001:db8::1")
    assert counts.enter("2001:db8::3")
