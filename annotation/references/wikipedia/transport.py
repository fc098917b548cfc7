"""The only HTTP transport: it connects to known hosts only, and bounds the time and size of responses.

The timeouts of httpx apply to single reads, so a server that sends a byte a second never exceeds them. Here the whole
response is read against a deadline and a limit on its decompressed size.
"""

import zlib
from collections.abc import Callable

import httpx

from annotation.references.wikipedia import sites

_HOSTS = frozenset(sites.host(language) for language in sites.LANGUAGES)
_KEPT_HEADERS = ("content-type", "retry-after")


class TooLargeError(httpx.RequestError):
    """The response exceeds the size limit."""


class BoundedTransport(httpx.BaseTransport):
    """A transport with limits.

    `server`: the URL of one server for all languages, such as a mirror or a test server; "" for Wikipedia itself.
    `wait_for_slot` blocks until a request is allowed; `remaining` returns the seconds left for it.
    """

    def __init__(
        self,
        inner: httpx.BaseTransport,
        *,
        server: str,
        max_bytes: int,
        timeout: float,
        wait_for_slot: Callable[[], None],
        remaining: Callable[[], float],
    ) -> None:
        self._inner = inner
        self._server = httpx.URL(server) if server else None
        self._max_bytes = max_bytes
        self._timeout = timeout
        self._wait_for_slot = wait_for_slot
        self._remaining = remaining

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        if url.scheme != "https" or url.host not in _HOSTS or url.port is not None:
            raise ValueError(f"{url.scheme}://{url.netloc.decode()} is no Wikipedia: nothing was sent.")
        request.headers["accept-encoding"] = "gzip"
        if self._server:
            server = self._server
            url = url.copy_with(scheme=server.scheme, host=server.host, port=server.port)
        self._wait_for_slot()
        remaining = self._remaining()
        if not remaining:
            raise httpx.ReadTimeout("The time is up.", request=request)
        limit = min(self._timeout, remaining)
        outgoing = httpx.Request(
            request.method,
            url,
            headers=request.headers,  # the Host header still names the Wikipedia
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), limit)},
        )
        response = self._inner.handle_request(outgoing)
        try:
            body = self._read(response, request)
        finally:
            response.close()
        headers = [(name, response.headers[name]) for name in _KEPT_HEADERS if name in response.headers]
        return httpx.Response(response.status_code, headers=headers, content=body, request=request)

    def close(self) -> None:
        self._inner.close()

    def _read(self, response: httpx.Response, request: httpx.Request) -> bytes:
        unpack = zlib.decompressobj(31) if response.headers.get("content-encoding") == "gzip" else None
        body = bytearray()
        for chunk in response.iter_raw():
            if not self._remaining():
                raise httpx.ReadTimeout("The time is up.", request=request)
            room = self._max_bytes - len(body) + 1
            try:
                body += unpack.decompress(chunk, room) if unpack else chunk
            except zlib.error as error:
                raise httpx.DecodingError(str(error), request=request) from error
            if len(body) > self._max_bytes:
                raise TooLargeError(f"More than {self._max_bytes} bytes.", request=request)
        return bytes(body)
