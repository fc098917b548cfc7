"""Change events of projects, within one process, after the commit.

An event holds only the project's primary key. In a process without subscribers, such as a command, publishing does
nothing. Other processes find a change by the project's version.
"""

from collections.abc import Callable
from functools import partial

from django.db import transaction

Listener = Callable[[int], None]
"""Takes the project's primary key. It is called in the thread that committed and must not block."""

_listeners: list[Listener] = []


def subscribe(listener: Listener) -> None:
    _listeners.append(listener)


def publish_change(project: int) -> None:
    """Notify all subscribers once the current transaction, which changes the project, is committed."""
    if _listeners:
        transaction.on_commit(partial(_notify, project), robust=True)


def _notify(project: int) -> None:
    for listener in _listeners:
        listener(project)


def unsubscribe(listener: Listener) -> None:
    _listeners.remove(listener)
