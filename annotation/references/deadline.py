"""A clock that tests can replace, and the time that is left of a call or a run."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """Time in seconds. Tests replace it with a clock that does not wait."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Deadline:
    def __init__(self, seconds: float, clock: Clock) -> None:
        self._clock = clock
        self._end = clock.now() + seconds

    def remaining(self) -> float:
        return max(0.0, self._end - self._clock.now())
