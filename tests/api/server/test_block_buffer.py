"""Blocks between a thread and the event loop: order, the file, its budget, and the end."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from api.server import block_buffer
from api.server.block_buffer import AbandonedError, BlockBuffer, FileBudget
from api.server.refusal import ClientLeftError
from api.server.thread_pools import ThreadPool

pytestmark = pytest.mark.any_database

FILES = ThreadPool("test-files", 1)
BLOCKS = [bytes([number]) * 1_000 for number in range(100)]


def run(directory: Path, budget: int, reading: Callable) -> FileBudget:
    """Write all blocks in a thread while `reading` runs in the event loop."""
    shared = FileBudget(budget)

    async def main() -> None:
        buffer = BlockBuffer(directory, shared, FILES)

        def write() -> None:
            try:
                for block in BLOCKS:
                    buffer.put(block)
            except AbandonedError:
                pass
            buffer.end()

        writing = asyncio.get_running_loop().run_in_executor(None, write)
        await reading(buffer, writing)
        await writing
        buffer.close()

    asyncio.run(main())
    return shared


async def read_all(buffer: BlockBuffer) -> bytes:
    return b"".join([block async for block in blocks_of(buffer)])


async def blocks_of(buffer: BlockBuffer):
    while (block := await buffer.get()) is not None:
        yield block


def test_the_writer_does_not_wait_for_the_reader(tmp_path):
    async def reading(buffer, writing):
        await writing
        assert await read_all(buffer) == b"".join(BLOCKS)

    assert run(tmp_path, 1_000_000, reading).take(1_000_000)  # all of the budget is back
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("budget", [0, 30_000])
def test_without_room_in_the_file_the_writer_waits_and_nothing_is_lost(tmp_path, budget):
    async def reading(buffer, writing):
        await asyncio.sleep(0.1)
        assert not writing.done()
        assert await read_all(buffer) == b"".join(BLOCKS)

    assert run(tmp_path, budget, reading).take(budget)


def test_a_full_disk_makes_the_writer_wait(tmp_path, monkeypatch):
    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(block_buffer.os, "pwrite", fail)

    async def reading(buffer, writing):
        await asyncio.sleep(0.1)
        assert await read_all(buffer) == b"".join(BLOCKS)

    assert run(tmp_path, 1_000_000, reading).take(1_000_000)


def test_a_reader_that_leaves_stops_the_writer(tmp_path):
    async def reading(buffer, writing):
        await asyncio.sleep(0.1)
        buffer.close()
        await writing
        with pytest.raises(ClientLeftError):
            await buffer.get()

    assert run(tmp_path, 30_000, reading).take(30_000)


def test_an_error_of_the_writer_comes_after_its_blocks(tmp_path):
    async def main() -> None:
        buffer = BlockBuffer(tmp_path, FileBudget(0), FILES)
        buffer.put(b"first")
        buffer.end(ValueError("later"))
        assert await buffer.get() == b"first"
        with pytest.raises(ValueError, match="later"):
            await buffer.get()
        buffer.close()

    asyncio.run(main())
