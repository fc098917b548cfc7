"""Invitations to organize a task or to register teams, and dry runs."""

from dataclasses import dataclass

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common import cursors
from api.common.membership import person
from api.common.openapi import listing
from api.common.task_access import organizer
from api.tasks.schemas import NewTaskInvitationSerializer
from evaluation.queries.teams.invitations import TaskInvitationData, invitation_data, invitations_of_task
from evaluation.services.synthetic.dry_run import create_dry_run, remove_dry_run
from evaluation.services.teams.invitations import create_invitation, revoke_invitation


@dataclass(frozen=True)
class DryRun:
    systems: int


class TaskInvitationsView(APIView):
    for_some = True

    @extend_schema(
        operation_id="task_invitations_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(TaskInvitationData),
    )
    def get(self, request: Request, task: str) -> Response:
        """For organizers: invitations to organize and to register teams, newest first."""
        rows = invitations_of_task(organizer(request, task).task)
        page, following = cursors.latest_first(request, rows)
        now = timezone.now()
        return Response({"results": [invitation_data(row, now) for row in page], "next": following})

    @extend_schema(
        operation_id="task_invitation_create",
        request=NewTaskInvitationSerializer,
        responses={201: TaskInvitationData},
    )
    def post(self, request: Request, task: str) -> Response:
        """For organizers: create an invitation. It is sent in the background if an address is given."""
        here = organizer(request, task)
        fields = NewTaskInvitationSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        absolute_url = request._request.build_absolute_uri
        invitation = create_invitation(
            here.task, person(request), now, absolute_url=absolute_url, **fields.validated_data
        )
        return Response(invitation_data(invitation, now), status=status.HTTP_201_CREATED)


class TaskInvitationRevokeView(APIView):
    for_some = True

    @extend_schema(operation_id="task_invitation_revoke", request=None, responses={200: TaskInvitationData})
    def delete(self, request: Request, task: str, invitation: int) -> Response:
        """For organizers: close an invitation. People who joined by it stay."""
        now = timezone.now()
        return Response(
            invitation_data(revoke_invitation(organizer(request, task).task, invitation, now), now)
        )


class DryRunView(APIView):
    for_some = conflicts = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="dry_run_create", request=None, responses={201: DryRun})
    def post(self, request: Request, task: str) -> Response:
        """For organizers: create synthetic trial systems for the phase that is open, or the next one."""
        here = organizer(request, task)
        systems = create_dry_run(here.task, person(request), timezone.now())
        return Response(DryRun(systems), status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="dry_run_remove", request=None, responses={200: DryRun})
    def delete(self, request: Request, task: str) -> Response:
        """For organizers: remove all trial systems of dry runs."""
        return Response(DryRun(remove_dry_run(organizer(request, task).task)))
