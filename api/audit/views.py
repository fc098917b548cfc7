"""The audit log of a project."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.audit.audit_log import namer
from api.common.audit_page import PROJECT_KINDS, audit_log, parameters
from api.common.membership import lead
from foundation.audit_log import AuditLog


class AuditView(APIView):
    for_leads = True

    @extend_schema(operation_id="audit_list", parameters=parameters(PROJECT_KINDS), responses=AuditLog)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: who did what in the project, latest first. Events are never changed or deleted."""
        project = lead(request, slug).project
        return Response(audit_log(request, project.scope, namer(project), PROJECT_KINDS))
