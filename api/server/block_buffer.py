"""Blocks of a response on their way from the thread that computes them to the event loop that sends them.

The thread never waits for a client: blocks that are not sent yet stay in memory up to 1 MB, then in a file without a
name. Only if the files of all responses together reach their limit, or would take from the reserve of the disk, the
thread waits until the client has read what is ready.
"""

import asyncio
import os
import tempfile
from collections import deque
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Condition, Lock
from typing import IO, Final

from api.server.refusal import ClientLeftError
from api.server.thread_pools import ThreadPool
from foundation.free_space import leaves_reserve

BLOCK_BYTES: Final = 65_536
_MEMORY_BLOCKS: Final = 16


class AbandonedError(BaseException):
    """Nobody waits for the response any more. No handler of errors must catch this."""


class FileBudget:
    """The bytes that the files of all responses may have together."""

    def __init__(self, limit: int) -> None:
        self._left = limit
        self._lock = Lock()

    def take(self, size: int) -> bool:
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def release(self, size: int) -> None:
        with self._lock:
            self._left += size


class BlockBuffer:
    """Created in the event loop. One thread writes (`put`, `end`), the event loop reads (`get`, `close`)."""

    def __init__(self, directory: Path, budget: FileBudget, files: ThreadPool) -> None:
        self._loop = asyncio.get_running_loop()
        self._directory, self._budget, self._files = directory, budget, files
        self._changed = Condition()  # guards everything below
        self._memory: deque[bytes] = deque()
        self._file: IO[bytes] | None = None
        self._written = self._read = 0  # bytes of the file
        self._ended = self._closed = False
        self._error: BaseException | None = None
        self._reader: asyncio.Event | None = None

    def put(self, block: bytes) -> None:
        """Add a block. Raises AbandonedError after `close`."""
        with self._changed:
            stored = self._stored_in_memory(block)
        if not stored and not self._stored_in_file(block):
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._stored_in_memory(block))
        with self._changed:
            if self._closed:
                raise AbandonedError
            self._wake_reader()

    def end(self, error: BaseException | None = None) -> None:
        with self._changed:
            self._ended, self._error = True, error
            self._release_if_unused()
            self._wake_reader()

    async def get(self) -> bytes | None:
        """Wait for the next block; None is the end.

        Raises ClientLeftError after `close`, or the error of the computation.
        """
        while True:
            with self._changed:
                if self._closed:
                    raise ClientLeftError
                if self._memory:
                    self._changed.notify()
                    return self._memory.popleft()
                start, size = self._read, min(BLOCK_BYTES, self._written - self._read)
                if size == 0 and self._ended:
                    if self._error:
                        raise self._error
                    return None
                file, waiting = self._file, asyncio.Event()
                if size == 0 or file is None:
                    self._reader = waiting
            if size == 0 or file is None:
                await waiting.wait()
                continue
            block = await self._files.call(partial(os.pread, file.fileno(), size, start))
            with self._changed:
                self._read += size
                self._changed.notify()
            return block

    def close(self) -> None:
        """Stop the computation at its next block, and release the file."""
        with self._changed:
            self._closed = True
            self._memory.clear()
            self._release_if_unused()
            self._changed.notify()
            if self._reader:
                self._reader.set()

    @property
    def closed(self) -> bool:
        return self._closed

    def _stored_in_memory(self, block: bytes) -> bool:
        """Keep the block in memory, unless earlier ones are still in the file."""
        if self._closed or self._read < self._written or len(self._memory) >= _MEMORY_BLOCKS:
            return False
        self._memory.append(block)
        return True

    def _stored_in_file(self, block: bytes) -> bool:
        """Append the block to the file. Only the thread writes, so that the lock is not held during a write."""
        if self._closed or not leaves_reserve(len(block)) or not self._budget.take(len(block)):
            return False
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._directory)  # noqa: SIM115 — closed by _release_if_unused
            written = 0
            while written < len(block):
                written += os.pwrite(self._file.fileno(), block[written:], self._written + written)
        except OSError:  # The disk is full.
            self._budget.release(len(block))
            return False
        with self._changed:
            self._written += len(block)
        return True

    def _release_if_unused(self) -> None:
        """Close the file when the thread has ended and the reader has closed."""
        if self._ended and self._closed and self._file:
            self._file.close()
            self._file = None
            self._budget.release(self._written)

    def _wake_reader(self) -> None:
        if self._reader:
            reader, self._reader = self._reader, None
            with suppress(RuntimeError):  # The loop is closed at shutdown.
                self._loop.call_soon_threadsafe(reader.set)
