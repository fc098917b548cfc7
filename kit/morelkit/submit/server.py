"""Requests to the server of a shared task: authenticated by a token, which never leaves for another host."""

import http.client
import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts to which a token may be sent without TLS."""

TIMEOUT: Final = 120  # seconds without a byte
MAX_ANSWER: Final = 50_000_000  # bytes
TRIES: Final = 5
MAX_PAUSE: Final = 60  # seconds
_BLOCK: Final = 2**16


class RefusedError(ValueError):
    """The server has refused a request. The message says why."""


class LostAnswerError(RefusedError):
    """No answer has arrived, so that nobody knows whether the request has."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any, **_: Any) -> None:
        raise RefusedError(f"The server redirects to {arguments[-1]}. If that is right, give that address.")


class TaskServer:
    """The API of one task. `address`: of its page, such as https://morel.example.org/tasks/lantern.

    Raises ValueError for an address to which no token is sent.
    """

    def __init__(self, address: str, token: str) -> None:
        self._base = api_address(address)
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json",
            "User-Agent": "morelkit",
        }
        handlers: list[urllib.request.BaseHandler] = [_NoRedirects()]
        if self._base.startswith("http://"):
            handlers.append(urllib.request.ProxyHandler({}))  # A proxy would read the token.
        self._opener = urllib.request.build_opener(*handlers)

    def get(self, path: str) -> Any:
        """Return the JSON of a GET. It is asked again if the server is busy. Raises RefusedError."""
        for attempt in range(TRIES):
            try:
                return self._open(urllib.request.Request(self._base + path, headers=self._headers))  # noqa: S310 — checked
            except _BusyError as busy:
                if attempt == TRIES - 1:
                    raise RefusedError(str(busy)) from busy
                time.sleep(min(busy.seconds, MAX_PAUSE))
        raise AssertionError

    def upload(self, path: str, fields: Mapping[str, str], files: Sequence[Path]) -> Any:
        """Send a form with files, which are read as they are sent, and return the JSON answer.

        Raises RefusedError, LostAnswerError.

        It is sent again if the answer is lost or the server is busy: the server counts an `upload_id` once, and a check
        not at all.
        """
        for attempt in range(TRIES):
            try:
                return self._upload(path, fields, files)
            except _BusyError as busy:
                if attempt == TRIES - 1:
                    raise LostAnswerError(str(busy)) from busy
                sys.stderr.write(f"{busy} Sending again.\n")
                time.sleep(min(busy.seconds, MAX_PAUSE))
        raise AssertionError

    def _upload(self, path: str, fields: Mapping[str, str], files: Sequence[Path]) -> Any:
        form = _Form(fields, files)
        headers = {
            **self._headers,
            "Content-Type": f"multipart/form-data; boundary={form.boundary}",
            "Content-Length": str(form.size),
        }
        return self._open(urllib.request.Request(self._base + path, form.blocks(), headers, method="POST"))  # noqa: S310 — checked

    def _open(self, request: urllib.request.Request) -> Any:
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                return _json(response.read(MAX_ANSWER))
        except urllib.error.HTTPError as error:
            with error:
                detail = _refusal(error.read(MAX_ANSWER)) or f"{error.code} {error.reason}"
            if error.code in {429, 503}:
                raise _BusyError(detail, error.headers.get("Retry-After", "")) from error
            raise RefusedError(detail) from error
        except urllib.error.URLError as error:
            raise RefusedError(f"The server cannot be reached: {error.reason}.") from error
        except (OSError, http.client.HTTPException) as error:
            raise _BusyError(f"The connection broke off: {error or type(error).__name__}.") from error


class _BusyError(Exception):
    """The server asks to send the request again, or its answer was lost. `seconds`: the pause before that."""

    def __init__(self, detail: str, retry_after: str = "") -> None:
        super().__init__(detail)
        self.seconds = int(retry_after) if retry_after.isascii() and retry_after.isdigit() else 5


def api_address(address: str) -> str:
    """Return the address of a task in the API. Raises ValueError."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme == "http" and host not in LOCAL:
        raise ValueError(f"{address}: a token is sent by https:// only, or to this machine.")
    if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc:
        raise ValueError(f"{address}: this is no address of a task, such as https://HOST/tasks/NAME.")
    names = [each for each in parts.path.split("/") if each]
    if names[:2] == ["api", "v1"]:
        names = names[2:]
    if len(names) < 2 or names[0] != "tasks":
        raise ValueError(f"{address}: this is no address of a task, such as https://HOST/tasks/NAME.")
    return f"{parts.scheme}://{parts.netloc}/api/v1/tasks/{quote(names[1], safe='')}/"


class _Form:
    """A multipart form. `size`: its bytes, which is known before they are read."""

    def __init__(self, fields: Mapping[str, str], files: Sequence[Path]) -> None:
        self.boundary = uuid.uuid4().hex
        self._texts = [
            self._part(f'name="{name}"') + value.encode() + b"\r\n" for name, value in fields.items()
        ]
        self._files = [
            (path, path.stat().st_size, self._part(f'name="files"; filename="{_escaped(path.name)}"', True))
            for path in files
        ]
        self._end = f"--{self.boundary}--\r\n".encode()
        texts = sum(map(len, self._texts)) + len(self._end)
        self.size = texts + sum(len(head) + size + 2 for _, size, head in self._files)

    def blocks(self) -> Iterator[bytes]:
        """Yield the form, and report the progress. Raises OSError if a file changes while it is sent."""
        progress = _Progress(self.size)
        yield b"".join(self._texts)
        for path, size, head in self._files:
            yield head
            sent = 0
            with path.open("rb") as file:
                while block := file.read(_BLOCK):
                    sent += len(block)
                    if sent > size:
                        break
                    yield block
                    progress.add(len(block))
            if sent != size:
                raise OSError(f"{path} has changed while it was sent")
            yield b"\r\n"
        yield self._end
        progress.finish()

    def _part(self, disposition: str, is_file: bool = False) -> bytes:
        kind = "Content-Type: application/octet-stream\r\n" if is_file else ""
        return f"--{self.boundary}\r\nContent-Disposition: form-data; {disposition}\r\n{kind}\r\n".encode()


class _Progress:
    """Progress on standard error: in one line of a terminal, else only the end."""

    def __init__(self, size: int) -> None:
        self._size = max(size, 1)
        self._sent = self._shown = 0

    def add(self, size: int) -> None:
        self._sent += size
        share = self._sent * 100 // self._size
        if sys.stderr.isatty() and share > self._shown:
            self._shown = share
            sys.stderr.write(f"\rUploading: {share} %")
            sys.stderr.flush()

    def finish(self) -> None:
        start = "\r" if self._shown else ""
        sys.stderr.write(f"{start}Uploaded: {self._sent:,} bytes.\n")


def _escaped(name: str) -> str:
    """Return a file name as browsers write it in a form."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise RefusedError("The server's answer is no JSON. Is this the address of a Morel task?") from error


def _refusal(content: bytes) -> str:
    """Return what a problem document says, one line for each error, or "" if it is none."""
    try:
        problem = json.loads(content)
        detail = str(problem["detail"])
        errors = [str(each["detail"]) for each in problem["errors"]]
    except (ValueError, KeyError, TypeError):
        return ""
    lines = [detail, *(each for each in errors if each != detail)]
    return "\n".join("".join(each for each in line if each.isprintable()) for line in lines)
