"""Teams of a task: registration, the own team, and what organizers decide."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common.errors import MEDIA_TYPE
from api.common.membership import person
from api.common.openapi import listing
from api.common.task_access import organizer, participant, reader
from api.teams.schemas import (
    ChangeTeamSerializer,
    DecideTeamSerializer,
    InviteToTeamSerializer,
    MergeTeamsSerializer,
    RegisterTeamSerializer,
    TermsChanged,
)
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.teams.invitations import TaskInvitationData, invitation_data
from evaluation.queries.teams.team import TeamData, team_data
from evaluation.queries.teams.teams_of_task import OrganizedTeam, team_of, teams_of
from evaluation.services.teams.decisions import decide_team, merge_teams, separate_team
from evaluation.services.teams.invitations import create_invitation, revoke_invitation
from evaluation.services.teams.registration import change_team, register_team, require_active
from evaluation.services.teams.team_members import leave, remove_member


class TeamsView(APIView):
    for_some = True
    conflicts = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="teams_list", responses=listing(OrganizedTeam))
    def get(self, request: Request, task: str) -> Response:
        """For organizers: list all teams by name, with members, counts and what to look at."""
        here = organizer(request, task)
        return Response({"results": teams_of(here.task, person(request)), "next": None})

    @extend_schema(
        operation_id="team_register",
        request=RegisterTeamSerializer,
        responses={201: TeamData, (409, MEDIA_TYPE): TermsChanged},
    )
    def post(self, request: Request, task: str) -> Response:
        """Register a team with the user as its member. It accepts the terms that were shown."""
        user = person(request)
        here = reader(request, task)
        fields = RegisterTeamSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        team = register_team(here.task, user, now, **fields.validated_data)
        return Response(team_data(team, user, now), status=status.HTTP_201_CREATED)


class TeamView(APIView):
    for_some = True
    conflicts = True

    @extend_schema(operation_id="team_decide", request=DecideTeamSerializer, responses=OrganizedTeam)
    def patch(self, request: Request, task: str, team: int) -> Response:
        """For organizers: approve, refuse, disqualify or rename a team."""
        here = organizer(request, task)
        fields = DecideTeamSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        decide_team(here.task, team, timezone.now(), **fields.validated_data)
        return Response(team_of(here.task, team, person(request)))


class MergeView(APIView):
    for_some = True
    conflicts = True

    @extend_schema(operation_id="teams_merge", request=MergeTeamsSerializer, responses=OrganizedTeam)
    def post(self, request: Request, task: str, team: int) -> Response:
        """For organizers: let a team count as another one, which is returned. Submissions keep their team's id."""
        here = organizer(request, task)
        fields = MergeTeamsSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        into = merge_teams(here.task, team, fields.validated_data["into"], timezone.now())
        return Response(team_of(here.task, into.pk, person(request)))

    @extend_schema(operation_id="team_separate", request=None, responses={200: OrganizedTeam})
    def delete(self, request: Request, task: str, team: int) -> Response:
        """For organizers: undo the merging of a team. Members that came with it go back."""
        here = organizer(request, task)
        separate_team(here.task, team, timezone.now())
        return Response(team_of(here.task, team, person(request)))


class OwnTeamView(APIView):
    for_some = True
    conflicts = True

    @extend_schema(operation_id="team_get", responses=TeamData)
    def get(self, request: Request, task: str) -> Response:
        """Return the user's team."""
        return _own_team(request, participant(request, task))

    @extend_schema(
        operation_id="team_change",
        request=ChangeTeamSerializer,
        responses={200: TeamData, (409, MEDIA_TYPE): TermsChanged},
    )
    def patch(self, request: Request, task: str) -> Response:
        """For members: rename the team, change its affiliation, or accept the current terms."""
        here = participant(request, task)
        fields = ChangeTeamSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        change_team(team_of_member(here), timezone.now(), **fields.validated_data)
        return _own_team(request, participant(request, task))


class LeaveView(APIView):
    for_some = True

    @extend_schema(operation_id="team_leave", request=None, responses={204: None})
    def post(self, request: Request, task: str) -> Response:
        """Leave the team. Its submissions stay, and the user's tokens for it are revoked."""
        leave(team_of_member(participant(request, task)), person(request), timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberView(APIView):
    for_some = True

    @extend_schema(operation_id="team_member_remove", request=None, responses={200: TeamData})
    def delete(self, request: Request, task: str, member: int) -> Response:
        """For members: end the membership of a member."""
        here = participant(request, task)
        remove_member(team_of_member(here), member, timezone.now())
        return _own_team(request, here)


class TeamInvitationsView(APIView):
    for_some = True
    pools = {"POST": "waiting"}

    @extend_schema(
        operation_id="team_invitation_create",
        request=InviteToTeamSerializer,
        responses={201: TaskInvitationData},
    )
    def post(self, request: Request, task: str) -> Response:
        """For members: invite others to the team. The link is /join-task/CODE."""
        here = participant(request, task)
        team = team_of_member(here)
        require_active(team)
        fields = InviteToTeamSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        invitation = create_invitation(
            here.task,
            person(request),
            now,
            role="member",
            team=team,
            absolute_url=request._request.build_absolute_uri,
            **fields.validated_data,
        )
        return Response(invitation_data(invitation, now), status=status.HTTP_201_CREATED)


class TeamInvitationView(APIView):
    for_some = True

    @extend_schema(operation_id="team_invitation_revoke", request=None, responses={200: TaskInvitationData})
    def delete(self, request: Request, task: str, invitation: int) -> Response:
        """For members: close an invitation. People who joined by it stay members."""
        here = participant(request, task)
        now = timezone.now()
        revoked = revoke_invitation(here.task, invitation, now, team=team_of_member(here))
        return Response(invitation_data(revoked, now))


def team_of_member(here: TaskAccess) -> Any:
    """Return the team of an access that `participant` gave."""
    return here.team


def _own_team(request: Request, here: TaskAccess) -> Response:
    return Response(team_data(team_of_member(here), person(request), timezone.now()))
