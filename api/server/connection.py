"""uvicorn's HTTP protocol, with limits on what one client can hold open.

- Connections are counted by address. One too many is answered with 429 and closed.
- Headers must be complete within `MOREL_IDLE_SECONDS` after the connection was opened or the request has begun.
- A client that does not read its response for `MOREL_RESPONSE_SECONDS` is disconnected.
"""

import asyncio
import socket
import time
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.common.request_log import usable_id
from api.server.client_address import connection_counts, trusted_proxies
from api.server.refusal import too_many_connections
from foundation.audit_context import AuditContext, audit_context

_LINGER_SECONDS: Final = 1
"""How long a refused connection stays open, so that the client reads the refusal before a reset."""

_UNSENT_BYTES: Final = 65_536
"""How much the kernel holds for a client before it can be sent.

It would hold several megabytes, and report that the client reads only after a third of them: too late if it is slow.
"""


class HttpConnection(HttpToolsProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._counted = ""  # the address for which this connection is counted
        self._refused = False
        self._header_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        _limit_unsent(transport)
        address = self.client[0] if self.client else ""
        if trusted_proxies.trusts(address):  # `HttpApplication` counts the clients of a proxy.
            self._expect_headers()
        elif connection_counts.enter(address):
            self._counted = address
            self._expect_headers()
        else:
            self._refuse()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # It is a websocket now.
        waits = self.cycle is None or self.cycle.response_complete
        if waits and not self._header_timer and not self.transport.is_closing():
            self._expect_headers()

    def on_headers_complete(self) -> None:
        self._cancel_header_timer()
        if not self.flow.write_paused:  # At most 64 kB of an earlier response are unread.
            self._cancel_write_timer()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # The application counts websockets.
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_write_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        is_last = self.cycle is None or self.cycle.response_complete  # None of a pipeline follows.
        if is_last and self.transport.get_write_buffer_size():
            self._expect_reading()

    def _expect_headers(self) -> None:
        self._header_timer = self.loop.call_later(settings.IDLE_SECONDS, self.transport.abort)

    def _expect_reading(self) -> None:
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(settings.RESPONSE_SECONDS, self._disconnect_if_unread)

    def _disconnect_if_unread(self) -> None:
        self._write_timer = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _refuse(self) -> None:
        self._refused = True
        with audit_context(AuditContext("web", usable_id(""))):
            refusal = too_many_connections()
            address = self.client[0] if self.client else ""
            refusal.log(address=address, method=None, path="", start=time.perf_counter())
        lines = [b"%s: %s" % header for header in [*refusal.headers, (b"connection", b"close")]]
        status = HTTPStatus(refusal.status)
        start = f"HTTP/1.1 {status.value} {status.phrase}".encode()
        self.transport.write(b"\r\n".join([start, *lines, b"", refusal.body]))
        self.transport.write_eof()
        self._write_timer = self.loop.call_later(_LINGER_SECONDS, self.transport.abort)

    def _leave(self) -> None:
        self._cancel_header_timer()
        self._cancel_write_timer()
        if self._counted:
            connection_counts.leave(self._counted)
            self._counted = ""

    def _cancel_header_timer(self) -> None:
        if self._header_timer:
            self._header_timer.cancel()
            self._header_timer = None

    def _cancel_write_timer(self) -> None:
        if self._write_timer:
            self._write_timer.cancel()
            self._write_timer = None


def _limit_unsent(transport: asyncio.Transport) -> None:
    connection = transport.get_extra_info("socket")
    if connection is not None and connection.family in {socket.AF_INET, socket.AF_INET6}:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT_BYTES)
