"""A client that logs in and times its requests over one kept-alive connection."""

import hashlib
import http.client
import json
import time
import uuid
from http.cookies import SimpleCookie
from typing import Any


class Client:
    """One person on one connection. `call` returns the response and its duration in seconds."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookies: dict[str, str] = {}

    def log_in(self, username: str, password: str) -> None:
        self.call("GET", "session/")
        self.call("POST", "session/", {"username": username, "password": password})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def disconnect(self) -> None:
        """Close the connection; the next call opens another. The server closes idle connections itself."""
        self._connection.close()

    def call(self, method: str, path: str, body: object = None) -> tuple[Any, float]:
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, path, data, "application/json")

    def _send(self, method: str, path: str, data: bytes | None, content_type: str) -> tuple[Any, float]:
        headers = {
            "Content-Type": content_type,
            "Cookie": self.cookie,
            "X-CSRFToken": self._cookies.get("csrftoken", ""),
        }
        began = time.perf_counter()
        self._connection.request(method, f"/api/v1/{path}", data, headers)
        response = self._connection.getresponse()
        text = response.read()
        took = time.perf_counter() - began
        for cookie in response.headers.get_all("Set-Cookie") or []:
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:500]!r}")
        return (json.loads(text) if text else None), took

    def upload(self, path: str, fields: dict[str, str], files: list[tuple[str, bytes]]) -> Any:
        """Send a form with several `files` (name and content), and return the response."""
        boundary = uuid.uuid4().hex
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        ]
        for name, content in files:
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
            parts += [head.encode(), content, b"\r\n"]
        data = b"".join([*parts, f"--{boundary}--\r\n".encode()])
        return self._send("POST", path, data, f"multipart/form-data; boundary={boundary}")[0]

    def download(self, path: str) -> tuple[float, float, int]:
        """Return the seconds until the first byte and until the last one, and the length in bytes."""
        began = time.perf_counter()
        self._connection.request("GET", f"/api/v1/{path}", headers={"Cookie": self.cookie})
        response = self._connection.getresponse()
        if response.status >= 400:
            raise RuntimeError(f"GET {path}: {response.status} {response.read()[:500]!r}")
        length = len(response.read(1))
        first = time.perf_counter() - began
        while block := response.read(2**16):
            length += len(block)
        return first, time.perf_counter() - began, length

    def save(
        self,
        project: str,
        item: dict[str, Any],
        revision: int,
        *,
        submit: bool,
        spans: list[dict[str, Any]] | None = None,
    ) -> float:
        """Save `spans`, or one span that moves with the revision, and return the duration in seconds."""
        start = revision % 7
        default = [{"id": "a", "start": start, "end": start + 12, "label": "hallucination"}]
        content: dict[str, Any] = {
            "spans": default if spans is None else spans,
            "labels": {},
            "nothing_to_mark": False,
            "unsure": False,
            "comment": f"revision {revision}",
            "links": [],
            "active_seconds": revision,
        }
        body = {
            "save_id": str(uuid.uuid4()),
            "base_revision": revision,
            "answer_sha256": hashlib.sha256(item["answer"].encode()).hexdigest(),
            "submit": submit,
            "content": content,
        }
        return self.call("PUT", f"projects/{project}/items/{item['id']}/annotation/", body)[1]
