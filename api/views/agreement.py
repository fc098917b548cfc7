"""The dear figures of a project, and the computing of them."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.dear_figures import dear_figures_json
from annotation.services.dear_figures import compute_figures
from api.membership import lead
from api.serializers.agreement import AgreementSerializer, ComputeSerializer


class AgreementView(APIView):
    for_leads = True

    @extend_schema(operation_id="agreement_get", responses=AgreementSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the figures as they were last worked out, overall and by language, and how old they are."""
        return Response(dear_figures_json(lead(request, slug).project))

    @extend_schema(
        operation_id="agreement_compute", request=ComputeSerializer, responses={202: AgreementSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """For leads: work them out anew in the background. While that goes on already, nothing more is begun."""
        here = lead(request, slug)
        fields = ComputeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        compute_figures(here.project, asked=fields.validated_data["asked"])
        return Response(dear_figures_json(here.project), status=status.HTTP_202_ACCEPTED)
