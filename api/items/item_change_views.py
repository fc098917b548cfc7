"""For leads: change many items at once, and undo it."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.item_changes import (
    ItemChangeData,
    ItemChangePreview,
    changes_of,
    checked_value,
    item_change_data,
    items_to_change,
    preview_change,
)
from annotation.services.curation.item_changes import change_items, read_change, resume_change, undo_change
from api.common import cursors
from api.common.base_schema import checked
from api.common.membership import lead
from api.common.openapi import listing
from api.items.chosen_items import keys_or_filter
from api.items.item_change_schemas import ChangeItemsSerializer, PreviewChangeSerializer


class ItemChangesView(APIView):
    for_leads = True
    conflicts = True
    pools = {"POST": "long"}

    @extend_schema(
        operation_id="item_changes_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(ItemChangeData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All bulk changes of items, including undone ones, latest first."""
        here = lead(request, slug)
        rows = changes_of(here.project)
        page, following = cursors.latest_first(request, rows)
        return Response({"results": [item_change_data(row) for row in page], "next": following})

    @extend_schema(
        operation_id="items_change", request=ChangeItemsSerializer, responses={201: ItemChangeData}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set the split, add or remove a tag, archive or restore. The change can be undone.

        Items that somebody has been given or has annotated are not archived.
        """
        here = lead(request, slug)
        content = checked(ChangeItemsSerializer(data=request.data))
        change = change_items(
            here.project,
            content["kind"],
            content["value"],
            keys_or_filter(here, content),
            content["expected"],
            here.user,
            timezone.now(),
        )
        return Response(item_change_data(change), status=status.HTTP_201_CREATED)


class ItemChangePreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(
        operation_id="items_change_preview", request=PreviewChangeSerializer, responses=ItemChangePreview
    )
    def post(self, request: Request, slug: str) -> Response:
        """How many items a change would change, and how many it cannot change. Nothing is written."""
        here = lead(request, slug)
        content = checked(PreviewChangeSerializer(data=request.data))
        kind, value = content["kind"], checked_value(content["kind"], content["value"])
        items = items_to_change(here.project, keys_or_filter(here, content))
        return Response(preview_change(here.project, kind, value, items))


class ItemChangeView(APIView):
    for_leads = True

    @extend_schema(operation_id="item_change_get", responses=ItemChangeData)
    def get(self, request: Request, slug: str, change: int) -> Response:
        here = lead(request, slug)
        return Response(item_change_data(read_change(here.project, change)))


class UndoItemChangeView(APIView):
    for_leads = True
    conflicts = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="item_change_undo", request=None, responses=ItemChangeData)
    def post(self, request: Request, slug: str, change: int) -> Response:
        """Restore the values before the change, except of items that somebody has changed since."""
        here = lead(request, slug)
        return Response(item_change_data(undo_change(here.project, change, here.user, timezone.now())))


class ResumeItemChangeView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="item_change_resume", request=None, responses=ItemChangeData)
    def post(self, request: Request, slug: str, change: int) -> Response:
        """Resume the failed job of a change or of undoing it."""
        here = lead(request, slug)
        return Response(item_change_data(resume_change(here.project, change)))
