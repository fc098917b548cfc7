"""Threads that answer requests live on after an error."""

import asyncio
import threading

from api.server.thread_pools import ThreadPool


def test_a_thread_lives_on_after_work_that_raises(caplog):
    def fail() -> None:
        raise SystemExit

    async def use() -> str:
        pool = ThreadPool("tested", 1)
        pool.submit(fail)
        return await asyncio.wait_for(pool.call(lambda: threading.current_thread().name), 60)

    assert asyncio.run(use()) == "morel-tested-0"
    assert "SystemExit" in caplog.text
