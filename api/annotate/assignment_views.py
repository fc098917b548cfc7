"""For leads: hand items out, take them back, re-open them, and say what becomes of what came late."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.item_filters import Items
from annotation.queries.projects.access import Access
from annotation.services.annotate.assignment import (
    Handed,
    assign,
    chosen_items,
    close_again,
    reopen,
    unassign,
)
from annotation.services.annotate.surplus import decide_surplus
from api.annotate.assignment_schemas import (
    AssignSerializer,
    DecisionSerializer,
    ReopenSerializer,
    UnassignSerializer,
)
from api.common.membership import lead
from api.items.item_filter import known_filter


class AssignView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_assign", request=AssignSerializer, responses=Handed)
    def post(self, request: Request, slug: str) -> Response:
        """Hand the items to a member, above the redundancy where need be. They keep them until they are done."""
        here = lead(request, slug)
        asked = _read(AssignSerializer(data=request.data))
        handed = assign(here.project, asked["annotator"], _chosen(here, asked), timezone.now())
        return Response(handed)


class UnassignView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_unassign", request=UnassignSerializer, responses=Handed)
    def post(self, request: Request, slug: str) -> Response:
        """Take back what is held and not submitted. Drafts are kept; the items may be given out again."""
        here = lead(request, slug)
        asked = _read(UnassignSerializer(data=request.data))
        return Response(unassign(here.project, asked["annotator"], _chosen(here, asked)))


class ReopenView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_reopen", request=ReopenSerializer, responses=Handed)
    def post(self, request: Request, slug: str) -> Response:
        """What was submitted is a draft again, with its author, and counts once it is submitted anew."""
        here = lead(request, slug)
        asked = _read(ReopenSerializer(data=request.data))
        key, items = asked["annotator"], _chosen(here, asked)
        if asked["undo"]:
            handed = close_again(here.project, key, items, timezone.now())
        else:
            handed = reopen(here.project, key, items)
        return Response(handed)


class SurplusView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="surplus_decide", request=DecisionSerializer, responses={204: None})
    def post(self, request: Request, slug: str, item: int) -> Response:
        """What came late is accepted, and counts; or left out; or waits again."""
        here = lead(request, slug)
        asked = _read(DecisionSerializer(data=request.data))
        decide_surplus(here.project, item, asked["annotator"], asked["decision"], here.user, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


def _read(fields: Any) -> dict[str, Any]:
    fields.is_valid(raise_exception=True)
    asked: dict[str, Any] = fields.validated_data
    return asked


def _chosen(here: Access, asked: dict[str, Any]) -> Items:
    if "items" in asked:
        return chosen_items(here.project, asked["items"])
    return known_filter(asked["filter"], here, "filter/").items(here.project)
