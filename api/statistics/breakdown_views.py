"""For leads: breakdowns of the whole project."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.statistics.breakdowns import Breakdowns, breakdowns
from api.common.membership import lead


class TablesView(APIView):
    for_leads = True

    @extend_schema(operation_id="tables_get", responses=Breakdowns)
    def get(self, request: Request, slug: str) -> Response:
        """Language × model, annotator × annotator, and work by day, as they were last computed."""
        return Response(breakdowns(lead(request, slug).project))
