"""For leads: saved item filters."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.saved_views import SavedViewData, leads_of, saved_view, views_of
from annotation.services.items.saved_views import change_view, delete_view, save_view
from api.common.membership import lead
from api.common.openapi import listing
from api.items.item_filter import checked_filter
from api.items.saved_view_schemas import ChangeViewSerializer, NewViewSerializer


class SavedViewsView(APIView):
    for_leads = True

    @extend_schema(operation_id="views_list", responses=listing(SavedViewData))
    def get(self, request: Request, slug: str) -> Response:
        """The user's own and the shared views, by name, on one page."""
        here = lead(request, slug)
        leads = leads_of(here.project)
        return Response({"results": [saved_view(here, view, leads) for view in views_of(here)], "next": None})

    @extend_schema(operation_id="view_save", request=NewViewSerializer, responses={201: SavedViewData})
    def post(self, request: Request, slug: str) -> Response:
        """Save a filter under a name."""
        here = lead(request, slug)
        fields = NewViewSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        data = fields.validated_data
        chosen = checked_filter(data["filter"], here, "filter/")
        view = save_view(here, data["name"], chosen, shared=data["shared"], columns=data["columns"])
        return Response(saved_view(here, view, leads_of(here.project)), status=status.HTTP_201_CREATED)


class SavedViewView(APIView):
    for_leads = True

    @extend_schema(operation_id="view_change", request=ChangeViewSerializer, responses=SavedViewData)
    def patch(self, request: Request, slug: str, view: int) -> Response:
        """Change the given fields of the user's own view."""
        here = lead(request, slug)
        fields = ChangeViewSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        data = fields.validated_data
        chosen = checked_filter(data["filter"], here, "filter/") if "filter" in data else None
        changed = change_view(here, view, name=data.get("name"), chosen=chosen, shared=data.get("shared"))
        return Response(saved_view(here, changed, leads_of(here.project)))

    @extend_schema(operation_id="view_delete", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, view: int) -> Response:
        """Delete the user's own view, or a shared one of someone who no longer leads the project."""
        delete_view(lead(request, slug), view)
        return Response(status=status.HTTP_204_NO_CONTENT)
