"""List, preview, build, compare, download, open and withdraw releases."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.gold.gold_policies import parse_policy
from annotation.queries.releases.release_list import (
    ReleaseComparison,
    ReleaseData,
    ReleasePreview,
    preview,
    release_comparison,
    release_data,
    release_of,
    release_zip,
    releases_of,
)
from annotation.services.releases.lifecycle import open_embargo, withdraw
from annotation.services.releases.request import ReleaseRequest, request_release
from api.common import cursors, query_parameters
from api.common.membership import lead, member, person
from api.common.openapi import listing
from api.releases.schemas import NewReleaseSerializer, PreviewReleaseSerializer, WithdrawSerializer
from foundation.errors import wrong_field


class ReleasesView(APIView):
    for_leads = conflicts = True

    @extend_schema(
        operation_id="releases_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(ReleaseData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All releases, latest first, including failed and withdrawn ones."""
        rows = releases_of(lead(request, slug).project).order_by("-pk")
        if key := cursors.after(request, int):
            rows = rows.filter(pk__lt=key[0])
        page, following = cursors.split(list(rows[: cursors.PAGE + 1]), lambda row: [row.pk])
        now = timezone.now()
        return Response({"results": [release_data(row, now) for row in page], "next": following})

    @extend_schema(operation_id="release_build", request=NewReleaseSerializer, responses={202: ReleaseData})
    def post(self, request: Request, slug: str) -> Response:
        """Freeze the current state of the project and build a release in the background."""
        here = lead(request, slug)
        fields = NewReleaseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        content: dict[str, Any] = fields.validated_data
        content["policy"] = parse_policy(here.project, content["policy"], "policy")
        release = request_release(here.project, ReleaseRequest(**content), person(request))
        return Response(release_data(release, timezone.now()), status=status.HTTP_202_ACCEPTED)


class ReleasePreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="release_preview", request=PreviewReleaseSerializer, responses=ReleasePreview)
    def post(self, request: Request, slug: str) -> Response:
        """Content of a release before it is built."""
        project = lead(request, slug).project
        fields = PreviewReleaseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        policy = parse_policy(project, fields.validated_data["policy"], "policy")
        return Response(preview(project, policy, fields.validated_data["languages"]))


class ReleaseView(APIView):
    for_leads = True

    @extend_schema(operation_id="release_get", responses=ReleaseData)
    def get(self, request: Request, slug: str, release: int) -> Response:
        return Response(release_data(release_of(lead(request, slug).project, release), timezone.now()))


class OpenReleaseView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="release_open", request=None, responses=ReleaseData)
    def post(self, request: Request, slug: str, release: int) -> Response:
        """End the embargo now."""
        found = release_of(lead(request, slug).project, release)
        open_embargo(found, timezone.now())
        return Response(release_data(release_of(lead(request, slug).project, release), timezone.now()))


class WithdrawReleaseView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="release_withdraw", request=WithdrawSerializer, responses=ReleaseData)
    def post(self, request: Request, slug: str, release: int) -> Response:
        """Withdraw a release with a reason. It stays in the list, and leads can still download it."""
        found = release_of(lead(request, slug).project, release)
        fields = WithdrawSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        withdraw(found, fields.validated_data["reason"], timezone.now())
        return Response(release_data(release_of(lead(request, slug).project, release), timezone.now()))


class DownloadReleaseView(APIView):
    hands_out = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="release_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, release: int) -> StreamingHttpResponse:
        """The release as a zip with the same bytes each time; under embargo without the files that reveal its gold."""
        here = member(request, slug)
        found = release_of(here.project, release)
        pieces = release_zip(found, timezone.now(), lead=here.is_lead)
        response = StreamingHttpResponse(pieces, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}-{found.name}.zip"'
        return response


class CompareReleasesView(APIView):
    for_leads = hands_out = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="releases_compare",
        parameters=[
            OpenApiParameter("before", int, required=True),
            OpenApiParameter("after", int, required=True),
        ],
        responses=ReleaseComparison,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Items that differ between two releases, with reasons."""
        here = lead(request, slug)
        sides = []
        for name in ("before", "after"):
            key = query_parameters.key(request, name)
            if key is None:
                raise wrong_field(name, "Say which release.")
            sides.append(release_of(here.project, key))
        return Response(release_comparison(*sides))
