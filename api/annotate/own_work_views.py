"""An annotator's own work: its queues, the saves of an item, and today's progress."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.models import Annotation, AnnotationRevision, Annotator, Assignment
from annotation.queries.annotate.annotation_content import content_of, status_of
from annotation.queries.annotate.own_work import (
    active_seconds_since,
    own_revisions,
    own_work_page,
    submitted_since,
)
from annotation.queries.annotate.workspace_item import assigned_item
from annotation.queries.messages.threads import threads_waiting, threads_with_unread
from annotation.queries.references.consulted_links import content_json
from api.annotate.schemas import MyAnnotationSerializer, RevisionSerializer, TodaySerializer
from api.common import cursors, query_parameters
from api.common.membership import member
from api.common.openapi import listing
from foundation.accounts.person_queries import start_of_day
from morelkit.text.languages import direction

_STATUSES = ("todo", "draft", "submitted", "edited", "skipped")
_REVISIONS = 20  # per page; each holds all spans


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
        """The user's own annotations, latest first. `todo` and `skipped`: items, latest assignment first."""
        here = member(request, slug)
        chosen = query_parameters.choice(request, "status", _STATUSES)
        key = (int,) if chosen in {"todo", "skipped"} else (datetime, int)
        rows: Sequence[Annotation | Assignment] = own_work_page(
            here.annotator, chosen, cursors.after(request, *key), cursors.PAGE + 1
        )
        page, following = cursors.split(rows, _sort_key)
        return Response({"results": [_mine_json(row) for row in page], "next": following})


class TodayView(APIView):
    @extend_schema(operation_id="today_mine", responses=TodaySerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The user's progress since midnight in their time zone."""
        here = member(request, slug)
        began = start_of_day(here.user, timezone.now())
        return Response(
            {
                "submitted": submitted_since(here.annotator, began),
                "active_seconds": active_seconds_since(here.annotator, began),
                "unread": threads_waiting(here.project)
                if here.is_lead
                else threads_with_unread(here.annotator),
            }
        )


class RevisionsView(APIView):
    @extend_schema(
        operation_id="revisions_mine",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(RevisionSerializer),
    )
    def get(self, request: Request, slug: str, item: int) -> Response:
        """The user's own saves of an item, newest first."""
        here = member(request, slug)
        assigned_item(here.annotator, item)
        key = cursors.after(request, int)
        rows = own_revisions(here.annotator, item, key[0] if key else None, _REVISIONS + 1)
        page, following = cursors.split(rows, lambda row: [row.number], _REVISIONS)
        rows_json = [_revision_json(row, here.annotator) for row in page]
        return Response({"results": rows_json, "next": following})


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
        "status": _row_status(row),
        "saved_at": head.saved_at.isoformat() if head else None,
        "spans": len(head.spans) if head else 0,
        "nothing_to_mark": head.nothing_to_mark if head else False,
        "unsure": head.unsure if head else False,
    }


def _row_status(row: Annotation | Assignment) -> str:
    if isinstance(row, Annotation):
        return status_of(row)
    return "skipped" if row.state == Assignment.State.SKIPPED else "new"


def _revision_json(row: AnnotationRevision, annotator: Annotator) -> dict[str, Any]:
    return {
        "number": row.number,
        "saved_at": row.saved_at.isoformat(),
        "submit": row.submit,
        "content": content_json(content_of(row), annotator.pk),
    }
