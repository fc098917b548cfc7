"""For leads: breakdowns of the whole project."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.statistics.breakdowns import BreakdownsData, breakdowns
from api.common.membership import lead


class BreakdownsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="breakdowns_get", responses=BreakdownsData)
    def get(self, request: Request, slug: str) -> Response:
        """Latest computed breakdowns by language and model, by pair of annotators, and by day."""
        return Response(breakdowns(lead(request, slug).project))
