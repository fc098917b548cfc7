"""For leads: a random sample of items for people to check."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.projects.access import Access
from annotation.queries.sources.source_sample import SampleRequest, SampleStrata, draw
from annotation.services.sources.source_sample import DrawnSample, draw_sample
from api.common.base_schema import Shape, checked
from api.common.content_schemas import MAX_KEY
from api.common.membership import lead, person
from api.common.strict_fields import StrictIntegerField, StrictTextField

_MAX_SIZE = 1_000
_MAX_ANNOTATORS = 100


class SamplePreviewSerializer(Shape):
    """`seed`: absent, that of the project. `source_id`: null, strata are languages.

    `item_label`: "", strata are whether the source marked a span.
    """

    size = StrictIntegerField(min_value=1, max_value=_MAX_SIZE)
    seed = StrictIntegerField(required=False, min_value=0, max_value=MAX_KEY)
    source_id = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=MAX_KEY
    )
    item_label = StrictTextField(required=False, allow_blank=True, default="", max_length=200)


class DrawSampleSerializer(SamplePreviewSerializer):
    """`annotators`: keys of members that get the items; empty: the items stay in the pool."""

    tag = StrictTextField(max_length=200)
    annotators = s.ListField(
        child=StrictTextField(), required=False, default=list, max_length=_MAX_ANNOTATORS
    )


class SamplePreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(
        operation_id="source_sample_preview", request=SamplePreviewSerializer, responses=SampleStrata
    )
    def post(self, request: Request, slug: str) -> Response:
        """How many items of each language and result of a source would be drawn. Nothing is written."""
        here = lead(request, slug)
        return Response(
            draw(here.project, _asked(here, checked(SamplePreviewSerializer(data=request.data))))[0]
        )


class SampleView(APIView):
    for_leads = conflicts = True
    pools = {"POST": "long"}

    @extend_schema(
        operation_id="source_sample_draw", request=DrawSampleSerializer, responses={201: DrawnSample}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Draw a sample, tag its items and assign them. Annotators see nothing of the source."""
        here = lead(request, slug)
        data = checked(DrawSampleSerializer(data=request.data))
        found = draw_sample(
            here.project, _asked(here, data), data["tag"], data["annotators"], person(request), timezone.now()
        )
        return Response(found, status=status.HTTP_201_CREATED)


def _asked(here: Access, data: dict[str, Any]) -> SampleRequest:
    seed = data.get("seed", here.project.seed)
    return SampleRequest(data["size"], seed, data["source_id"], data["item_label"])
