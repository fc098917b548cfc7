"""Organizers, announcements, messages and the audit log of a task."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common import cursors, query_parameters
from api.common.audit_page import KINDS_OF_TASKS, audit_log, parameters
from api.common.membership import person
from api.common.openapi import listing
from api.common.task_access import organizer, reader
from api.tasks.schemas import MarkReadSerializer, NewAnnouncementSerializer, SendTaskMessageSerializer
from api.tasks.views import html
from evaluation.queries.messages.threads import (
    AnnouncementData,
    TaskMessageData,
    TaskThread,
    announcement_data,
    announcements_of,
    announcements_read_until,
    message_data,
    messages_of,
    messages_read_until,
    thread_team,
    threads_of,
)
from evaluation.queries.tasks.access import TaskAccess, task_access
from evaluation.queries.tasks.organizers import OrganizerData, organizers_of
from evaluation.services.messages.announcements import announce
from evaluation.services.messages.messages import mark_read, send_message
from evaluation.services.tasks.organizers import remove_organizer
from foundation.audit_log import AuditLog, named_by_account


class OrganizersView(APIView):
    for_some = True

    @extend_schema(operation_id="organizers_list", responses=listing(OrganizerData))
    def get(self, request: Request, task: str) -> Response:
        """For organizers: who organizes the task."""
        here = organizer(request, task)
        return Response({"results": organizers_of(here.task, person(request)), "next": None})


class OrganizerView(APIView):
    for_some = conflicts = True

    @extend_schema(operation_id="organizer_remove", request=None, responses={204: None})
    def delete(self, request: Request, task: str, organizer_key: int) -> Response:
        """For organizers: remove one of them, never the last."""
        remove_organizer(organizer(request, task).task, organizer_key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AnnouncementsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="announcements_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(AnnouncementData),
    )
    def get(self, request: Request, task: str) -> Response:
        """Announcements, the latest first."""
        here = reader(request, task)
        rows = announcements_of(here)
        page, following = cursors.latest_first(request, rows)
        until = announcements_read_until(here)
        shown = [announcement_data(here, row, html(row.text), until) for row in page]
        return Response({"results": shown, "next": following})

    @extend_schema(
        operation_id="announcement_create",
        request=NewAnnouncementSerializer,
        responses={201: AnnouncementData},
    )
    def post(self, request: Request, task: str) -> Response:
        """For organizers: publish an announcement, and send it by e-mail in the background if asked to."""
        here = organizer(request, task)
        fields = NewAnnouncementSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        row = announce(
            here,
            person(request),
            absolute_url=request._request.build_absolute_uri,
            **fields.validated_data,
        )
        shown = announcement_data(here, row, html(row.text), None)
        return Response(shown, status=status.HTTP_201_CREATED)


class TaskMessagesView(APIView):
    for_some = True

    @extend_schema(
        operation_id="task_messages_list",
        parameters=[
            OpenApiParameter("team", int, description="For organizers: the id of the team."),
            OpenApiParameter("cursor", str),
        ],
        responses=listing(TaskMessageData),
    )
    def get(self, request: Request, task: str) -> Response:
        """The messages between a team and the organizers, oldest first."""
        here = _access(request, task)
        rows = messages_of(here, thread_team(here, query_parameters.key(request, "team")))
        page, following = cursors.oldest_first(request, rows)
        until = messages_read_until(here)
        return Response({"results": [message_data(here, row, until) for row in page], "next": following})

    @extend_schema(
        operation_id="task_message_send", request=SendTaskMessageSerializer, responses={201: TaskMessageData}
    )
    def post(self, request: Request, task: str) -> Response:
        """Send a message: a team to the organizers, or an organizer to a team."""
        here = _access(request, task)
        fields = SendTaskMessageSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        team = thread_team(here, fields.validated_data.get("team"))
        row = send_message(here, person(request), team, fields.validated_data["text"])
        return Response(message_data(here, row, None), status=status.HTTP_201_CREATED)


class TaskThreadsView(APIView):
    for_some = True

    @extend_schema(operation_id="task_threads_list", responses=listing(TaskThread))
    def get(self, request: Request, task: str) -> Response:
        """For organizers: the teams with messages, the latest first."""
        return Response({"results": threads_of(organizer(request, task)), "next": None})


class TaskReadView(APIView):
    for_some = True

    @extend_schema(operation_id="task_messages_read", request=MarkReadSerializer, responses={204: None})
    def put(self, request: Request, task: str) -> Response:
        """Mark announcements or messages as read until now."""
        here = _access(request, task)
        fields = MarkReadSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        if not here.organizes:
            thread_team(here, None)
        mark_read(here, person(request), fields.validated_data["what"], timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class TaskAuditView(APIView):
    for_some = True

    @extend_schema(operation_id="task_audit_list", parameters=parameters(KINDS_OF_TASKS), responses=AuditLog)
    def get(self, request: Request, task: str) -> Response:
        """For organizers: who did what in the task, latest first. Events are never changed or deleted."""
        scope = organizer(request, task).task.scope
        return Response(audit_log(request, scope, named_by_account, KINDS_OF_TASKS))


def _access(request: Request, task: str) -> TaskAccess:
    return task_access(person(request), task)
