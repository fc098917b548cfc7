"""The request, command or job that is running, for the audit log and the server's log. It imports no models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


def _nobody() -> None:
    return None


@dataclass(frozen=True, slots=True)
class AuditContext:
    """`source`: web, command or job. `user` is called when an event is recorded: a request may log somebody in."""

    source: str
    request_id: str = ""
    user: Callable[[], User | AnonymousUser | None] = _nobody


_COMMAND = AuditContext("command")
_context: ContextVar[AuditContext | None] = ContextVar("audit_context", default=None)


def current_context() -> AuditContext:
    return _context.get() or _COMMAND


@contextmanager
def audit_context(context: AuditContext) -> Iterator[None]:
    """Attribute the events and log lines of the block to this request or job."""
    token = _context.set(context)
    try:
        yield
    finally:
        _context.reset(token)
