"""The threads that answer requests.

Three pools, so that no kind of request waits for another: short requests, of which a few threads answer most (more
threads compete for the interpreter and make all of them slower); long ones, which read much; and waiting ones, which
wait for another server or hash a password, and so leave the interpreter to others. Threads are daemons: a long
computation does not delay the end of the process.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")

_STEP_SECONDS: Final = 0.001
_LONGEST_PAUSE_SECONDS: Final = 0.1


class Pool(StrEnum):
    SHORT = "short"
    LONG = "long"
    WAITING = "waiting"


class ThreadPool:
    def __init__(self, name: str, threads: int) -> None:
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.worked_at = 0.0
        """When some work last ended."""
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
            work = self._queue.get()
            try:
                work()
            except BaseException:  # The thread must live on: nothing would start another one.
                logger.exception("Work of a thread failed.")
            self.worked_at = time.monotonic()


class Pace:
    """Leaves two thirds of the interpreter to short requests while they come, and nothing while none come.

    Threads share it equally, so that one export would slow down everybody's saves by more than half. Used in the thread
    of a long computation that holds no lock.
    """

    def __init__(self, short: ThreadPool) -> None:
        self._short = short
        self._paused_at: float | None = None
        self._computed = 0.0

    def pause_if_due(self) -> None:
        """Sleep for twice the time that this thread has computed since the last time, if a short request came since."""
        if self._paused_at is not None:
            computed = time.thread_time() - self._computed
            if computed < _STEP_SECONDS:
                return
            if self._short.worked_at > self._paused_at:
                time.sleep(min(2 * computed, _LONGEST_PAUSE_SECONDS))
        self._paused_at, self._computed = time.monotonic(), time.thread_time()


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
