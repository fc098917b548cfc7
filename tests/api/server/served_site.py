"""A served site with one project and sessions of its members, and clients that write to sockets themselves."""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from tests.databases import MigratedDatabase
from tests.e2e.site import Site
from tests.records import item, write_jsonl

TIMEOUT = 60.0  # seconds, far longer than any limit that these tests set
CSRF = "c" * 32
LEAD, ANNOTATORS = "lena", tuple(f"ada{number}" for number in range(8))

SESSIONS = """
import io, json
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from annotation.queries.projects.access import project_by_slug
from annotation.services.people.members import add_member
call_command("create_project", "harbour", preset="mu-shroom", redundancy=8, no_guidelines=True, stdout=io.StringIO())
call_command("import_items", "harbour", {file!r}, stdout=io.StringIO())
sessions = {{}}
with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
    for name, role in {people!r}.items():
        add_member(project_by_slug("harbour"), name, role)
        browser = Client()
        browser.force_login(User.objects.get(username=name))
        sessions[name] = browser.cookies[settings.SESSION_COOKIE_NAME].value
print(json.dumps(sessions))
"""


class ServedSite:
    """Its project `harbour` has a lead and eight annotators.

    `options`: of the command that serves. `limits`: settings without MOREL_.
    """

    def __init__(
        self,
        directory: Path,
        migrated: MigratedDatabase,
        *,
        answers: int = 60,
        items: int = 40,
        options: tuple[str, ...] = (),
        **limits: object,
    ) -> None:
        settings = {f"MOREL_{name}": str(value) for name, value in limits.items()}
        self.site = Site(directory, migrated=migrated, settings=settings)
        rows = [
            item(f"light-{number}", answer=f"{number} lamps were lit. " * answers) for number in range(items)
        ]
        people = dict.fromkeys(ANNOTATORS, "annotator") | {LEAD: "lead"}
        file = str(write_jsonl(directory / "items.jsonl", rows))
        written = self.site.manage("shell", "-v0", "-c", SESSIONS.format(file=file, people=people))
        self._sessions: dict[str, str] = json.loads(written)
        self._options = options
        self.start()

    def start(self) -> None:
        self.site.start(options=self._options)
        self.port = urlsplit(self.site.url).port or 0

    def client(self, name: str = "", *, source: str = "127.0.0.1", buffer: int = 0) -> RawClient:
        """A connection of a member, or of nobody. `buffer`: bytes that it receives without reading."""
        cookie = f"csrftoken={CSRF}"
        if name:
            cookie += f"; sessionid={self._sessions[name]}"
        return RawClient(self.port, {"Cookie": cookie, "X-CSRFToken": CSRF}, source, buffer)

    @property
    def uploads(self) -> list[Path]:
        """Files with a name in the folder of uploads."""
        return list((self.site.directory / "uploads").iterdir())

    def children(self) -> list[int]:
        """The processes that the server has started."""
        path = Path(f"/proc/{self.site.pid}/task/{self.site.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def unnamed_bytes(self) -> int:
        """The size of the files without a name that the server has open in the folder of uploads."""
        folder, size = str(self.site.directory / "uploads"), 0
        for each in Path(f"/proc/{self.site.pid}/fd").iterdir():
            try:
                if os.readlink(each).startswith(folder):
                    size += each.stat().st_size
            except FileNotFoundError:
                pass
        return size


@dataclass
class Response:
    status: int
    headers: Any
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.json()["type"]).rpartition(":")[2]


@dataclass
class RawClient:
    port: int
    headers: dict[str, str]
    source: str = "127.0.0.1"
    buffer: int = 0
    socket: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        self.socket = socket.socket()
        if self.buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        self.socket.settimeout(TIMEOUT)
        self.socket.bind((self.source, 0))
        self.socket.connect(("127.0.0.1", self.port))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def send_headers(self, method: str, path: str, **headers: str) -> None:
        """Send the headers of a request to a path below /api/v1 or, from `//`, to any other."""
        target = path[1:] if path.startswith("//") else f"/api/v1{path}"
        everything = {"Host": f"127.0.0.1:{self.port}", **self.headers} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in everything.items())]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def read(self, method: str = "GET") -> Response:
        with HTTPResponse(self.socket, method=method) as response:
            response.begin()
            return Response(response.status, response.headers, response.read())

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Response:
        data = b"" if body is None else json.dumps(body).encode()
        self.send_headers(
            method, path, Content_Type="application/json", Content_Length=str(len(data)), **headers
        )
        self.socket.sendall(data)
        return self.read(method)

    def sent_until_refused(self, limit: int, *, chunked: bool = False) -> int:
        """Send a body of up to `limit` bytes. Return how many the server took before it answered."""
        block = b"x" * 65_536
        framed = b"%x\r\n%s\r\n" % (len(block), block) if chunked else block
        sent = 0
        self.socket.setblocking(False)
        try:
            while sent < limit and not self.has_answer():
                try:
                    sent += self.socket.send(framed[sent % len(framed) :])
                except BlockingIOError:
                    time.sleep(0.005)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            self.socket.settimeout(TIMEOUT)
        return sent

    def has_answer(self) -> bool:
        try:
            return self.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) is not None
        except BlockingIOError:
            return False

    def closed_after(self) -> float:
        """Wait until the server has closed the connection, and return the seconds."""
        began = time.monotonic()
        try:
            while self.socket.recv(65_536):
                pass
        except ConnectionResetError:
            pass
        return time.monotonic() - began

    def upload(self, path: str, content: bytes) -> Response:
        """Upload a file of items."""
        kind, before, after = multipart(len(content))
        body = before + content + after
        self.send_headers("POST", path, Content_Type=kind, Content_Length=str(len(body)))
        self.socket.sendall(body)
        return self.read("POST")

    def save(self, item: dict[str, Any], revision: int) -> float:
        """Save a draft and return the seconds."""
        began = time.monotonic()
        response = self.try_save(item, revision)
        assert response.status == 200, response.body
        return time.monotonic() - began

    def try_save(self, item: dict[str, Any], revision: int) -> Response:
        """Send a draft that is based on this revision."""
        content = {
            "spans": [{"id": "a", "start": revision % 7, "end": 12, "label": "hallucination"}],
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
            "submit": False,
            "content": content,
        }
        return self.call("PUT", f"/projects/harbour/items/{item['id']}/annotation/", body)


def multipart(size: int) -> tuple[str, bytes, bytes]:
    """Content type of a form with a file, what comes before the `size` bytes of the file, and what after them."""
    boundary = "morel-boundary"
    before = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nitems\r\n--{boundary}\r\n'
        f'Content-Disposition: form-data; name="file"; filename="{size}.jsonl"\r\n\r\n'
    )
    return f"multipart/form-data; boundary={boundary}", before.encode(), f"\r\n--{boundary}--\r\n".encode()


@contextmanager
def served(directory: Path, migrated: MigratedDatabase, **limits: Any) -> Iterator[ServedSite]:
    site = ServedSite(directory, migrated, **limits)
    try:
        yield site
    finally:
        site.site.close()


def chunk_sizes(data: bytes) -> list[int]:
    """The sizes of the chunks at the beginning of a response in chunks."""
    size, sizes = re.compile(rb"([0-9a-f]+)\r\n"), []
    place = data.index(b"\r\n\r\n") + 4
    while found := size.match(data, place):
        sizes.append(int(found[1], 16))
        place = found.end() + sizes[-1] + 2
    return sizes
