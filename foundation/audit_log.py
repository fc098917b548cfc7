"""The audit log of a project or a task, as its leads see it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, cast

from foundation.accounts.names import display_name
from foundation.audit import AuditKind
from foundation.audit_queries import AuditFilter, audit_events, audit_people
from foundation.models import AuditPerson

AuditSource = Literal["web", "command", "job"]


@dataclass(frozen=True)
class AuditName:
    """A person. `name`: as leads see it; the pseudonym if the account was erased."""

    key: Annotated[str, "The pseudonym in the log, for the filter."]
    name: str


@dataclass(frozen=True)
class AuditDetail:
    """A property of an event. `before`: the old value of a changed setting, else null."""

    field: str
    before: str | None
    value: str


@dataclass(frozen=True)
class AuditEntry:
    """An event. `actor`: null if nobody was logged in. `target`: whose account or role it is."""

    id: int
    at: datetime
    kind: AuditKind
    source: AuditSource
    actor: AuditName | None
    target: AuditName | None
    details: list[AuditDetail]
    request_id: str


@dataclass(frozen=True)
class AuditLog:
    """A page of the audit log, latest first. `people`: on the first page everyone in the log, for the filter."""

    results: list[AuditEntry]
    people: list[AuditName]
    next: str | None


NameOf = Callable[[AuditPerson], AuditName]


def audit_page(
    chosen: AuditFilter, name: NameOf, after: int | None, size: int
) -> tuple[list[AuditEntry], bool]:
    """Return at most `size` events older than the event `after`, and whether there are more."""
    rows = audit_events(chosen)
    if after is not None:
        rows = rows.filter(pk__lt=after)
    found = list(rows[: size + 1])
    entries = [
        AuditEntry(
            id=event.pk,
            at=event.at,
            kind=AuditKind(event.kind),
            source=cast(AuditSource, event.source),
            actor=name(event.actor) if event.actor else None,
            target=name(event.target) if event.target else None,
            details=_details(event.details),
            request_id=event.request_id,
        )
        for event in found[:size]
    ]
    return entries, len(found) > size


def audit_names(scope: str, name: NameOf) -> list[AuditName]:
    """Return everyone in the log of a scope by name."""
    return sorted(map(name, audit_people(scope)), key=lambda each: each.name.casefold())


def named_by_account(person: AuditPerson) -> AuditName:
    return AuditName(person.pseudonym, display_name(person.user) or person.pseudonym)


def _details(stored: Mapping[str, Any]) -> list[AuditDetail]:
    plain = [
        AuditDetail(field, None, _text(value))
        for field, value in stored.items()
        if field != "changes" and value not in (None, "")
    ]
    changes: Mapping[str, Sequence[Any]] = stored.get("changes", {})
    return [*plain, *(AuditDetail(field, _text(old), _text(new)) for field, (old, new) in changes.items())]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
