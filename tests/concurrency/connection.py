"""One annotator's browser as the server sees it: a persistent connection, a session and a CSRF token.

A request without a response is repeated until there is one, also after a restart of the server. So is one that is
refused with 503, after the time that the refusal names.
"""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from http.cookies import SimpleCookie
from typing import Any

LONGEST_WAIT = 5  # seconds that a refusal may ask to wait
PATIENCE = 120  # seconds until a server that never comes back fails the test


class Log:
    """Counts the responses of all connections. Other threads can wait for a number of them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._ended = False
        self.answers: Counter[tuple[str, int, str]] = Counter()
        self.unanswered = 0

    def note(self, verb: str, status: int, code: str) -> None:
        with self._changed:
            self.answers[verb, status, code] += 1
            self._changed.notify_all()

    def note_silence(self) -> None:
        with self._changed:
            self.unanswered += 1

    @property
    def requests(self) -> int:
        with self._changed:
            return self.answers.total()

    def wait_for(self, requests: int) -> bool:
        """False where that many never came."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self.answers.total() >= requests)
            return self.answers.total() >= requests

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()


class Connection:
    def __init__(self, servers: Callable[[], Sequence[str]], session: tuple[str, str], number: int, log: Log):
        self._servers, self._number, self._log = servers, number, log
        self.cookies = dict([session])
        self._connection: http.client.HTTPConnection | None = None

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and content. Sent again until there is an answer other than 503."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, content, wait = self._once(method, path, body)
                if status != 503:
                    return status, content
                assert 1 <= wait <= LONGEST_WAIT, f"Retry-After: {wait}"
                assert time.monotonic() < until, content
                time.sleep(wait)
            except (OSError, http.client.HTTPException):
                self.close()
                self._log.note_silence()
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)  # a server that starts is not hurried by fifty who knock without pause

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def _once(self, method: str, path: str, body: object) -> tuple[int, Any, int]:
        """Status, content and the seconds of Retry-After."""
        if self._connection is None:
            servers = self._servers()
            if not servers:
                raise ConnectionRefusedError("No server runs.")
            address = servers[self._number % len(servers)].removeprefix("http://")
            self._connection = http.client.HTTPConnection(address, timeout=60)
        headers = {
            "Content-Type": "application/json",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
        }
        data = None if body is None else json.dumps(body)
        self._connection.request(method, f"/api/v1/{path}", data, headers)
        response = self._connection.getresponse()
        text = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        content = _decoded(text)
        code = (
            content["type"].rpartition(":")[2] if response.status >= 400 and isinstance(content, dict) else ""
        )
        self._log.note(path.rstrip("/").rpartition("/")[2], response.status, code)
        return response.status, content, int(response.headers.get("Retry-After", 0))


def _decoded(text: bytes) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text.decode(errors="replace")
