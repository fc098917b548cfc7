"""For leads: filters of items that are kept under names."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.saved_views import SavedViewData, leads_of, saved_view, views_of
from annotation.services.items.saved_views import change_view, delete_view, save_view
from api.common.membership import lead
from api.common.openapi import listing
from api.items.item_filter import known_filter
from api.items.saved_view_schemas import ChangeViewSerializer, NewViewSerializer


class SavedViewsView(APIView):
    for_leads = True

    @extend_schema(operation_id="views_list", responses=listing(SavedViewData))
    def get(self, request: Request, slug: str) -> Response:
        """One's own and those that are shared, by name; all of them at once."""
        here = lead(request, slug)
        leads = leads_of(here.project)
        return Response({"results": [saved_view(here, view, leads) for view in views_of(here)], "next": None})

    @extend_schema(operation_id="view_save", request=NewViewSerializer, responses={201: SavedViewData})
    def post(self, request: Request, slug: str) -> Response:
        """Keep a filter under a name."""
        here = lead(request, slug)
        fields = NewViewSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        asked = fields.validated_data
        chosen = known_filter(asked["filter"], here, "filter/")
        view = save_view(here, asked["name"], chosen, shared=asked["shared"])
        return Response(saved_view(here, view, leads_of(here.project)), status=status.HTTP_201_CREATED)


class SavedViewView(APIView):
    for_leads = True

    @extend_schema(operation_id="view_change", request=ChangeViewSerializer, responses=SavedViewData)
    def patch(self, request: Request, slug: str, view: int) -> Response:
        """Change what is given, of a view of one's own."""
        here = lead(request, slug)
        fields = ChangeViewSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        asked = fields.validated_data
        chosen = known_filter(asked["filter"], here, "filter/") if "filter" in asked else None
        changed = change_view(here, view, name=asked.get("name"), chosen=chosen, shared=asked.get("shared"))
        return Response(saved_view(here, changed, leads_of(here.project)))

    @extend_schema(operation_id="view_delete", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, view: int) -> Response:
        """Let a view go: one's own, or one shared by somebody who leads the project no more. The items stay."""
        delete_view(lead(request, slug), view)
        return Response(status=status.HTTP_204_NO_CONTENT)
