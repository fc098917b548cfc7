"""For leads: sources compared with people and with each other."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.sources.source_comparison import (
    ANNOTATORS,
    GROUPINGS,
    ComparisonOptions,
    SourceComparisonData,
    source_comparison,
)
from annotation.services.sources.source_comparison import request_comparison
from api.common import query_parameters
from api.common.membership import lead

_MAX_TAG = 60

_OPTIONS: Final = [
    OpenApiParameter("by", str, enum=GROUPINGS, description="Groups of items (default: language)."),
    OpenApiParameter(
        "annotators",
        str,
        enum=ANNOTATORS,
        description="Who annotated: ε of the alternative-annotator test is .2, .15 or .1 (default: expert).",
    ),
    OpenApiParameter("tag", str, description="Of the items that are compared; absent: all items."),
]


class SourceComparisonView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="source_comparison_get", parameters=_OPTIONS, responses=SourceComparisonData)
    def get(self, request: Request, slug: str) -> Response:
        """The sources in use against people and against each other, as computed last with these options."""
        here = lead(request, slug)
        return Response(source_comparison(here.project, _options(request)))

    @extend_schema(
        operation_id="source_comparison_compute",
        parameters=_OPTIONS,
        request=None,
        responses={202: SourceComparisonData},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Compare them in the background, unless a computation with these options is open."""
        here = lead(request, slug)
        options = _options(request)
        request_comparison(here.project, options)
        return Response(source_comparison(here.project, options), status=status.HTTP_202_ACCEPTED)


def _options(request: Request) -> ComparisonOptions:
    tag = query_parameters.text(request, "tag")
    query_parameters.check_length("tag", tag, _MAX_TAG)
    return ComparisonOptions(
        query_parameters.choice(request, "by", GROUPINGS, "language"),
        query_parameters.choice(request, "annotators", ANNOTATORS, "expert"),
        tag,
    )
