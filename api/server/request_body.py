"""Receives the body of a request in the event loop, within limits of size and time.

A small body stays in memory. That of an upload goes to a file without a name, which no kill of the process leaves
behind.
"""

import asyncio
import io
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any, Final

from api.server.refusal import ClientLeftError, refused, too_large
from api.server.thread_pools import ThreadPool
from foundation.database_errors import as_known
from foundation.errors import StorageFullError
from foundation.free_space import require_free_space

UNCHECKED_BYTES: Final = 64_000
"""A larger body is received only after `check` permits it."""

MINIMUM_RATE: Final = 4_096
"""Bytes that give a slow client another second."""

_FILE_BYTES: Final = 1_000_000
"""A body of an upload above this size is written to a file."""


_COPIES: Final = 3
"""Files that an upload needs while its request is answered: the body, the file of its form, and the stored file."""

Check = Callable[[], Awaitable[None]]


class Body:
    """The received bytes, in memory or in a file. The file is written by threads of a pool, in blocks."""

    def __init__(self, files: ThreadPool, directory: Path | None) -> None:
        """`directory`: where a large body is stored; None keeps it in memory."""
        self.size = 0
        self.received_at: datetime | None = None
        """When the last byte had arrived."""
        self._files, self._directory = files, directory
        self._memory = io.BytesIO()
        self._file: IO[bytes] | None = None

    def is_stored(self, size: int) -> bool:
        """Return whether a body of this size goes to a file."""
        return self._directory is not None and size >= _FILE_BYTES

    async def append(self, data: bytes) -> None:
        self._memory.write(data)
        self.size += len(data)
        if self.is_stored(self._memory.tell()):
            await self._files.call(self._to_file)

    async def finish(self) -> IO[bytes]:
        """Return the whole body, to be read from its beginning."""
        if self._file is None:
            self._memory.seek(0)
            return self._memory
        await self._files.call(self._to_file)
        self._file.seek(0)
        return self._file

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _to_file(self) -> None:
        """Move what is in memory to the file. Raises StorageFullError unless all copies leave the reserve free."""
        require_free_space(self._memory.tell() + (_COPIES - 1) * self.size)
        if self._file is None:
            self._file = tempfile.TemporaryFile(dir=self._directory)  # noqa: SIM115 — closed with the request
        self._file.write(self._memory.getbuffer())
        self._memory = io.BytesIO()


async def receive_body(
    headers: Iterable[tuple[bytes, bytes]],
    receive: Any,
    body: Body,
    *,
    limit: int,
    seconds: float,
    check: Check,
) -> IO[bytes]:
    """Return the body of a request. Raises RefusedError and ClientLeftError.

    `seconds`: time for the body, with a second more for every MINIMUM_RATE bytes. `check` raises RefusedError.
    """
    announced = _announced_size(headers)
    if announced == 0:
        body.received_at = datetime.now(UTC)
        return io.BytesIO()
    if announced and announced > limit:
        raise too_large(limit)
    checked = bool(announced and announced > UNCHECKED_BYTES)
    if checked:
        await check()
    try:
        if announced and body.is_stored(announced):
            require_free_space(_COPIES * announced)
        await _receive_all(receive, body, limit=limit, seconds=seconds, check=None if checked else check)
        return await body.finish()
    except TimeoutError:
        detail = f"The body did not arrive within {seconds:g} seconds and at {MINIMUM_RATE} bytes per second."
        raise refused(HTTPStatus.REQUEST_TIMEOUT, detail, "too_slow") from None
    except (OSError, StorageFullError) as error:
        known = as_known(error) or error
        if not isinstance(known, StorageFullError):
            raise
        status = HTTPStatus.INSUFFICIENT_STORAGE
        raise refused(status, known.detail, known.code, known.retry_after) from error


async def _receive_all(receive: Any, body: Body, *, limit: int, seconds: float, check: Check | None) -> None:
    now, more = asyncio.get_running_loop().time, True
    async with asyncio.timeout(seconds) as deadline:
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientLeftError
            data, more = message["body"], message["more_body"]
            if not more:
                body.received_at = datetime.now(UTC)
            if body.size + len(data) > limit:
                raise too_large(limit)
            if check and body.size + len(data) > UNCHECKED_BYTES:
                await check()
                check = None
            await body.append(data)
            if more:
                gained = (deadline.when() or 0) + len(data) / MINIMUM_RATE
                deadline.reschedule(min(gained, now() + seconds))


def _announced_size(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """Return Content-Length, None for a body in chunks, and 0 without a body."""
    size: int | None = 0
    for name, value in headers:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            size = int(value)
    return size
