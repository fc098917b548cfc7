"""Releases: asked for, listed, compared, downloaded, opened, withdrawn."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.gold.gold_policies import policy_in_words
from annotation.queries.releases.release_list import (
    ReleaseComparison,
    ReleaseData,
    ReleasePreview,
    preview,
    release_comparison,
    release_data,
    release_of,
    releases_of,
    zip_of,
)
from annotation.services.releases.lifecycle import open_embargo, withdraw
from annotation.services.releases.request import Wish, ask_for_release
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
        """Latest first, those that failed or were withdrawn too."""
        rows = releases_of(lead(request, slug).project).order_by("-pk")
        if key := cursors.after(request, int):
            rows = rows.filter(pk__lt=key[0])
        page, following = cursors.split(list(rows[: cursors.PAGE + 1]), lambda row: [row.pk])
        now = timezone.now()
        return Response({"results": [release_data(row, now) for row in page], "next": following})

    @extend_schema(operation_id="release_build", request=NewReleaseSerializer, responses={202: ReleaseData})
    def post(self, request: Request, slug: str) -> Response:
        """Freeze the project as it is and build a release of it, in the background."""
        here = lead(request, slug)
        fields = NewReleaseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        asked: dict[str, Any] = fields.validated_data
        asked["policy"] = policy_in_words(here.project, asked["policy"], "policy")
        made = ask_for_release(here.project, Wish(**asked), person(request))
        return Response(release_data(made, timezone.now()), status=status.HTTP_202_ACCEPTED)


class ReleasePreviewView(APIView):
    for_leads = True

    @extend_schema(operation_id="release_preview", request=PreviewReleaseSerializer, responses=ReleasePreview)
    def post(self, request: Request, slug: str) -> Response:
        """What a release would hold, before anything is built."""
        project = lead(request, slug).project
        fields = PreviewReleaseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        policy = policy_in_words(project, fields.validated_data["policy"], "policy")
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
        """Mark it as withdrawn, with the reason. It stays in the list, and leads can still download it."""
        found = release_of(lead(request, slug).project, release)
        fields = WithdrawSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        withdraw(found, fields.validated_data["reason"], timezone.now())
        return Response(release_data(release_of(lead(request, slug).project, release), timezone.now()))


class DownloadReleaseView(APIView):
    hands_out = True

    @extend_schema(
        operation_id="release_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, release: int) -> StreamingHttpResponse:
        """One zip, the same bytes each time. While an embargo goes on, without what would give its gold away."""
        here = member(request, slug)
        found = release_of(here.project, release)
        pieces = zip_of(found, timezone.now(), lead=here.is_lead)
        response = StreamingHttpResponse(pieces, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}-{found.name}.zip"'
        return response


class CompareReleasesView(APIView):
    for_leads = hands_out = True

    @extend_schema(
        operation_id="releases_compare",
        parameters=[
            OpenApiParameter("before", int, required=True),
            OpenApiParameter("after", int, required=True),
        ],
        responses=ReleaseComparison,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Which items are different in two releases, and why."""
        here = lead(request, slug)
        sides = []
        for name in ("before", "after"):
            key = query_parameters.key(request, name)
            if key is None:
                raise wrong_field(name, "Say which release.")
            sides.append(release_of(here.project, key))
        return Response(release_comparison(*sides))
