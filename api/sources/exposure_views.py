"""Which items show annotators suggestions of a source. For leads."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.sources.exposure import ExposurePolicyData, exposure_policy
from annotation.services.sources.exposure_policy import set_exposure_policy
from api.common.base_schema import checked
from api.common.membership import lead
from api.sources.schemas import ChangeExposurePolicySerializer


class ExposurePolicyView(APIView):
    for_leads = True

    @extend_schema(operation_id="exposure_policy_get", responses=ExposurePolicyData)
    def get(self, request: Request, slug: str) -> Response:
        """The exposure policy, and the sources that it can show."""
        return Response(exposure_policy(lead(request, slug).project))

    @extend_schema(
        operation_id="exposure_policy_change",
        request=ChangeExposurePolicySerializer,
        responses=ExposurePolicyData,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change the policy for items that an annotator gets from then on."""
        project = lead(request, slug).project
        set_exposure_policy(project, **checked(ChangeExposurePolicySerializer(data=request.data)))
        return Response(exposure_policy(project))
