"""Threads that answer requests live on after an error, and long ones give way to short ones."""

import asyncio
import threading
import time

import pytest

from api.server import thread_pools
from api.server.thread_pools import Pace, ThreadPool
from tests.waiting import wait_until


def test_a_thread_lives_on_after_work_that_raises(caplog):
    def fail() -> None:
        raise SystemExit

    async def use() -> str:
        pool = ThreadPool("tested", 1)
        pool.submit(fail)
        return await asyncio.wait_for(pool.call(lambda: threading.current_thread().name), 60)

    assert asyncio.run(use()) == "morel-tested-0"
    assert "SystemExit" in caplog.text


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def pause_of(pace: Pace, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    with monkeypatch.context() as patched:
        patched.setattr(thread_pools.time, "sleep", pauses.append)
        pace.pause_if_due()
    return pauses


def test_a_long_computation_pauses_for_twice_its_time_while_short_requests_come(monkeypatch):
    short = ThreadPool("short", 1)
    pace = Pace(short)
    assert pause_of(pace, monkeypatch) == []
    compute(0.005)
    assert pause_of(pace, monkeypatch) == []  # No short request came.

    short.submit(lambda: None)
    wait_until(lambda: short.worked_at > 0)
    compute(0.005)
    [pause] = pause_of(pace, monkeypatch)
    assert 0.01 <= pause <= 0.1

    compute(0.005)
    assert pause_of(pace, monkeypatch) == []
