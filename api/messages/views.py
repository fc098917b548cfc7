"""Messages between annotators and leads: the thread of an item, and the list of threads."""

from datetime import datetime

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.annotate.workspace_item import assigned_item
from annotation.queries.messages.threads import (
    MessageData,
    ThreadData,
    message_data,
    messages_after,
    sort_key,
    thread_annotator,
    thread_of,
    thread_rows,
    threads,
)
from annotation.services.messages.threads import NewMessage, mark_read, send_message
from api.common import cursors, query_parameters
from api.common.membership import member
from api.common.openapi import listing
from api.messages.schemas import SendMessageSerializer


class MessagesView(APIView):
    @extend_schema(
        operation_id="messages_list",
        parameters=[OpenApiParameter("annotator", str), OpenApiParameter("cursor", str)],
        responses=listing(MessageData),
    )
    def get(self, request: Request, slug: str, item: int) -> Response:
        """The messages on an item, oldest first. Leads name the thread's annotator.

        They are then marked read, unless the project is archived.
        """
        here = member(request, slug)
        annotator = thread_annotator(here, query_parameters.text(request, "annotator"))
        key = cursors.after(request, int)
        assigned_item(annotator, item)
        thread = thread_of(annotator, item)
        if thread is None:
            return Response({"results": [], "next": None})
        rows = messages_after(thread, key[0] if key else 0, cursors.PAGE + 1)
        page, following = cursors.split(rows, lambda row: [row.number])
        if page and here.project.archived_at is None:
            mark_read(thread, page[-1].number, by_lead=annotator != here.annotator)
        return Response({"results": [message_data(here, row, annotator) for row in page], "next": following})

    @extend_schema(operation_id="message_send", request=SendMessageSerializer, responses=MessageData)
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Send a message. A repeated request (same `message_id`, same text) returns the first response."""
        here = member(request, slug)
        fields = SendMessageSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        annotator = thread_annotator(here, fields.validated_data["annotator"])
        post = NewMessage(fields.validated_data["message_id"], fields.validated_data["text"])
        message = send_message(item, annotator, here.user, post, timezone.now())
        return Response(message_data(here, message, annotator))


class ThreadsView(APIView):
    @extend_schema(
        operation_id="threads_list",
        parameters=[
            OpenApiParameter("waiting", bool),
            OpenApiParameter("item", int),
            OpenApiParameter("cursor", str),
        ],
        responses=listing(ThreadData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Threads, the latest message first: all of the project for leads, their own for annotators."""
        here = member(request, slug)
        rows = threads(
            here,
            waiting=query_parameters.flag(request, "waiting"),
            item=query_parameters.key(request, "item"),
            after=cursors.after(request, datetime, int),
            limit=cursors.PAGE + 1,
        )
        page, following = cursors.split(rows, sort_key)
        return Response({"results": thread_rows(here, page), "next": following})
