"""The annotator's workspace: get the next item, open an item, save an annotation, skip an item."""

from datetime import datetime

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.annotate.annotation_content import Saved
from annotation.queries.annotate.workspace_item import Next, WorkItem
from annotation.queries.projects.access import Access
from annotation.services.annotate.next_item import NextRequest, next_item
from annotation.services.annotate.open_item import open_item
from annotation.services.annotate.reservations import skip
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.annotate.working_language import choose_language
from api.annotate.schemas import (
    NextRequestSerializer,
    SaveConflict,
    SaveRequestSerializer,
    SaveSerializer,
    SkipSerializer,
    WorkingLanguageSerializer,
)
from api.common.errors import MEDIA_TYPE
from api.common.membership import member
from api.projects.views import progress_of


class NextView(APIView):
    conflicts = True

    @extend_schema(operation_id="item_next", request=NextRequestSerializer, responses=Next)
    def post(self, request: Request, slug: str) -> Response:
        """The item that the user has reserved, else a newly reserved, least-covered one.

        `beside`: the item on screen; the response has the one to show after it. `ahead`: the items that the page has
        loaded already to show after it. `ask_language`: a person of several languages who has not chosen one gets no
        item, and the reason `language`.
        """
        here = member(request, slug)
        fields = NextRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response(next_data(here, timezone.now(), NextRequest(**fields.validated_data)))


def next_data(here: Access, now: datetime, wanted: NextRequest) -> Next:
    found = next_item(here, now, wanted)
    item = found.item.item_id
    return Next(
        item=open_item(here.project, here.annotator, item, now) if item else None,
        reason=found.item.reason,
        mine=progress_of(here),
        languages=list(found.languages),
    )


class WorkingLanguageView(APIView):
    @extend_schema(
        operation_id="working_language_choose", request=WorkingLanguageSerializer, responses={204: None}
    )
    def put(self, request: Request, slug: str) -> Response:
        """Choose the language of the user's next items; `*`: all languages of the user.

        Items that they have reserved in other languages and not begun are released.
        """
        here = member(request, slug)
        fields = WorkingLanguageSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        choose_language(here, fields.validated_data["language"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class WorkItemView(APIView):
    @extend_schema(operation_id="item_work", responses=WorkItem)
    def get(self, request: Request, slug: str, item: int) -> Response:
        """An item that is assigned to the user, with their annotation."""
        here = member(request, slug)
        return Response(open_item(here.project, here.annotator, item, timezone.now()))


class SaveView(APIView):
    conflicts = True

    @extend_schema(
        operation_id="annotation_save",
        request=SaveSerializer,
        responses={200: Saved, (409, MEDIA_TYPE): SaveConflict},
    )
    def put(self, request: Request, slug: str, item: int) -> Response:
        """Save a draft or a submission. A repeated save (same `save_id`, same body) returns the first response."""
        here = member(request, slug)
        fields = SaveRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        save = Save(**fields.validated_data)
        return Response(Saved(save_annotation(here.project, here.annotator, item, save, timezone.now())))


class SkipView(APIView):
    conflicts = True

    @extend_schema(operation_id="item_skip", request=SkipSerializer, responses={204: None})
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Release the item, with a reason. A draft is kept."""
        here = member(request, slug)
        fields = SkipSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        skip(here.annotator, item, fields.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)
