"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable


def wait_until(condition: Callable[[], bool]) -> None:
    """Return once the condition is true. Fail after a minute."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, "This did not happen within a minute."
        time.sleep(0.05)
