"""For leads: the list of items, and one item with everyone's annotations."""

from typing import Final

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.filter_options import FilterOptions, filter_options
from annotation.queries.items.item_export import INCLUDED, csv_lines, json_lines
from annotation.queries.items.item_history import ItemEvent, item_history
from annotation.queries.items.item_lists import (
    ItemCount,
    ItemRow,
    ItemViewData,
    item_count,
    item_page,
    item_rows,
    item_view,
)
from annotation.queries.items.lead_item import item_details
from annotation.queries.sources.item_sources import ItemSource, item_sources
from api.common import cursors, query_parameters
from api.common.membership import lead, record_export
from api.common.openapi import listing
from api.items.item_filter import PARAMETERS, filter_from_query, metadata_columns

_COLUMN: Final = OpenApiParameter(
    "column", str, many=True, description="A field of the metadata, inside of objects by a dotted path."
)


class ItemsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="items_list",
        parameters=[*PARAMETERS, _COLUMN, OpenApiParameter("cursor", str)],
        responses=listing(ItemRow),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Work items in the requested order. A page may hold few items, or none, and still have a next page.

        `agreement`: lowest first, of items with n ≥ 2. `disputed`, `ties`, `single`: most characters first that some
        but not all, exactly half, or one annotator marked. `unsure`, `comments`: most first. `few`: fewest annotations
        first. `ordinal`: in order of import.
        """
        here = lead(request, slug)
        after = cursors.after(request, int, int)
        items, following = item_page(
            here.project,
            filter_from_query(request, here),
            (after[0], after[1]) if after else None,
            cursors.PAGE,
        )
        cursor = cursors.cursor(following) if following else None
        rows = item_rows(here.project, items, here.languages_by_tag, metadata_columns(request))
        return Response({"results": rows, "next": cursor})


class ItemCountView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="items_count", parameters=PARAMETERS, responses=ItemCount)
    def get(self, request: Request, slug: str) -> Response:
        """The number of items of the list."""
        here = lead(request, slug)
        return Response(item_count(here.project, filter_from_query(request, here)))


class FilterOptionsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="items_choices", responses=FilterOptions)
    def get(self, request: Request, slug: str) -> Response:
        """Values of `model`, `split` and `annotator` for a filter."""
        here = lead(request, slug)
        return Response(filter_options(here.project, here.languages))


class ItemsExportView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="items_export",
        parameters=[
            *PARAMETERS,
            _COLUMN,
            OpenApiParameter("as", str, enum=["csv", "jsonl"]),
            OpenApiParameter("include", str, enum=list(INCLUDED), many=True),
        ],
        responses={(200, "text/csv"): OpenApiTypes.STR, (200, "application/jsonl"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """All items of the list, in its order. In CSV, text that looks like a formula is escaped.

        `include` adds everyone's marks, what annotators said beside them, or several of these.
        """
        here = lead(request, slug)
        kind = query_parameters.choice(request, "as", ("csv", "jsonl"), "csv")
        lines = csv_lines if kind == "csv" else json_lines
        included = query_parameters.choices(request, "include", INCLUDED)
        chosen, columns = filter_from_query(request, here), metadata_columns(request)
        record_export(request, here, "items")
        encoded = (
            line.encode() for line in lines(here.project, chosen, here.languages_by_tag, included, columns)
        )
        media_type = "text/csv" if kind == "csv" else "application/jsonl"
        response = StreamingHttpResponse(encoded, content_type=f"{media_type}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}.items.{kind}"'
        return response


class ItemView(APIView):
    for_leads = True

    @extend_schema(operation_id="item_get", parameters=PARAMETERS, responses=ItemViewData)
    def get(self, request: Request, slug: str, item: int) -> Response:
        """One item. `previous` and `next` are its neighbours in the filtered list."""
        here = lead(request, slug)
        details = item_details(here.project, item, here.languages_by_tag)
        return Response(item_view(here.project, filter_from_query(request, here), details))


class ItemHistoryView(APIView):
    for_leads = True

    @extend_schema(operation_id="item_history", responses=listing(ItemEvent))
    def get(self, request: Request, slug: str, item: int) -> Response:
        """The history of an item, newest first: assignments, submissions, exclusions and decisions, without drafts."""
        here = lead(request, slug)
        return Response({"results": item_history(here.project, item), "next": None})


class ItemSourcesView(APIView):
    for_leads = True

    @extend_schema(operation_id="item_sources", responses=listing(ItemSource))
    def get(self, request: Request, slug: str, item: int) -> Response:
        """What the sources in use say of an item, by name and version."""
        here = lead(request, slug)
        return Response({"results": item_sources(here.project, item), "next": None})
