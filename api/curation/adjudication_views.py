"""For leads: decisions on the gold of an item."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.annotate.workspace_item import work_item
from annotation.queries.curation.adjudications import AdjudicationData, DecisionCounts, adjudication
from annotation.queries.items.item_lists import decision_counts
from annotation.services.curation.adjudication import DecisionRequest, adjudicate, undo_decision, withdraw
from api.common.membership import lead
from api.curation.adjudication_schemas import (
    DecideRequestSerializer,
    DecideSerializer,
    LastDecisionSerializer,
)
from api.items.item_filter import PARAMETERS, filter_from_query


class DecisionCountsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="decisions_count", parameters=PARAMETERS, responses=DecisionCounts)
    def get(self, request: Request, slug: str) -> Response:
        """Numbers of open, done and stale items in a list; its `decision` filter is ignored."""
        here = lead(request, slug)
        return Response(decision_counts(here.project, filter_from_query(request, here)))


class AdjudicationView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="adjudication_get", responses=AdjudicationData)
    def get(self, request: Request, slug: str, item: int) -> Response:
        here = lead(request, slug)
        return Response(adjudication(here.project, work_item(here.project, item)))

    @extend_schema(operation_id="adjudication_decide", request=DecideSerializer, responses=AdjudicationData)
    def put(self, request: Request, slug: str, item: int) -> Response:
        """Decide on the gold of the item. 409: adjudication is off, or the item has changed since it was read."""
        here = lead(request, slug)
        fields = DecideRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        decided = adjudicate(here, item, DecisionRequest(**fields.validated_data), timezone.now())
        return Response(adjudication(here.project, decided))


class WithdrawView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(
        operation_id="adjudication_withdraw",
        request=LastDecisionSerializer,
        responses=AdjudicationData,
    )
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Return to gold by majority vote. The decision stays in the item's history."""
        here = lead(request, slug)
        fields = LastDecisionSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        withdrawn = withdraw(here, item, fields.validated_data["revision"], timezone.now())
        return Response(adjudication(here.project, withdrawn))


class UndoDecisionView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(
        operation_id="adjudication_undo",
        request=LastDecisionSerializer,
        responses=AdjudicationData,
    )
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Restore the decision before the last one, with the annotations that counted then."""
        here = lead(request, slug)
        fields = LastDecisionSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        decided = undo_decision(here, item, fields.validated_data["revision"], timezone.now())
        return Response(adjudication(here.project, decided))
