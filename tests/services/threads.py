"""Several people at once, each in a thread with a connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

T = TypeVar("T")
R = TypeVar("R")


def at_once(act: Callable[[T], R], each: Sequence[T]) -> list[R]:
    """`act` on everything in `each` at the same moment. What one of them raises is raised here."""
    gate = threading.Barrier(len(each))

    def run(argument: T) -> R:
        try:
            gate.wait()
            return act(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(each)) as threads:
        return list(threads.map(run, each))
