"""For leads: assign items, take back assignments, reopen submissions, and decide on late submissions."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.services.annotate.assignment import (
    AssignmentResult,
    assign,
    chosen_items,
    reopen,
    unassign,
    undo_reopen,
)
from annotation.services.annotate.surplus import decide_surplus
from api.annotate.assignment_schemas import (
    AssignSerializer,
    DecisionSerializer,
    ReopenSerializer,
    UnassignSerializer,
)
from api.common.membership import lead
from api.items.chosen_items import keys_or_filter


class AssignView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_assign", request=AssignSerializer, responses=AssignmentResult)
    def post(self, request: Request, slug: str) -> Response:
        """Assign the items to a member, even above the redundancy. The assignments do not expire."""
        here = lead(request, slug)
        data = _read(AssignSerializer(data=request.data))
        chosen = chosen_items(here.project, keys_or_filter(here, data))
        return Response(assign(here.project, data["annotator"], chosen, timezone.now()))


class UnassignView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_unassign", request=UnassignSerializer, responses=AssignmentResult)
    def post(self, request: Request, slug: str) -> Response:
        """Take back reserved items. Drafts are kept, and the items can be assigned again."""
        here = lead(request, slug)
        data = _read(UnassignSerializer(data=request.data))
        chosen = chosen_items(here.project, keys_or_filter(here, data))
        return Response(unassign(here.project, data["annotator"], chosen))


class ReopenView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="items_reopen", request=ReopenSerializer, responses=AssignmentResult)
    def post(self, request: Request, slug: str) -> Response:
        """Turn submissions into drafts of their authors, which count once they are submitted again.

        The authors see the reason until then.
        """
        here = lead(request, slug)
        data = _read(ReopenSerializer(data=request.data))
        key, items = data["annotator"], chosen_items(here.project, keys_or_filter(here, data))
        if data["undo"]:
            result = undo_reopen(here.project, key, items, timezone.now())
        else:
            result = reopen(
                here.project,
                key,
                items,
                here.user,
                timezone.now(),
                reason=data["reason"],
                revision=data.get("revision"),
            )
        return Response(result)


class SurplusView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="surplus_decide", request=DecisionSerializer, responses={204: None})
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Accept a late submission, which then counts, exclude it, or let it wait again."""
        here = lead(request, slug)
        data = _read(DecisionSerializer(data=request.data))
        decide_surplus(here.project, item, data["annotator"], data["decision"], here.user, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


def _read(fields: Any) -> dict[str, Any]:
    fields.is_valid(raise_exception=True)
    data: dict[str, Any] = fields.validated_data
    return data
