"""The threads that answer requests.

Three pools, so that no kind of request waits for another: short requests, of which a few threads answer most (more
threads compete for the interpreter and make all of them slower); long ones, which read much; and waiting ones, which
wait for another server or hash a password, and so leave the interpreter to others. Threads are daemons: a long
computation does not delay the end of the process.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Pool(StrEnum):
    SHORT = "short"
    LONG = "long"
    WAITING = "waiting"


class ThreadPool:
    def __init__(self, name: str, threads: int) -> None:
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        for number in range(threads):
            Thread(target=self._work, name=f"morel-{name}-{number}", daemon=True).start()

    def submit(self, work: Callable[[], None]) -> None:
        """Queue work that raises nothing."""
        self._queue.put(work)

    async def call(self, function: Callable[[], T]) -> T:
        """Return the result of a function that runs in a thread of the pool."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def work() -> None:
            try:
                result = function()
            except Exception as error:
                settle_from_thread(loop, future, error=error)
            else:
                settle_from_thread(loop, future, result)

        self.submit(work)
        return await future

    def _work(self) -> None:
        while True:
            try:
                self._queue.get()()
            except BaseException:  # The thread must live on: nothing would start another one.
                logger.exception("Work of a thread failed.")


def settle_from_thread(
    loop: asyncio.AbstractEventLoop,
    future: "asyncio.Future[T]",
    result: T | None = None,
    *,
    error: BaseException | None = None,
) -> None:
    """Give a future of the event loop its result, unless nobody waits for it any more."""

    def settle() -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # None only where T is None

    with suppress(RuntimeError):  # The loop is closed at shutdown.
        loop.call_soon_threadsafe(settle)
