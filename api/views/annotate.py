"""What an annotator's browser asks for: the next item, an item, a save, a skip, one's own annotations."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.domain.languages import direction
from annotation.errors import FieldError, InvalidError
from annotation.models import Annotation, Assignment
from annotation.queries.annotations import mine, status_of
from annotation.queries.items import work_item, work_item_json
from annotation.services.claim import claim_next, skip
from annotation.services.save import Save, save_annotation
from api import cursors
from api.membership import member
from api.schema import listing
from api.serializers import (
    MyAnnotationSerializer,
    NextSerializer,
    ProblemSerializer,
    SavedSerializer,
    SaveRequestSerializer,
    SaveSerializer,
    SkipSerializer,
    WorkItemSerializer,
)
from api.views.projects import progress_of

_STATUSES = ("draft", "submitted", "edited", "skipped")


class NextView(APIView):
    @extend_schema(operation_id="item_next", request=None, responses=NextSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """The item one holds open, else a least-covered one, reserved for the person who asks."""
        here = member(request, slug)
        claim = claim_next(here.project, here.annotator, here.my_languages, timezone.now())
        return Response(
            {
                "item": work_item_json(claim.item, here.annotator) if claim.item else None,
                "reason": claim.reason,
                "mine": progress_of(here),
            }
        )


class WorkItemView(APIView):
    @extend_schema(operation_id="item_work", responses=WorkItemSerializer)
    def get(self, request: Request, slug: str, item: int) -> Response:
        """An item that was given to the person, with their annotation of it."""
        here = member(request, slug)
        return Response(work_item(here.project, here.annotator, item))


class SaveView(APIView):
    @extend_schema(
        operation_id="annotation_save",
        request=SaveSerializer,
        responses={200: SavedSerializer, 409: ProblemSerializer, 422: ProblemSerializer},
    )
    def put(self, request: Request, slug: str, item: int) -> Response:
        """A draft, or a submission. The same `save_id` with the same body gets the first answer again."""
        here = member(request, slug)
        fields = SaveRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        save = Save(**fields.validated_data)
        state = save_annotation(here.project, here.annotator, item, save, timezone.now())
        return Response({"annotation": state})


class SkipView(APIView):
    @extend_schema(operation_id="item_skip", request=SkipSerializer, responses={204: None})
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Give the item back. A draft of it is kept."""
        here = member(request, slug)
        fields = SkipSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        skip(here.annotator, item, fields.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class MineView(APIView):
    @extend_schema(
        operation_id="annotations_mine",
        parameters=[
            OpenApiParameter("status", str, enum=_STATUSES),
            OpenApiParameter("cursor", str),
        ],
        responses=listing(MyAnnotationSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        """One's own annotations, latest first."""
        here = member(request, slug)
        chosen = _status(request)
        key = (int,) if chosen == "skipped" else (datetime, int)
        rows: Sequence[Annotation | Assignment] = mine(
            here.annotator, chosen, cursors.after(request, *key), cursors.PAGE + 1
        )
        page, following = cursors.split(rows, _sort_key)
        return Response({"results": [_mine_json(row) for row in page], "next": following})


def _status(request: Request) -> str:
    chosen = request.query_params.get("status", "")
    if chosen and chosen not in _STATUSES:
        raise InvalidError(
            f"The status is one of {', '.join(_STATUSES)}.",
            errors=[FieldError("/status", "unknown", "There is no such status.")],
        )
    return chosen


def _sort_key(row: Annotation | Assignment) -> list[Any]:
    if isinstance(row, Assignment):
        return [row.pk]
    return [row.saved_at.isoformat() if row.saved_at else "", row.pk]


def _mine_json(row: Annotation | Assignment) -> dict[str, Any]:
    item = row.item
    head = row.head if isinstance(row, Annotation) else None
    return {
        "item": item.pk,
        "external_id": item.external_id,
        "language": item.language,
        "direction": direction(item.language),
        "question": item.question,
        "status": status_of(row) if isinstance(row, Annotation) else "skipped",
        "saved_at": head.saved_at.isoformat() if head else None,
        "spans": len(head.spans) if head else 0,
        "nothing_to_mark": head.nothing_to_mark if head else False,
        "unsure": head.unsure if head else False,
    }
