"""For leads: breakdowns of the whole project, and gold by fields of the items."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.statistics.breakdowns import BreakdownsData, breakdowns
from annotation.queries.statistics.crossed_labels import (
    FIELDS,
    MAX_FIELDS,
    CrossedLabelsData,
    crossed_labels,
)
from api.common import query_parameters
from api.common.membership import lead
from api.gold import gold_policy
from foundation.errors import wrong_field

_MAX_TEXT = 200


class BreakdownsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="breakdowns_get", responses=BreakdownsData)
    def get(self, request: Request, slug: str) -> Response:
        """Latest computed breakdowns by language and model, by pair of annotators, and by day."""
        return Response(breakdowns(lead(request, slug).project))


class CrossedLabelsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="crossed_labels_get",
        parameters=[
            OpenApiParameter(
                "field",
                str,
                many=True,
                description=f"Metadata, or one of {', '.join(FIELDS)}; up to {MAX_FIELDS} are combined. Absent: only "
                "what can be chosen is returned.",
            ),
            OpenApiParameter(
                "label",
                str,
                description="An item label, or a label field of the record format; absent: the first.",
            ),
            OpenApiParameter(
                "choice", str, description="Of the item label: add its shares by field, with tests."
            ),
            *gold_policy.PARAMETERS,
        ],
        responses=CrossedLabelsData,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Gold of a label by fields of the items: counts, residuals, χ², and the shares of a choice."""
        here = lead(request, slug)
        fields = query_parameters.texts(request, "field")
        if len(fields) > MAX_FIELDS:
            raise wrong_field("field", f"At most {MAX_FIELDS} fields.")
        label, choice = query_parameters.text(request, "label"), query_parameters.text(request, "choice")
        for name, value in (*(("field", field) for field in fields), ("label", label), ("choice", choice)):
            query_parameters.check_length(name, value, _MAX_TEXT)
        policy = gold_policy.policy_from_query(request, here)
        return Response(crossed_labels(here.project, fields, label, choice, policy))
