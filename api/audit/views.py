"""The audit log of a project."""

from datetime import UTC, date, datetime, timedelta

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.audit.audit_log import AuditLog, audit_names, audit_page
from api.common import cursors, query_parameters
from api.common.membership import lead
from foundation.audit import SITE_KINDS, AuditKind
from foundation.audit_queries import AuditFilter

_KINDS = tuple(kind for kind in AuditKind if kind not in SITE_KINDS)


class AuditView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="audit_list",
        parameters=[
            OpenApiParameter("kind", str, enum=[*_KINDS]),
            OpenApiParameter("person", str, description="A key of `people`."),
            OpenApiParameter("since", date, description="First day, in UTC."),
            OpenApiParameter("until", date, description="Last day, in UTC."),
            OpenApiParameter("cursor", str),
        ],
        responses=AuditLog,
    )
    def get(self, request: Request, slug: str) -> Response:
        """For leads: who did what in the project, latest first. Events are never changed or deleted."""
        project = lead(request, slug).project
        until = _day(request, "until")
        chosen = AuditFilter(
            scope=project.scope,
            kind=query_parameters.choice(request, "kind", _KINDS),
            person=query_parameters.text(request, "person"),
            since=_day(request, "since"),
            until=until + timedelta(days=1) if until else None,
        )
        after = cursors.after(request, int)
        entries, more = audit_page(project, chosen, after[0] if after else None, cursors.PAGE)
        following = cursors.cursor([entries[-1].id]) if more else None
        people = audit_names(project) if after is None else []
        return Response(AuditLog(entries, people, following))


def _day(request: Request, name: str) -> datetime | None:
    """Return the start of a day, or None if the parameter is absent. Raises InvalidError."""
    value = query_parameters.text(request, name)
    if not value:
        return None
    if not query_parameters.is_day(value):
        raise query_parameters.unknown(name, value, "a date such as 2026-01-31")
    return datetime.fromisoformat(value).replace(tzinfo=UTC)
