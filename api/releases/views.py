"""List, preview, build, compare, publish, download, open and withdraw releases."""

from datetime import timedelta
from typing import Any, Final

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.gold.gold_policies import parse_policy
from annotation.queries.projects.access import refuse_archived
from annotation.queries.releases.release_list import (
    PublishedRelease,
    ReleaseArchive,
    ReleaseComparison,
    ReleaseData,
    ReleasePreview,
    downloadable,
    preview,
    published_data,
    published_releases,
    release_archive,
    release_comparison,
    release_data,
    release_of,
    releases_of,
    shared_release,
)
from annotation.services.releases.lifecycle import (
    create_link,
    open_embargo,
    publish,
    revoke_link,
    unpublish,
    withdraw,
)
from annotation.services.releases.request import ReleaseRequest, request_release
from api.common import cursors, query_parameters
from api.common.membership import lead, member, person
from api.common.openapi import listing
from api.common.throttles import LinkThrottle
from api.releases.schemas import (
    NewReleaseSerializer,
    PreviewReleaseSerializer,
    PublishSerializer,
    ShareSerializer,
    WithdrawSerializer,
)
from foundation.accounts.login_events import network_of
from foundation.audit import AuditKind, record_and_commit, record_once
from foundation.errors import wrong_field

_REPEATED: Final = timedelta(hours=1)
"""One event in this time records all downloads by a link from a network."""


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
        page, following = cursors.latest_first(request, rows)
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
        now = timezone.now()
        found = open_embargo(release_of(lead(request, slug).project, release), now)
        return Response(release_data(found, now))


class WithdrawReleaseView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="release_withdraw", request=WithdrawSerializer, responses=ReleaseData)
    def post(self, request: Request, slug: str, release: int) -> Response:
        """Withdraw a release with a reason. It stays in the list, and leads can still download it."""
        found = release_of(lead(request, slug, archived=True).project, release)
        fields = WithdrawSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        return Response(release_data(withdraw(found, fields.validated_data["reason"], now), now))


class PublishReleaseView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="release_publish", request=PublishSerializer, responses=ReleaseData)
    def put(self, request: Request, slug: str, release: int) -> Response:
        """Publish a release to all members, or show it to leads only again. Its link works while it is published."""
        found = release_of(lead(request, slug, archived=True).project, release)
        fields = PublishSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        if fields.validated_data["published"]:
            refuse_archived(found.project)
            found = publish(found, now)
        else:
            found = unpublish(found)
        return Response(release_data(found, now))


class ShareReleaseView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="release_share", request=ShareSerializer, responses=ReleaseData)
    def put(self, request: Request, slug: str, release: int) -> Response:
        """Create a link that works without a login, or revoke it for good."""
        found = release_of(lead(request, slug, archived=True).project, release)
        fields = ShareSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        if fields.validated_data["shared"]:
            refuse_archived(found.project)
            found = create_link(found)
        else:
            found = revoke_link(found)
        return Response(release_data(found, timezone.now()))


class PublishedReleasesView(APIView):
    @extend_schema(
        operation_id="releases_published",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(PublishedRelease),
    )
    def get(self, request: Request, slug: str) -> Response:
        """For members: published releases, latest first."""
        rows = published_releases(member(request, slug).project)
        page, following = cursors.latest_first(request, rows)
        now = timezone.now()
        return Response({"results": [published_data(row, now) for row in page], "next": following})


class _LinkView(APIView):
    """A view of the link of a release. It works without a login, and nothing of it is stored on the way."""

    permission_classes = [AllowAny]
    authentication_classes: list[type[BaseAuthentication]] = []
    throttle_classes = [LinkThrottle]
    throttle_scope = "link"
    by_address = True

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex"
        return super().finalize_response(request, response, *args, **kwargs)


class SharedReleaseView(_LinkView):
    @extend_schema(operation_id="release_shared", responses=PublishedRelease)
    def get(self, _request: Request, token: str) -> Response:
        """The published release of a link."""
        return Response(published_data(shared_release(token), timezone.now()))


class DownloadSharedReleaseView(_LinkView):
    hands_out = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="release_shared_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, token: str) -> StreamingHttpResponse:
        """The published release of a link as a zip, as members get it."""
        archive = release_archive(shared_release(token), timezone.now(), lead=False)
        if request.method != "HEAD":
            details: dict[str, Any] = {"release": archive.release, "via": "link"}
            network = network_of(request)
            record_once(AuditKind.RELEASE_DOWNLOADED, archive.scope, _REPEATED, network=network, **details)
        return _zip(archive)


class DownloadReleaseView(APIView):
    hands_out = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="release_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, release: int) -> StreamingHttpResponse:
        """The release as a zip with the same bytes each time; under embargo without the files that reveal its gold.

        Members who are no leads can download published releases only.
        """
        here = member(request, slug)
        found = downloadable(here.project, release, lead=here.is_lead)
        archive = release_archive(found, timezone.now(), lead=here.is_lead)
        if request.method != "HEAD":
            record_and_commit(
                AuditKind.RELEASE_DOWNLOADED, archive.scope, release=archive.release, via="membership"
            )
        return _zip(archive)


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


def _zip(archive: ReleaseArchive) -> StreamingHttpResponse:
    response = StreamingHttpResponse(archive.pieces, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{archive.filename}"'
    return response
