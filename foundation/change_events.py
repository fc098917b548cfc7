"""Telling whoever listens in this process that a project has changed: after the commit, with its key alone.

A process in which nobody listens, such as a command, does nothing. Others find the change by the project's version.
"""

from collections.abc import Callable
from functools import partial

from django.db import transaction

Listener = Callable[[int], None]
"""Takes the project's key, in the thread that has committed: it must not wait for anything."""

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    _listeners.append(listener)


def announce(project: int) -> None:
    """Call within the transaction that changes the project."""
    if _listeners:
        transaction.on_commit(partial(_tell, project), robust=True)


def _tell(project: int) -> None:
    for listener in _listeners:
        listener(project)


def forget(listener: Listener) -> None:
    _listeners.remove(listener)
