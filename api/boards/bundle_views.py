"""Bundles of shared tasks: build, publish and download."""

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.boards.schemas import NewBundleSerializer, PublishBundleSerializer
from api.boards.views import reader_user
from api.common.membership import person
from api.common.openapi import listing
from evaluation.queries.boards.bundles import bundle_archive, bundle_data, bundle_of, bundles
from evaluation.queries.boards.past_types import BundleData
from evaluation.queries.tasks.access import organizer_access, task_access
from evaluation.services.boards.bundles import publish_bundle, request_bundle


class BundlesView(APIView):
    permission_classes = [AllowAny]
    for_some = by_address = conflicts = True

    @extend_schema(operation_id="bundles_list", responses=listing(BundleData))
    def get(self, request: Request, task: str) -> Response:
        """Bundles, latest first: for organizers all; for others the published ones of phases that show gold."""
        here = task_access(reader_user(request), task)
        return Response({"results": bundles(here, timezone.now()), "next": None})

    @extend_schema(operation_id="bundle_create", request=NewBundleSerializer, responses={202: BundleData})
    def post(self, request: Request, task: str) -> Response:
        """For organizers: build the bundle of a phase in the background, with names or pseudonyms."""
        here = organizer_access(person(request), task)
        fields = NewBundleSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        bundle = request_bundle(here, fields.validated_data["phase"], fields.validated_data["names"])
        return Response(bundle_data(bundle), status=status.HTTP_202_ACCEPTED)


class BundleView(APIView):
    for_some = by_address = conflicts = True

    @extend_schema(operation_id="bundle_publish", request=PublishBundleSerializer, responses=BundleData)
    def put(self, request: Request, task: str, bundle: int) -> Response:
        """For organizers: show a bundle to all readers of the task once its phase shows gold, or hide it again."""
        here = organizer_access(person(request), task)
        fields = PublishBundleSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        found = bundle_of(here, bundle, now)
        published = publish_bundle(found, published=fields.validated_data["published"], now=now)
        return Response(bundle_data(published))


class BundleFileView(APIView):
    permission_classes = [AllowAny]
    for_some = by_address = hands_out = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="bundle_download", responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, task: str, bundle: int) -> StreamingHttpResponse:
        """The zip of a bundle."""
        now = timezone.now()
        archive = bundle_archive(bundle_of(task_access(reader_user(request), task), bundle, now))
        response = StreamingHttpResponse(archive.pieces, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{archive.filename}"'
        response["Content-Length"] = str(archive.size)
        response["ETag"] = f'"{archive.sha256}"'
        return response
