"""Reads of the audit log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from foundation.models import AuditEvent, AuditPerson


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Events to read; empty fields choose all. `person`: a pseudonym of the log, as actor or target."""

    scope: str = ""
    kind: str = ""
    person: str = ""
    since: datetime | None = None
    until: datetime | None = None


def audit_events(chosen: AuditFilter) -> QuerySet[AuditEvent]:
    """Return events, latest first, with their people and the accounts of these."""
    rows = AuditEvent.objects.select_related("actor__user", "target__user").order_by("-pk")
    if chosen.scope:
        rows = rows.filter(scope=chosen.scope)
    if chosen.kind:
        rows = rows.filter(kind=chosen.kind)
    if chosen.person:
        rows = rows.filter(Q(actor__pseudonym=chosen.person) | Q(target__pseudonym=chosen.person))
    if chosen.since:
        rows = rows.filter(at__gte=chosen.since)
    if chosen.until:
        rows = rows.filter(at__lt=chosen.until)
    return rows


def audit_people(scope: str) -> QuerySet[AuditPerson]:
    return AuditPerson.objects.filter(scope=scope).select_related("user").order_by("pk")


def person_name(person: AuditPerson | None) -> str:
    """Return the user name, the pseudonym of a deleted account, or "" if nobody was logged in."""
    if person is None:
        return ""
    return person.user.username if person.user else person.pseudonym


def event_json(event: AuditEvent) -> dict[str, Any]:
    """Return an event as JSON with user names, for people who look after the site."""
    return {
        "id": event.pk,
        "at": event.at.isoformat(),
        "scope": event.scope,
        "kind": event.kind,
        "source": event.source,
        "actor": person_name(event.actor),
        "target": person_name(event.target),
        "request_id": event.request_id,
        "details": event.details,
    }
