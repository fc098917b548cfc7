"""Upload, start, undo and list imports of items and raw annotations. For leads."""

from django.conf import settings
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.imports.import_list import ImportData, import_data, imports_of
from annotation.queries.imports.label_report import csv_lines, differing_labels
from annotation.services.imports.lifecycle import (
    attach_images,
    discard_import,
    start_import,
    undo_import,
    upload,
)
from api.common import cursors
from api.common.errors import TooLargeError
from api.common.file_upload_handler import UploadView
from api.common.membership import lead, person, record_export
from api.common.openapi import listing
from api.imports.schemas import StartImportSerializer, UploadImagesSerializer, UploadSerializer


class ImportsView(UploadView):
    for_leads = True

    @extend_schema(
        operation_id="imports_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(ImportData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The imports of a project, latest first."""
        here = lead(request, slug)
        rows = imports_of(here.project)
        page, following = cursors.latest_first(request, rows)
        return Response({"results": [import_data(row) for row in page], "next": following})

    @extend_schema(
        operation_id="import_upload",
        request={"multipart/form-data": UploadSerializer},
        responses={201: ImportData},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload a file. Nothing is imported until the import is started."""
        here = lead(request, slug)
        fields = UploadSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        file, file_format = fields.validated_data["file"], fields.validated_data["format"]
        if file.size > settings.MAX_UPLOAD_BYTES:
            raise TooLargeError(f"A file has at most {settings.MAX_UPLOAD_BYTES} bytes.")
        kind = fields.validated_data["kind"]
        import_ = upload(here.project, kind, file, file.name, person(request), file_format)
        return Response(import_data(import_), status=status.HTTP_201_CREATED)


class ImportView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="import_get", responses=ImportData)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        return Response(import_data(get_object_or_404(imports_of(lead(request, slug).project), pk=pk)))

    @extend_schema(operation_id="import_discard", responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Delete an upload that was not imported."""
        discard_import(get_object_or_404(imports_of(lead(request, slug).project), pk=pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ImportImagesView(UploadView):
    for_leads = conflicts = True

    @extend_schema(
        operation_id="import_images",
        request={"multipart/form-data": UploadImagesSerializer},
        responses=ImportData,
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Upload a zip file with the images of an import that was not started, in the place of an earlier one."""
        import_ = get_object_or_404(imports_of(lead(request, slug).project), pk=pk)
        fields = UploadImagesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        file = fields.validated_data["file"]
        if file.size > settings.MAX_UPLOAD_BYTES:
            raise TooLargeError(f"A file has at most {settings.MAX_UPLOAD_BYTES} bytes.")
        return Response(import_data(attach_images(import_, file, file.name)))


class StartImportView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="import_start", request=StartImportSerializer, responses=ImportData)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Check and import the file, in the background."""
        import_ = get_object_or_404(imports_of(lead(request, slug).project), pk=pk)
        fields = StartImportSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response(import_data(start_import(import_, **fields.validated_data)))


class DifferingLabelsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="differing_labels", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Label fields that items were imported with and that do not follow from their annotations, as CSV."""
        here = lead(request, slug)
        record_export(request, here, "differing labels")
        lines = (line.encode() for line in csv_lines(differing_labels(here.project)))
        response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{slug}.differing-labels.csv"'
        return response


class UndoImportView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="import_undo", request=None, responses=ImportData)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Remove the rows of the import, unless somebody has worked on them."""
        return Response(
            import_data(undo_import(get_object_or_404(imports_of(lead(request, slug).project), pk=pk)))
        )
