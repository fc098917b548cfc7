"""An annotator's own work: its queues, the saves of an item, and today's progress."""

from datetime import datetime

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.annotate.annotation_content import RevisionData, revision_data
from annotation.queries.annotate.own_work import (
    MyAnnotation,
    Today,
    active_seconds_since,
    my_annotation,
    own_revisions,
    own_work_key,
    own_work_page,
    submitted_since,
)
from annotation.queries.annotate.workspace_item import assigned_item
from annotation.queries.messages.threads import threads_waiting, threads_with_unread
from annotation.queries.people.own_statistics import OwnStatistics, own_statistics
from annotation.queries.statistics.work_periods import LENGTHS
from api.common import cursors, query_parameters
from api.common.membership import member
from api.common.openapi import listing
from foundation.accounts.person_queries import start_of_day, time_zone_of

_STATUSES = ("todo", "draft", "submitted", "edited", "skipped")
_REVISIONS = 20  # per page; each holds all spans


class MineView(APIView):
    @extend_schema(
        operation_id="annotations_mine",
        parameters=[
            OpenApiParameter("status", str, enum=_STATUSES),
            OpenApiParameter("cursor", str),
        ],
        responses=listing(MyAnnotation),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The user's own annotations, latest first. `todo` and `skipped`: items, latest assignment first."""
        here = member(request, slug)
        chosen = query_parameters.choice(request, "status", _STATUSES)
        key = (int,) if chosen in {"todo", "skipped"} else (datetime, int)
        rows = own_work_page(here.annotator, chosen, cursors.after(request, *key), cursors.PAGE + 1)
        page, following = cursors.split(rows, own_work_key)
        return Response({"results": [my_annotation(row) for row in page], "next": following})


class TodayView(APIView):
    @extend_schema(operation_id="today_mine", responses=Today)
    def get(self, request: Request, slug: str) -> Response:
        """The user's progress since midnight in their time zone."""
        here = member(request, slug)
        began = start_of_day(here.user, timezone.now())
        return Response(
            Today(
                submitted=submitted_since(here.annotator, began),
                active_seconds=active_seconds_since(here.annotator, began),
                unread=threads_waiting(here.project) if here.is_lead else threads_with_unread(here.annotator),
            )
        )


class OwnStatisticsView(APIView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="statistics_mine",
        parameters=[OpenApiParameter("by", str, enum=LENGTHS)],
        responses=OwnStatistics,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The user's own submitted items, speed and training over time, in their time zone."""
        here = member(request, slug)
        length = query_parameters.choice(request, "by", LENGTHS)
        return Response(own_statistics(here.annotator, time_zone_of(here.user), length))


class RevisionsView(APIView):
    @extend_schema(
        operation_id="revisions_mine",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(RevisionData),
    )
    def get(self, request: Request, slug: str, item: int) -> Response:
        """The user's own saves of an item, newest first."""
        here = member(request, slug)
        assigned_item(here.annotator, item)
        key = cursors.after(request, int)
        rows = own_revisions(here.annotator, item, key[0] if key else None, _REVISIONS + 1)
        page, following = cursors.split(rows, lambda row: [row.number], _REVISIONS)
        results = [revision_data(row, here.annotator) for row in page]
        return Response({"results": results, "next": following})
