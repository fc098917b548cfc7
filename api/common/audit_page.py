"""A page of the audit log of a project or a task."""

from datetime import UTC, date, datetime, timedelta

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from api.common import cursors, query_parameters
from foundation.audit import SITE_KINDS, TASK_KINDS, AuditKind
from foundation.audit_log import AuditLog, NameOf, audit_names, audit_page
from foundation.audit_queries import AuditFilter

PROJECT_KINDS = tuple(kind for kind in AuditKind if kind not in SITE_KINDS | TASK_KINDS)
KINDS_OF_TASKS = tuple(
    kind
    for kind in AuditKind
    if kind in TASK_KINDS | {AuditKind.INVITATION_CREATED, AuditKind.INVITATION_REVOKED}
)


def parameters(kinds: tuple[AuditKind, ...]) -> list[OpenApiParameter]:
    """Return the parameters of a page whose filter has these kinds of events."""
    return [
        OpenApiParameter("kind", str, enum=[*kinds]),
        OpenApiParameter("person", str, description="A key of `people`."),
        OpenApiParameter("since", date, description="First day, in UTC."),
        OpenApiParameter("until", date, description="Last day, in UTC."),
        OpenApiParameter("cursor", str),
    ]


def audit_log(request: Request, scope: str, name: NameOf, kinds: tuple[AuditKind, ...]) -> AuditLog:
    """Return the page that the parameters of a request ask for. Raises InvalidError."""
    until = _day(request, "until")
    chosen = AuditFilter(
        scope=scope,
        kind=query_parameters.choice(request, "kind", kinds),
        person=query_parameters.text(request, "person"),
        since=_day(request, "since"),
        until=until + timedelta(days=1) if until else None,
    )
    after = cursors.after(request, int)
    entries, more = audit_page(chosen, name, after[0] if after else None, cursors.PAGE)
    following = cursors.cursor([entries[-1].id]) if more else None
    return AuditLog(entries, audit_names(scope, name) if after is None else [], following)


def _day(request: Request, name: str) -> datetime | None:
    """Return the start of a day, or None if the parameter is absent. Raises InvalidError."""
    value = query_parameters.text(request, name)
    if not value:
        return None
    if not query_parameters.is_day(value):
        raise query_parameters.unknown(name, value, "a date such as 2026-01-31")
    return datetime.fromisoformat(value).replace(tzinfo=UTC)
