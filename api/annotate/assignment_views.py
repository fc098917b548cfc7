"""For leads: assign items, take back assignments, reopen submissions, and decide on late submissions."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.assignment_preview import AssignmentPreview, preview_assignment
from annotation.services.annotate.assignment import (
    AssignmentResult,
    assign,
    chosen_items,
    member,
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
from api.common.base_schema import checked
from api.common.membership import lead
from api.items.chosen_items import keys_or_filter


class AssignView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_assign", request=AssignSerializer, responses=AssignmentResult)
    def post(self, request: Request, slug: str) -> Response:
        """Assign the items to a member, even above the redundancy. The assignments do not expire."""
        here = lead(request, slug)
        data = checked(AssignSerializer(data=request.data))
        chosen = chosen_items(here.project, keys_or_filter(here, data))
        return Response(assign(here.project, data["annotator"], chosen, timezone.now()))


class AssignPreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="items_assign_preview", request=AssignSerializer, responses=AssignmentPreview)
    def post(self, request: Request, slug: str) -> Response:
        """How many of the items would be assigned to the member. Nothing is written."""
        here = lead(request, slug)
        data = checked(AssignSerializer(data=request.data))
        chosen = chosen_items(here.project, keys_or_filter(here, data))
        return Response(preview_assignment(here.project, member(here.project, data["annotator"]), chosen))


class UnassignView(APIView):
    for_leads = True

    @extend_schema(operation_id="items_unassign", request=UnassignSerializer, responses=AssignmentResult)
    def post(self, request: Request, slug: str) -> Response:
        """Take back reserved items. Drafts are kept, and the items can be assigned again."""
        here = lead(request, slug)
        data = checked(UnassignSerializer(data=request.data))
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
        data = checked(ReopenSerializer(data=request.data))
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
        data = checked(DecisionSerializer(data=request.data))
        decide_surplus(here.project, item, data["annotator"], data["decision"], here.user, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
