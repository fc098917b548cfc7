"""The address of a client, and how many connections it has.

A proxy on the way is trusted if its address is in `MOREL_TRUSTED_PROXIES`. X-Forwarded-For, X-Request-ID and the like
count from trusted proxies only: of everyone else they are removed before a request reaches Django.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings

Headers = list[tuple[bytes, bytes]]

_OF_PROXIES = {
    b"forwarded",
    b"x-forwarded-for",
    b"x-forwarded-host",
    b"x-forwarded-port",
    b"x-forwarded-proto",
    b"x-request-id",
}


class TrustedProxies:
    def __init__(self, addresses: Iterable[str]) -> None:
        """`addresses`: IP addresses or networks. Raises ValueError."""
        self._networks = [ip_network(address, strict=False) for address in addresses]
        self.trusts = lru_cache(4_096)(self._trusts)

    def client_and_headers(self, peer: str, headers: Headers) -> tuple[str, Headers]:
        """Return the address of the client, and its headers without those that it must not choose.

        Headers with an underscore are dropped, because in WSGI they look like those with a hyphen.
        """
        trusted = self.trusts(peer)
        kept = [
            (name, value)
            for name, value in headers
            if b"_" not in name and (trusted or name not in _OF_PROXIES)
        ]
        if not trusted:
            return peer, kept
        named = [
            part.strip()
            for name, value in kept
            if name == b"x-forwarded-for"
            for part in value.decode("latin-1").split(",")
        ]
        return self._first_untrusted(named) or peer, kept

    def _first_untrusted(self, named: list[str]) -> str:
        """Return the last address that no trusted proxy has: each proxy appends the address it was contacted from."""
        for text in reversed(named):
            address = _without_port(text)
            if not _is_address(address):
                return ""
            if not self.trusts(address):
                return address
        return ""

    def _trusts(self, address: str) -> bool:
        if not _is_address(address):
            return False
        parsed = _parsed(address)
        return any(parsed in network for network in self._networks if network.version == parsed.version)


class ConnectionCounts:
    """Connections by address. Used in the event loop only."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.total = 0
        self.on_change: Callable[[int], object] = lambda _total: None
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection, unless the address has as many as it may have."""
        key = _counted_as(address)
        if self._counts[key] >= self.limit:
            return False
        self._counts[key] += 1
        self._change_total(1)
        return True

    def leave(self, address: str) -> None:
        key = _counted_as(address)
        self._counts[key] -= 1
        self._change_total(-1)
        if not self._counts[key]:
            del self._counts[key]

    def _change_total(self, by: int) -> None:
        self.total += by
        self.on_change(self.total)

    @contextmanager
    def entered(self, address: str) -> Iterator[bool]:
        entered = self.enter(address)
        try:
            yield entered
        finally:
            if entered:
                self.leave(address)


trusted_proxies = TrustedProxies(settings.TRUSTED_PROXIES)
connection_counts = ConnectionCounts(settings.CONNECTIONS_PER_ADDRESS)


def request_address(request: Any) -> str | None:
    """Return the client's address of a Django request, which `client_and_headers` has found. For django-axes."""
    address: str | None = request.META.get("REMOTE_ADDR")
    return address


@lru_cache(4_096)
def _counted_as(address: str) -> str:
    """Return the address, or the /64 network of an IPv6 address, all of which one client usually has."""
    if not _is_address(address):
        return address
    parsed = _parsed(address)
    return (
        str(IPv6Network((int(parsed), 64), strict=False)) if isinstance(parsed, IPv6Address) else str(parsed)
    )


def _parsed(address: str) -> Any:
    parsed = ip_address(address)
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
