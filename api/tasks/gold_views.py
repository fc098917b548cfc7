"""Gold of a task and the files that participants download."""

from typing import Literal

from django.http import HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common.membership import person
from api.common.openapi import listing
from api.common.task_access import organizer, reader
from api.tasks.release_source import release_source
from api.tasks.schemas import AttachGoldSerializer
from evaluation.queries.tasks.gold_revisions import GoldRevisionData, gold_revisions
from evaluation.services.tasks.downloads import count_download, task_file, task_images
from evaluation.services.tasks.gold_revisions import attach_gold


class GoldRevisionsView(APIView):
    for_some = conflicts = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="gold_revisions_list", responses=listing(GoldRevisionData))
    def get(self, request: Request, task: str) -> Response:
        """For organizers: all revisions of the gold with counts of downloads, the current one first."""
        return Response({"results": gold_revisions(organizer(request, task).task), "next": None})

    @extend_schema(
        operation_id="gold_revision_attach", request=AttachGoldSerializer, responses={201: GoldRevisionData}
    )
    def post(self, request: Request, task: str) -> Response:
        """For organizers who lead the project: replace the gold by a release.

        Past boards stay and can be cited. All submissions are scored again in the background.
        """
        here = organizer(request, task)
        fields = AttachGoldSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        content = fields.validated_data
        source = release_source(request, content["project"], content["release"])
        attach_gold(here.task, source, person(request), timezone.now(), content["note"])
        return Response(gold_revisions(here.task)[0], status=status.HTTP_201_CREATED)


class TaskFileView(APIView):
    """Participants and visitors may download when the phase has started."""

    permission_classes = [AllowAny]
    for_some = hands_out = True
    pools = {"GET": "long"}
    kind: Literal["items", "gold"] = "items"

    def download(self, request: Request, task: str, phase: int, language: str) -> HttpResponseBase:
        file = task_file(reader(request, task), phase, language, self.kind, timezone.now())
        tag = f'"{file.sha256}"'
        if request.headers.get("If-None-Match") == tag:
            return _not_modified(tag)
        if request.method != "HEAD":
            count_download(file)
        response = StreamingHttpResponse(file.content(), content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{file.name}"'
        response["Content-Length"] = str(file.size)
        response["ETag"] = tag
        return response


class TaskItemsView(TaskFileView):
    @extend_schema(
        operation_id="task_items_download", responses={(200, "application/jsonl"): OpenApiTypes.STR}
    )
    def get(self, request: Request, task: str, phase: int, language: str) -> HttpResponseBase:
        """The unlabelled items of a phase in a language, once it has started. The ETag is their sha256."""
        return self.download(request, task, phase, language)


class TaskImagesView(APIView):
    permission_classes = [AllowAny]
    for_some = hands_out = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="task_images_download", responses={(200, "application/zip"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, task: str, phase: int, language: str) -> HttpResponseBase:
        """The images that the items of a phase in a language name, once it has started, as a zip.

        Its bytes are the same each time. The files have the paths that `image_files` of the items names.
        """
        images = task_images(reader(request, task), phase, language, timezone.now())
        tag = f'"{images.tag}"'
        if request.headers.get("If-None-Match") == tag:
            return _not_modified(tag)
        response = StreamingHttpResponse(images.pieces, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{images.name}"'
        response["ETag"] = tag
        return response


def _not_modified(tag: str) -> HttpResponse:
    unchanged = HttpResponseNotModified()
    unchanged["ETag"] = tag
    return unchanged


class TaskGoldView(TaskFileView):
    kind = "gold"

    @extend_schema(
        operation_id="task_gold_download", responses={(200, "application/jsonl"): OpenApiTypes.STR}
    )
    def get(self, request: Request, task: str, phase: int, language: str) -> HttpResponseBase:
        """The gold of a phase in a language, once the phase shows it. The ETag is its sha256."""
        return self.download(request, task, phase, language)
