"""Runs of models and judges, their items filed apart, and quotes that wait for a place. For leads."""

from django.conf import settings
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.sources.source_list import (
    FiledRecordData,
    SourceData,
    SourceQuoteData,
    filed_record_data,
    filed_records,
    quote_data,
    quotes_of,
    source_data,
    sources_of,
)
from annotation.queries.sources.source_records import exported_records
from annotation.services.sources.quotes import reopen_quote, settle_quote
from annotation.services.sources.sources import (
    archive_source,
    discard_source,
    restore_source,
    upload_source,
)
from api.common import cursors
from api.common.base_schema import checked
from api.common.errors import TooLargeError
from api.common.file_upload_handler import UploadView
from api.common.membership import lead, person, record_export
from api.common.openapi import listing
from api.sources.schemas import ChangeSourceSerializer, SettleQuoteSerializer, SourceUploadSerializer
from morelkit.formats.jsonl_files import blocks

_CURSOR = OpenApiParameter("cursor", str)


class SourcesView(UploadView):
    for_leads = conflicts = True

    @extend_schema(operation_id="sources_list", parameters=[_CURSOR], responses=listing(SourceData))
    def get(self, request: Request, slug: str) -> Response:
        """The sources of a project and imports that are not complete, latest first."""
        rows = sources_of(lead(request, slug).project)
        page, following = cursors.latest_first(request, rows)
        return Response({"results": [source_data(row) for row in page], "next": following})

    @extend_schema(
        operation_id="source_upload",
        request={"multipart/form-data": SourceUploadSerializer},
        responses={201: SourceData},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload a run of a model or judge. It is imported in the background: all of it, or nothing."""
        here = lead(request, slug)
        fields = checked(SourceUploadSerializer(data=request.data))
        file = fields.pop("file")
        if file.size > settings.MAX_UPLOAD_BYTES:
            raise TooLargeError(f"A file has at most {settings.MAX_UPLOAD_BYTES} bytes.")
        source = upload_source(here.project, file, file.name, person(request), fields)
        return Response(
            source_data(sources_of(here.project).get(pk=source.pk)), status=status.HTTP_201_CREATED
        )


class SourceView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="source_get", responses=SourceData)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        return Response(source_data(get_object_or_404(sources_of(lead(request, slug).project), pk=pk)))

    @extend_schema(operation_id="source_change", request=ChangeSourceSerializer, responses=SourceData)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Archive a source, or restore it."""
        rows = sources_of(lead(request, slug).project)
        source = get_object_or_404(rows, pk=pk, published_at__isnull=False)
        wanted = checked(ChangeSourceSerializer(data=request.data))
        (archive_source if wanted["archived"] else restore_source)(source)
        return Response(source_data(rows.get(pk=pk)))

    @extend_schema(operation_id="source_discard", responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Delete an import that was refused or has failed. A complete source can be archived."""
        discard_source(get_object_or_404(sources_of(lead(request, slug).project), pk=pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SourceExportView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="source_export", responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str, pk: int) -> StreamingHttpResponse:
        """Header and records as JSON lines, which an import reads."""
        here = lead(request, slug)
        source = get_object_or_404(sources_of(here.project), pk=pk, published_at__isnull=False)
        record_export(request, here, "source", source=source.pk)
        lines = blocks(exported_records(source))
        response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{slug}.source-{source.pk}.jsonl"'
        return response


class FiledRecordsView(APIView):
    for_leads = True

    @extend_schema(operation_id="source_filed", parameters=[_CURSOR], responses=listing(FiledRecordData))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Items that failed in this run, with reason and output, in the order of its file."""
        rows = filed_records(get_object_or_404(sources_of(lead(request, slug).project), pk=pk))
        page, following = cursors.oldest_first(request, rows)
        return Response({"results": [filed_record_data(row) for row in page], "next": following})


class SourceQuotesView(APIView):
    for_leads = True

    @extend_schema(operation_id="source_quotes", parameters=[_CURSOR], responses=listing(SourceQuoteData))
    def get(self, request: Request, slug: str) -> Response:
        """Quotes of sources in use that wait for a place, in the order of import."""
        rows = quotes_of(lead(request, slug).project).open()
        page, following = cursors.oldest_first(request, rows)
        return Response({"results": [quote_data(row) for row in page], "next": following})


class SourceQuoteView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="quote_settle", request=SettleQuoteSerializer, responses=SourceQuoteData)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Choose the occurrence that an open quote means, or leave the quote out."""
        rows = quotes_of(lead(request, slug).project)
        quote = get_object_or_404(rows, pk=pk)
        chosen = checked(SettleQuoteSerializer(data=request.data))
        settle_quote(quote, chosen["start"], person(request))
        return Response(quote_data(rows.get(pk=pk)))

    @extend_schema(operation_id="quote_reopen", responses={200: SourceQuoteData})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Undo the choice: the quote waits for a place again."""
        rows = quotes_of(lead(request, slug).project)
        reopen_quote(get_object_or_404(rows, pk=pk))
        return Response(quote_data(rows.get(pk=pk)))
