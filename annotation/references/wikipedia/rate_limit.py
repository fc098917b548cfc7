"""Limit the rate of requests of this process."""

import threading

from annotation.references.deadline import Clock, Deadline


class RateLimit:
    """Gives each request a time slot. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next_slot = 0.0

    def reserve(self, pause: float, deadline: Deadline, clock: Clock) -> float | None:
        """Reserve the next slot and return the seconds until it; None, without a reservation, if it is too late.

        `pause`: seconds until the slot after it.
        """
        with self._lock:
            now = clock.now()
            slot = max(now, self._next_slot)
            if slot > now and slot - now >= deadline.remaining():
                return None
            self._next_slot = slot + pause
            return slot - now

    def pause(self, seconds: float, clock: Clock) -> None:
        """Move the next slot at least `seconds` into the future."""
        with self._lock:
            self._next_slot = max(self._next_slot, clock.now() + seconds)
