"""Computes the response of one request in a thread, by Django's WSGI handler."""

import asyncio
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from typing import IO, Any, Final

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished
from django.db import connection
from django.http import HttpResponse

from api.server.block_buffer import BLOCK_BYTES, AbandonedError, BlockBuffer
from api.server.client_address import Headers
from api.server.thread_pools import Pace, settle_from_thread

_BLOCK_SECONDS: Final = 0.25
"""A stream that is computed slowly is sent in smaller blocks, so that its client sees progress."""

Handler = Callable[[dict[str, Any], Any], Any]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Headers
    body: bytes
    """All of it, or the first block of a stream."""
    streams: bool = False


class Computation:
    """A response and its first block, as a future; further blocks go to `buffer`. Created in the event loop."""

    def __init__(
        self, handler: Handler, environ: dict[str, Any], buffer: BlockBuffer, pace: Pace | None = None
    ) -> None:
        """`pace`: that of a long read. It pauses for short requests, and stops when nobody waits for the response."""
        loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[Answer] = loop.create_future()
        self.started = False
        """Whether a thread has begun."""
        self._loop, self._handler, self._environ, self._buffer, self._pace = (
            loop,
            handler,
            environ,
            buffer,
            pace,
        )
        self._status, self._headers = 500, Headers()
        self._context = copy_context()
        """Of the request: what the thread logs has its id, also while it computes a stream."""

    def fail(self, error: Exception) -> None:
        """Answer with an error. The computation does not begin, or stops if it may. Called in the event loop."""
        self._buffer.close()
        if not self.answer.done():
            self.answer.set_exception(error)

    def run(self) -> None:
        """Compute, in a thread. Nothing happens if nobody waits for the response any more."""
        self._context.run(self._run)

    def _run(self) -> None:
        if self._buffer.closed:
            return
        self.started = True
        try:
            if self._pace:
                with connection.execute_wrapper(self._pause_or_stop):
                    self._respond()
            else:
                self._respond()
        except AbandonedError:
            request_finished.send_robust(sender=WSGIHandler)
            self._buffer.end()
        except BaseException as error:
            settle_from_thread(self._loop, self.answer, error=error)
            self._buffer.end(error)
        else:
            self._buffer.end()

    def _respond(self) -> None:
        response = self._handler(self._environ, self._start_response)
        try:
            if self._environ["REQUEST_METHOD"] == "HEAD":
                self._settle(b"")
            elif isinstance(response, HttpResponse):
                self._settle(response.content)
            else:
                self._stream(_blocks(response))
        finally:
            response.close()

    def _stream(self, blocks: Iterator[bytes]) -> None:
        first = next(blocks, b"")
        self._settle(first, streams=True)
        for block in blocks:
            self._buffer.put(block)
            if self._pace:
                self._pace.pause_if_due()

    def _settle(self, body: bytes, *, streams: bool = False) -> None:
        settle_from_thread(self._loop, self.answer, Answer(self._status, self._headers, body, streams))

    def _start_response(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> None:
        self._status = int(status[:3])
        self._headers = [
            (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
            for name, value in headers
        ]

    def _pause_or_stop(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self._pace and not connection.in_atomic_block:
            self._pace.pause_if_due()
        if self._buffer.closed:
            raise AbandonedError
        return execute(sql, params, many, context)


class FileBlocks:
    """`wsgi.file_wrapper`: reads a file in blocks of 64 kB, where Django's own response reads 4 kB."""

    def __init__(self, file: IO[bytes], _block_size: int = 0) -> None:
        self._file = file
        self.close = getattr(file, "close", lambda: None)  # Django replaces it by that of the response.

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self._file.read(BLOCK_BYTES), b"")


def _blocks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Join pieces to blocks of 64 kB, or what there is after a quarter of a second."""
    block, due = bytearray(), time.monotonic() + _BLOCK_SECONDS
    for piece in pieces:
        block += piece
        while len(block) >= BLOCK_BYTES:
            yield bytes(block[:BLOCK_BYTES])
            del block[:BLOCK_BYTES]
            due = time.monotonic() + _BLOCK_SECONDS
        if block and time.monotonic() >= due:
            yield bytes(block)
            block.clear()
            due = time.monotonic() + _BLOCK_SECONDS
    if block:
        yield bytes(block)


def environ_of(scope: Any, client: str, headers: Headers, body: IO[bytes], size: int) -> dict[str, Any]:
    """Return the WSGI environment of an HTTP scope. `size`: bytes of the body, which a body in chunks lacks."""
    server, port = scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": client,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileBlocks,
    }
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        if key in environ:
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        environ[key] = value
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(size)
    return environ
