"""For leads: breakdowns of the whole project, and gold by fields of the items."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.projects.access import Access
from annotation.queries.statistics.breakdowns import BreakdownsData, breakdowns
from annotation.queries.statistics.computed_crossed_labels import (
    CrossedLabelsData,
    Crossing,
    computed_at_once,
    crossed_labels,
    crossing,
)
from annotation.queries.statistics.crossed_labels import FIELDS, MAX_FIELDS
from annotation.services.statistics.crossed_labels import request_crossed_labels
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


_CROSSING: Final = [
    OpenApiParameter(
        "field",
        str,
        many=True,
        description=f"Metadata, or one of {', '.join(FIELDS)}; up to {MAX_FIELDS} are combined. Absent: only what can "
        "be chosen is returned.",
    ),
    OpenApiParameter(
        "label", str, description="An item label, or a label field of the record format; absent: the first."
    ),
    OpenApiParameter("choice", str, description="Of the item label: add its shares by field, with tests."),
    *gold_policy.PARAMETERS,
]


class CrossedLabelsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="crossed_labels_get", parameters=_CROSSING, responses=CrossedLabelsData)
    def get(self, request: Request, slug: str) -> Response:
        """Gold of a label by fields of the items: counts, residuals, χ², and the shares of a choice.

        Of a large project, as computed last: the tables are null until they are computed.
        """
        here = lead(request, slug)
        return Response(crossed_labels(here.project, _crossing(request, here)))

    @extend_schema(
        operation_id="crossed_labels_compute",
        parameters=_CROSSING,
        request=None,
        responses={202: CrossedLabelsData},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Compute the tables of a large project in the background, unless a computation is open."""
        here = lead(request, slug)
        asked = _crossing(request, here)
        if not asked.fields:
            raise wrong_field("field", "Name a field.")
        if not computed_at_once(here.project):
            request_crossed_labels(here.project, asked)
        return Response(crossed_labels(here.project, asked), status=status.HTTP_202_ACCEPTED)


def _crossing(request: Request, here: Access) -> Crossing:
    """What a request crosses. Raises InvalidError."""
    fields = query_parameters.texts(request, "field")
    if len(fields) > MAX_FIELDS:
        raise wrong_field("field", f"At most {MAX_FIELDS} fields.")
    label, choice = query_parameters.text(request, "label"), query_parameters.text(request, "choice")
    for name, value in (*(("field", field) for field in fields), ("label", label), ("choice", choice)):
        query_parameters.check_length(name, value, _MAX_TEXT)
    return crossing(here.project, fields, label, choice, gold_policy.policy_from_query(request, here))
