"""For leads: selections of items on which sources agree, or people and sources, and what they leave."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.sources.selections import (
    MAX_SOURCES,
    SavedSelection,
    SelectionCriteria,
    SelectionReport,
    selection_data,
    selection_of,
    selection_report,
    selections_of,
)
from annotation.services.sources.selections import (
    archive_selection,
    request_report,
    restore_selection,
    save_selection,
)
from api.common import cursors
from api.common.base_schema import Shape, checked
from api.common.content_schemas import MAX_KEY
from api.common.membership import lead, person
from api.common.openapi import listing
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class SelectionCriteriaSerializer(Shape):
    """`question`: an item label, or `claims`. `sources`: ids of those that must agree. `people`: so must they."""

    question = StrictTextField(max_length=200)
    sources = s.ListField(
        child=StrictIntegerField(min_value=0, max_value=MAX_KEY), max_length=MAX_SOURCES, allow_empty=False
    )
    people = StrictBooleanField(required=False, default=False)


class NewSelectionSerializer(SelectionCriteriaSerializer):
    name = StrictTextField(max_length=200)


class ReportRequestSerializer(SelectionCriteriaSerializer):
    """`compute`: start a computation, unless one with these criteria is open. Otherwise the last one is read."""

    compute = StrictBooleanField(required=False, default=False)


class ChangeSelectionSerializer(Shape):
    archived = StrictBooleanField()


class SelectionsView(APIView):
    for_leads = conflicts = True

    @extend_schema(
        operation_id="selections_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(SavedSelection),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All selections, the latest first, archived ones included."""
        rows = selections_of(lead(request, slug).project)
        page, following = cursors.latest_first(request, rows)
        return Response({"results": [selection_data(row) for row in page], "next": following})

    @extend_schema(
        operation_id="selection_save", request=NewSelectionSerializer, responses={201: SavedSelection}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Save criteria under a name. They never change: archive a selection to save its name again."""
        project = lead(request, slug).project
        data = checked(NewSelectionSerializer(data=request.data))
        saved = save_selection(project, data["name"], _criteria(data), person(request))
        return Response(selection_data(selection_of(project, saved.pk)), status=status.HTTP_201_CREATED)


class SelectionView(APIView):
    for_leads = conflicts = True

    @extend_schema(
        operation_id="selection_change", request=ChangeSelectionSerializer, responses=SavedSelection
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Archive a selection, or restore it."""
        project = lead(request, slug).project
        found = selection_of(project, pk)
        wanted = checked(ChangeSelectionSerializer(data=request.data))
        (archive_selection if wanted["archived"] else restore_selection)(found)
        return Response(selection_data(selection_of(project, pk)))


class SelectionReportView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="selection_report", request=ReportRequestSerializer, responses=SelectionReport
    )
    def post(self, request: Request, slug: str) -> Response:
        """What a selection with these criteria leaves of the items, saved or not, as computed last."""
        project = lead(request, slug).project
        data = checked(ReportRequestSerializer(data=request.data))
        criteria = _criteria(data)
        if data["compute"]:
            request_report(project, criteria)
        return Response(selection_report(project, criteria))


def _criteria(data: dict[str, Any]) -> SelectionCriteria:
    return SelectionCriteria(data["question"], tuple(sorted(set(data["sources"]))), data["people"])
