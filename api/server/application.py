"""Answers one HTTP request: receives its body, has a thread compute the response, sends the response."""

import asyncio
import io
import logging
import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings

from api.common.received_at import RECEIVED_AT
from api.common.request_log import BODY_CHECK, HEADER, usable_id
from api.server.block_buffer import BLOCK_BYTES, BlockBuffer, FileBudget
from api.server.client_address import Headers, connection_counts, trusted_proxies
from api.server.computation import Answer, Computation, Handler, environ_of
from api.server.refusal import ClientLeftError, RefusedError, refused, too_many_connections
from api.server.request_body import Body, receive_body
from api.server.routes import Route, RouteTable
from api.server.thread_pools import Pace, Pool, ThreadPool
from foundation.audit_context import AuditContext, audit_context

logger = logging.getLogger(__name__)

_SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}
_MULTIPART_BYTES: Final = 100_000
"""Bytes of an upload besides its file: boundaries and other fields."""

_DISCARD_SECONDS: Final = 3
_LONG_QUEUE_RETRY: Final = 10
_STOPPING: Final = "The server is shutting down. Try again in a moment."
_CLOSE: Final = (b"connection", b"close")


@dataclass(slots=True)
class _Request:
    """A request after its headers. `client` is the address of the client, `headers` those it may choose."""

    scope: Any
    receive: Any
    _send: Any
    client: str
    headers: Headers
    route: Route
    start: float
    answered: bool = False
    """Whether the response has begun."""

    @property
    def is_safe(self) -> bool:
        return self.scope["method"] in _SAFE_METHODS

    async def send_start(self, status: int, headers: Headers) -> None:
        self.answered = True
        await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def send_body(self, body: bytes, *, more: bool) -> None:
        """Send a part of the body in blocks of 64 kB, each when the client has read most of those before."""
        for start in range(0, len(body) or 1, BLOCK_BYTES):
            following = more or start + BLOCK_BYTES < len(body)
            block = body if len(body) <= BLOCK_BYTES else body[start : start + BLOCK_BYTES]
            await self._send({"type": "http.response.body", "body": block, "more_body": following})


class HttpApplication:
    """The ASGI application of HTTP requests."""

    def __init__(self, handler: Handler, url_patterns: Any) -> None:
        self._handler = handler
        self._routes = RouteTable(url_patterns)
        self._pools = {
            Pool.SHORT: ThreadPool(Pool.SHORT, settings.REQUEST_THREADS),
            Pool.LONG: ThreadPool(Pool.LONG, settings.LONG_REQUEST_THREADS),
            Pool.WAITING: ThreadPool(Pool.WAITING, settings.WAITING_REQUEST_THREADS),
        }
        self._files = ThreadPool("files", 2)
        self._budget = FileBudget(settings.MAX_BUFFERED_BYTES)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        start = time.perf_counter()
        peer = scope["client"][0] if scope.get("client") else ""
        client, headers = trusted_proxies.client_and_headers(peer, scope["headers"])
        request_id, headers = _with_request_id(headers)
        route = self._routes.find(scope["method"], scope["path"])
        request = _Request(scope, receive, send, client, headers, route, start)
        with audit_context(AuditContext("web", request_id)):
            await self._answer_or_refuse(request, peer)

    async def _answer_or_refuse(self, request: _Request, peer: str) -> None:
        client = request.client
        # The protocol counts connections; here those that a proxy opens for a client are counted as the client's, or as
        # the proxy's if it names no client.
        counted = connection_counts.entered(client) if trusted_proxies.trusts(peer) else nullcontext(True)
        try:
            with counted as entered:
                if not entered:
                    raise too_many_connections()
                await self._answer(request)
        except RefusedError as refusal:
            await _send_refusal(request, refusal)
        except ClientLeftError:
            pass
        except Exception:
            if not request.answered:
                raise
            logger.exception("A response broke off.")  # uvicorn closes the connection.
        except asyncio.CancelledError:  # The server stops.
            if not request.answered:
                stopping = refused(HTTPStatus.SERVICE_UNAVAILABLE, _STOPPING, "stopping", 5)
                _log(request, stopping)
                await request.send_start(stopping.status, [*stopping.headers, _CLOSE])
                await request.send_body(stopping.body, more=False)

    async def _answer(self, request: _Request) -> None:
        uploads = request.route.accepts_uploads
        body = Body(self._files, settings.FILE_UPLOAD_TEMP_DIR if uploads else None)
        try:
            received = await receive_body(
                request.headers,
                request.receive,
                body,
                limit=_body_limit(request.route),
                seconds=settings.BODY_SECONDS,
                check=lambda: self._check_body(request),
            )
            environ = environ_of(request.scope, request.client, request.headers, received, body.size)
            environ[RECEIVED_AT] = body.received_at
            await self._compute_and_send(request, environ)
        finally:
            body.close()

    async def _check_body(self, request: _Request) -> None:
        """Raise RefusedError unless the person may send a large body to this route."""
        environ = environ_of(request.scope, request.client, request.headers, io.BytesIO(), 0)
        environ[BODY_CHECK] = True
        buffer = self._buffer()
        try:
            computation = Computation(self._handler, environ, buffer)
            self._pools[Pool.SHORT].submit(computation.run)
            answer = await computation.answer
        finally:
            buffer.close()
        if answer.status != HTTPStatus.NO_CONTENT:
            raise RefusedError(answer.status, answer.headers, answer.body, by_django=True)

    async def _compute_and_send(self, request: _Request, environ: dict[str, Any]) -> None:
        buffer = self._buffer()
        reads_long = request.is_safe and request.route.pool is Pool.LONG
        pace = Pace(self._pools[Pool.SHORT]) if reads_long else None
        computation = Computation(self._handler, environ, buffer, pace)
        self._pools[request.route.pool].submit(computation.run)
        watchers: list[Any] = []
        if reads_long:
            loop, seconds = asyncio.get_running_loop(), settings.LONG_QUEUE_SECONDS
            watchers.append(loop.create_task(_stop_when_client_leaves(request, computation)))
            watchers.append(loop.call_later(seconds, _refuse_unless_started, computation))
        try:
            answer = await _answer_of(computation)
            await request.send_start(answer.status, answer.headers)
            await request.send_body(answer.body, more=answer.streams)
            if answer.streams:
                while (block := await buffer.get()) is not None:
                    await request.send_body(block, more=True)
                await request.send_body(b"", more=False)
        finally:
            buffer.close()
            for each in watchers:
                each.cancel()

    def _buffer(self) -> BlockBuffer:
        return BlockBuffer(settings.FILE_UPLOAD_TEMP_DIR, self._budget, self._files)


