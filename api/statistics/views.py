"""The computed statistics of a project, and the start of their computation."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.statistics.computed_statistics import Agreement, computed_statistics
from annotation.services.statistics.computed_statistics import compute_figures
from api.common.membership import lead
from api.statistics.schemas import ComputeSerializer


class AgreementView(APIView):
    for_leads = True

    @extend_schema(operation_id="agreement_get", responses=Agreement)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the measures as they were last computed, overall and by language, and how old they are."""
        return Response(computed_statistics(lead(request, slug).project))

    @extend_schema(operation_id="agreement_compute", request=ComputeSerializer, responses={202: Agreement})
    def post(self, request: Request, slug: str) -> Response:
        """For leads: compute them again in the background. Where a computation is open, no other is started."""
        here = lead(request, slug)
        fields = ComputeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        compute_figures(here.project, asked=fields.validated_data["asked"])
        return Response(computed_statistics(here.project), status=status.HTTP_202_ACCEPTED)
