"""For leads: the list of items, one item with everyone's annotations, and the gold to download."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.domain.records import dumps
from annotation.models import ProjectLanguage
from annotation.queries.exports import GoldExport
from annotation.queries.item_lists import ItemFilter, item_page, item_rows, neighbours
from annotation.queries.items import item_view
from annotation.queries.projects import Access, known_policy
from api import cursors, query
from api.membership import lead
from api.schema import listing
from api.serializers.items import ItemRowSerializer, ItemViewSerializer

_FILTER = [
    OpenApiParameter("language", str),
    OpenApiParameter("order", str, enum=["agreement", "ordinal"]),
    OpenApiParameter("search", str),
]


class ItemsView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="items_list",
        parameters=[*_FILTER, OpenApiParameter("cursor", str)],
        responses=listing(ItemRowSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Work items: lowest agreement first (those with n ≥ 2), or in the order of import."""
        here = lead(request, slug)
        chosen = _filter(request, here)
        items = item_page(here.project, chosen, cursors.after(request, int, int), cursors.PAGE + 1)
        page, following = cursors.split(items, _sort_key)
        return Response({"results": item_rows(here.project, page, _languages(here)), "next": following})


class ItemView(APIView):
    for_leads = True

    @extend_schema(operation_id="item_get", parameters=_FILTER, responses=ItemViewSerializer)
    def get(self, request: Request, slug: str, item: int) -> Response:
        """One item; `previous` and `next` are its neighbours in the list that the filter gives."""
        here = lead(request, slug)
        view = item_view(here.project, item, _languages(here))
        return Response(view | neighbours(here.project, _filter(request, here), item))


class GoldView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="gold_download",
        parameters=[
            OpenApiParameter("language", str),
            OpenApiParameter("policy", str),
            OpenApiParameter("extra", bool),
        ],
        responses={(200, "application/jsonl"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Gold as JSON lines. Items below the minimum number of annotations are left out and counted."""
        here = lead(request, slug)
        policy = known_policy(query.text(request, "policy") or here.project.policy)
        export = GoldExport(
            here.project,
            language=_language(request, here),
            policy=policy,
            extra=query.flag(request, "extra"),
        )
        lines = (f"{dumps(record)}\n".encode() for record in export)
        response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{export.filename}"'
        response["X-Morel-Left-Out"] = str(export.left_out_count())
        return response


def _filter(request: Request, here: Access) -> ItemFilter:
    return ItemFilter(
        language=_language(request, here),
        order=query.choice(request, "order", ("agreement", "ordinal"), "agreement"),
        search=query.text(request, "search").strip(),
    )


def _language(request: Request, here: Access) -> str:
    """One of the project's, or "" for all of them."""
    return query.language(request, {row.language: row.spelling for row in here.languages})


def _languages(here: Access) -> dict[str, ProjectLanguage]:
    return {row.language: row for row in here.languages}


def _sort_key(item: Any) -> list[Any]:
    return [item.sort, item.pk]