def _body_limit(route: Route) -> int:
    if not route.accepts_uploads:
        return int(settings.MAX_BODY_BYTES)
    return int(getattr(settings, route.upload_limit)) + _MULTIPART_BYTES


def _with_request_id(headers: Headers) -> tuple[str, Headers]:
    """Return the id of a request, and its headers with the id, so that Django uses the same one."""
    name = HEADER.lower().encode()
    sent = b",".join(value for key, value in headers if key == name)
    request_id = usable_id(sent.decode("latin-1"))
    return request_id, [*((key, value) for key, value in headers if key != name), (name, request_id.encode())]


async def _answer_of(computation: Computation) -> Answer:
    try:
        return await computation.answer
    except (ClientLeftError, RefusedError):
        raise
    except (
        Exception
    ) as error:  # Django answers errors of views itself: this one is of a stream or of a middleware.
        logger.exception("A response could not be computed.")
        detail = "Something went wrong on the server. It has been logged."
        raise refused(HTTPStatus.INTERNAL_SERVER_ERROR, detail, "server_error") from error


async def _stop_when_client_leaves(request: _Request, computation: Computation) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    computation.fail(ClientLeftError())


def _refuse_unless_started(computation: Computation) -> None:
    if not computation.started:
        detail = (
            "The server is busy with other exports and tables. Saves are not affected. Try again in a moment."
        )
        computation.fail(refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, "long_queue", _LONG_QUEUE_RETRY))


def _log(request: _Request, refusal: RefusedError) -> None:
    path = request.scope["path"]
    refusal.log(address=request.client, method=request.scope["method"], path=path, start=request.start)


async def _send_refusal(request: _Request, refusal: RefusedError) -> None:
    """Send a complete response, discard what the client still sends for a moment, and close the connection.

    A connection that is closed while data arrives is reset, and the client might never read the response.
    """
    _log(request, refusal)
    await request.send_start(refusal.status, [*refusal.headers, _CLOSE])
    await request.send_body(refusal.body, more=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(_DISCARD_SECONDS):
            while (await request.receive()).get("more_body"):
                pass
    await request.send_body(b"", more=False)
