"""Read the computed statistics of a project and start their computation."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.statistics.computed_statistics import Agreement, computed_statistics
from annotation.services.statistics.computed_statistics import request_computation
from api.common.membership import lead
from api.statistics.schemas import ComputeSerializer


class AgreementView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="agreement_get", responses=Agreement)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the latest computed measures, overall and by language, and their age."""
        return Response(computed_statistics(lead(request, slug).project))

    @extend_schema(operation_id="agreement_compute", request=ComputeSerializer, responses={202: Agreement})
    def post(self, request: Request, slug: str) -> Response:
        """For leads: compute them again in the background, unless a computation is open."""
        here = lead(request, slug)
        fields = ComputeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        request_computation(here.project, asked=fields.validated_data["asked"])
        return Response(computed_statistics(here.project), status=status.HTTP_202_ACCEPTED)
