"""The test server's HTTP side: one server for all languages, distinguished by the Host header, and its faults."""

import gzip
import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.mediawiki.wiki import Wiki


@dataclass(frozen=True)
class Request:
    host: str
    params: dict[str, str]
    user_agent: str
    moment: float

    @property
    def title(self) -> str:
        return self.params.get("titles", "")


@dataclass
class Fault:
    """A fault to inject. `times` None: always. `title` "": for every request."""

    act: Callable[["Handler"], None]
    title: str
    times: int | None

    def applies(self, request: Request) -> bool:
        if self.times == 0 or (self.title and self.title != request.title):
            return False
        if self.times is not None:
            self.times -= 1
        return True


class MediaWiki:
    """A context manager that runs the server. `requests`: all requests so far; `address`: its URL."""

    def __init__(self, wiki: Wiki) -> None:
        self.wiki = wiki
        self.requests: list[Request] = []
        self.released = threading.Event()  # ends hanging responses
        self.before: Callable[[Request], None] = lambda request: None
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self._http = _Server(("127.0.0.1", 0), Handler)
        self._http.mediawiki = self

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> "MediaWiki":
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()

    def fails(self, kind: str, *, title: str = "", times: int | None = None, retry_after: str = "") -> None:
        """Fail in this way from now on: one of FAULTS."""
        act = FAULTS[kind]
        self.fails_with(lambda handler: act(handler, retry_after), title=title, times=times)

    def fails_with(
        self, act: Callable[["Handler"], None], *, title: str = "", times: int | None = None
    ) -> None:
        self._faults.append(Fault(act, title, times))

    def works_again(self) -> None:
        """Remove all faults and end hanging responses."""
        self._faults.clear()
        self.released.set()
        self.released = threading.Event()

    @property
    def titles(self) -> list[str]:
        """The requested titles, in order."""
        return [request.title for request in self.requests if request.title]

    def fault_of(self, request: Request) -> Fault | None:
        with self._lock:
            self.requests.append(request)
            return next((fault for fault in self._faults if fault.applies(request)), None)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    mediawiki: MediaWiki

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that give up and connections that are cut on purpose."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        params = dict(parse_qsl(address.query, keep_blank_values=True))
        request = Request(
            self.headers.get("Host", ""), params, self.headers.get("User-Agent", ""), time.monotonic()
        )
        fault = self.server.mediawiki.fault_of(request)
        self.server.mediawiki.before(request)
        if fault:
            fault.act(self)
        elif address.path != "/w/api.php":
            self.respond(404, b"Not found", "text/plain")
        else:
            language = request.host.split(".")[0]
            self.respond_json(self.server.mediawiki.wiki.answer(language, params))

    def respond_json(self, value: object, **headers: str) -> None:
        self.respond(200, json.dumps(value).encode(), "application/json; charset=utf-8", **headers)

    def respond(self, status: int, body: bytes, media_type: str = "text/html", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            if value:
                self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 — the name in the base class
        pass


def _status(status: int) -> Callable[[Handler, str], None]:
    def act(handler: Handler, retry_after: str) -> None:
        handler.respond(status, b"<h1>Sorry</h1>", Retry_After=retry_after)

    return act


def _hang(handler: Handler, _: str) -> None:
    handler.server.mediawiki.released.wait()
    handler.close_connection = True


def _reset(handler: Handler, _: str) -> None:
    """Close the connection with RST instead of FIN."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def _cut(handler: Handler, _: str) -> None:
    """Send less than Content-Length announces."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"query":')
    handler.close_connection = True


def _drip(handler: Handler, _: str) -> None:
    """Send a byte at a time without end, so that no single read is slow."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    released = handler.server.mediawiki.released
    while not released.wait(0.005):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def _bomb(handler: Handler, _: str) -> None:
    """Send a few kilobytes that decompress to fifty megabytes."""
    body = gzip.compress(b'{"query": "' + b"a" * 50_000_000 + b'"}', 1)
    handler.respond(200, body, "application/json", Content_Encoding="gzip")


def _elsewhere(handler: Handler, _: str) -> None:
    handler.respond(302, b"", Location="http://127.0.0.1:9/w/api.php")


def _maxlag(handler: Handler, retry_after: str) -> None:
    error = {"code": "maxlag", "info": "Waiting for a database server: 7 seconds lagged.", "lag": 7}
    handler.respond_json({"error": error}, Retry_After=retry_after)


def _json(value: object) -> Callable[[Handler, str], None]:
    return lambda handler, _: handler.respond_json(value)


FAULTS: dict[str, Callable[[Handler, str], None]] = {
    "429": _status(429),
    "500": _status(500),
    "503": _status(503),
    "403": _status(403),
    "hang": _hang,
    "reset": _reset,
    "cut": _cut,
    "drip": _drip,
    "bomb": _bomb,
    "elsewhere": _elsewhere,
    "html": _status(200),
    "maxlag": _maxlag,
    "error": _json({"error": {"code": "unknown_action", "info": "No."}}),
    "list": _json([1, 2, 3]),
    "empty": _json({}),
    "nothing": _json({"batchcomplete": "", "query": {"pages": {"7": {"ns": 0, "title": "Hollow"}}}}),
    "surrogate": lambda handler, _: handler.respond(
        200,
        b'{"query":{"pages":{"7":{"ns":0,"title":"A","extract":"\\ud800","revisions":'
        b'[{"revid":1,"timestamp":"2024-01-01T00:00:00Z","sha1":"00"}]}}}}',
        "application/json",
    ),
}
