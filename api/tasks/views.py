"""Tasks and their settings."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.projects.guidelines_markdown import render
from api.common import query_parameters
from api.common.errors import MEDIA_TYPE
from api.common.membership import person
from api.common.openapi import listing
from api.common.task_access import organizer, reader
from api.tasks.release_source import leads_project, release_source
from api.tasks.schemas import ChangeTaskSerializer, NewTaskSerializer, StaleVersion
from evaluation.queries.messages.threads import waiting_counts
from evaluation.queries.tasks.access import TaskAccess, organizer_access
from evaluation.queries.tasks.task_details import TaskCard, TaskDetails, task_cards, task_details
from evaluation.services.tasks.create_task import create_task
from evaluation.services.tasks.task_settings import change_task


class TasksView(APIView):
    permission_classes = [AllowAny]
    pools = {"POST": "long"}

    @extend_schema(
        operation_id="tasks_list",
        parameters=[
            OpenApiParameter(
                "project", str, description="For its leads: tasks on its releases. Others find none."
            )
        ],
        responses=listing(TaskCard),
    )
    def get(self, request: Request) -> Response:
        """Published tasks, and those that the user organizes or takes part in, the latest first."""
        project = query_parameters.text(request, "project")
        shown = not project or leads_project(request, project)
        rows = task_cards(request.user.pk, timezone.now(), project) if shown else []
        return Response({"results": rows, "next": None})

    @extend_schema(operation_id="task_create", request=NewTaskSerializer, responses={201: TaskDetails})
    def post(self, request: Request) -> Response:
        """For leads of a project: create a task from one of its releases, whose files are verified and copied.

        The creator organizes it. It has a track for each language, no phases, and is not published.
        """
        by = person(request)
        fields = NewTaskSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        content = fields.validated_data
        source = release_source(request, content["project"], content["release"])
        created = create_task(content["slug"], content["name"], source, by)
        return Response(shown_task(organizer_access(by, created.slug)), status=status.HTTP_201_CREATED)


class TaskView(APIView):
    permission_classes = [AllowAny]
    conflicts = True

    @extend_schema(operation_id="task_get", responses=TaskDetails)
    def get(self, request: Request, task: str) -> Response:
        """The task as its reader sees it."""
        return Response(shown_task(reader(request, task)))

    @extend_schema(
        operation_id="task_change",
        request=ChangeTaskSerializer,
        responses={200: TaskDetails, (409, MEDIA_TYPE): StaleVersion},
    )
    def patch(self, request: Request, task: str) -> Response:
        """For organizers: change the given settings. New terms get a new version, which teams accept from then on."""
        here = organizer(request, task)
        fields = ChangeTaskSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        change_task(here.task, now=timezone.now(), **fields.validated_data)
        return Response(shown_task(organizer(request, task)))


def shown_task(here: TaskAccess) -> TaskDetails:
    return task_details(here, timezone.now(), html, waiting_counts(here))


def html(text: str) -> str:
    """Return safe HTML. Images are not shown, so that no page of a task asks another site."""
    return render(text, lambda _: None)
