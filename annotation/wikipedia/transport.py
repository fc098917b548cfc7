"""The only way out: a transport that leaves for known hosts alone, and comes back in time and in bounds.

The timeouts of httpx are those of single reads: a server that drips a byte a second is within them for ever. Here an
answer is read whole, against a deadline and a limit that counts after unpacking.
"""

import zlib
from collections.abc import Callable

import httpx

from annotation.domain import wikipedias

_HOSTS = frozenset(wikipedias.host(language) for language in wikipedias.LANGUAGES)
_KEPT_HEADERS = ("content-type", "retry-after")


class TooLargeError(httpx.RequestError):
    """The answer is larger than is accepted."""


class BoundedTransport(httpx.BaseTransport):
    """`server` ("" for none) is the address of one server that answers for every language: a mirror, or a stand-in.

    `turn` waits until a request may leave; `left` says how many seconds there are for it.
    """

    def __init__(
        self,
        inner: httpx.BaseTransport,
        *,
        server: str,
        max_bytes: int,
        timeout: float,
        turn: Callable[[], None],
        left: Callable[[], float],
    ) -> None:
        self._inner = inner
        self._server = httpx.URL(server) if server else None
        self._max_bytes = max_bytes
        self._timeout = timeout
        self._turn = turn
        self._left = left

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        if url.scheme != "https" or url.host not in _HOSTS or url.port is not None:
            raise ValueError(f"{url.scheme}://{url.netloc.decode()} is no Wikipedia: nothing was sent.")
        request.headers["accept-encoding"] = "gzip"
        if self._server:
            to = self._server
            url = url.copy_with(scheme=to.scheme, host=to.host, port=to.port)
        self._turn()
        left = self._left()
        if not left:
            raise httpx.ReadTimeout("The time is up.", request=request)
        limit = min(self._timeout, left)
        outgoing = httpx.Request(
            request.method,
            url,
            headers=request.headers,  # with the host that is meant
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
            if not self._left():
                raise httpx.ReadTimeout("The time is up.", request=request)
            room = self._max_bytes - len(body) + 1
            try:
                body += unpack.decompress(chunk, room) if unpack else chunk
            except zlib.error as error:
                raise httpx.DecodingError(str(error), request=request) from error
            if len(body) > self._max_bytes:
                raise TooLargeError(f"More than {self._max_bytes} bytes.", request=request)
        return bytes(body)
