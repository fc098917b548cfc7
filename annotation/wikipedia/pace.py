"""Politeness and patience: a pause between any two requests of this process, and an end to all waiting."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """Time in seconds. Tests bring one that does not wait."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Deadline:
    def __init__(self, seconds: float, clock: Clock) -> None:
        self._clock = clock
        self._end = clock.now() + seconds

    def left(self) -> float:
        return max(0.0, self._end - self._clock.now())


class Pace:
    """Gives out the moments at which requests may leave."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0.0

    def turn(self, pause: float, deadline: Deadline, clock: Clock) -> float | None:
        """The seconds until one's turn, which is taken; None where it would come only after the deadline."""
        with self._lock:
            now = clock.now()
            turn = max(now, self._next)
            if turn > now and turn - now >= deadline.left():
                return None
            self._next = turn + pause
            return turn - now

    def hold(self, seconds: float, clock: Clock) -> None:
        """Let nobody ask for so long: the server has asked for it."""
        with self._lock:
            self._next = max(self._next, clock.now() + seconds)
