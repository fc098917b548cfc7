"""Members of a project and invitations to it."""

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.people.annotator_details import AnnotatorDetails, annotator_details
from annotation.queries.people.invitations import (
    EmailedInvitations,
    InvitationData,
    Joined,
    Offer,
    invitation_data,
    invitations_of,
    offer,
)
from annotation.queries.people.members import Person, people, person_of
from annotation.queries.people.people_export import people_csv
from annotation.queries.projects.access import refuse_archived
from annotation.queries.statistics.annotator_statistics import ComparedPeople, compared_people
from annotation.queries.statistics.work_periods import LENGTHS
from annotation.services.people.erasure import erase_member
from annotation.services.people.invitations import accept, invite, invite_by_email, revoke, sign_up
from annotation.services.people.members import change_member
from annotation.services.statistics.annotator_statistics import request_annotator_statistics
from api.common import cursors, query_parameters
from api.common.authentication import log_in
from api.common.errors import UnauthenticatedError
from api.common.membership import lead, record_export
from api.common.openapi import listing
from api.common.throttles import LoginThrottle
from api.people.schemas import (
    ChangePersonSerializer,
    ErasePersonSerializer,
    InviteByEmailSerializer,
    InviteSerializer,
    JoinSerializer,
)
from api.statistics.schemas import ComputeSerializer


class PeopleView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="people_list", responses=listing(Person))
    def get(self, request: Request, slug: str) -> Response:
        """For leads: list all members and former members by name, with counts of their work."""
        return Response({"results": people(lead(request, slug).project), "next": None})


class ComparedView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="people_compared", responses=ComparedPeople)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the latest computed agreement of each annotator with the others, and who has no account."""
        return Response(compared_people(lead(request, slug).project))

    @extend_schema(operation_id="people_compare", request=ComputeSerializer, responses={202: ComparedPeople})
    def post(self, request: Request, slug: str) -> Response:
        """For leads: compute it again in the background, unless a computation is open."""
        project = lead(request, slug).project
        fields = ComputeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        request_annotator_statistics(project, asked=fields.validated_data["asked"])
        return Response(compared_people(project), status=status.HTTP_202_ACCEPTED)


class PeopleTableView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="people_table", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For leads: return members and agreement as CSV. Values that look like formulas are escaped."""
        here = lead(request, slug)
        project = here.project
        record_export(request, here, "people")
        response = HttpResponse(people_csv(project), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="people.{project.slug}.csv"'
        return response


class PersonView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="person_change", request=ChangePersonSerializer, responses=Person)
    def patch(self, request: Request, slug: str, key: str) -> Response:
        """For leads: change the given fields. A paused member keeps reserved items, a removed one does not."""
        project = lead(request, slug, archived=True).project
        fields = ChangePersonSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        if fields.validated_data != {"ended": True}:
            refuse_archived(project)
        change_member(project, key, timezone.now(), **fields.validated_data)
        return Response(person_of(project, key))


class AnnotatorView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="person_work",
        parameters=[OpenApiParameter("by", str, enum=LENGTHS)],
        responses=AnnotatorDetails,
    )
    def get(self, request: Request, slug: str, key: str) -> Response:
        """For leads: one annotator's work, speed, agreement and results over time."""
        project = lead(request, slug).project
        length = query_parameters.choice(request, "by", LENGTHS)
        return Response(annotator_details(project, key, length))


class EraseView(APIView):
    for_leads = True
    conflicts = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="person_erase", request=ErasePersonSerializer, responses={204: None})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """For leads: erase a person who belongs to no other project. Their annotations stay under the pseudonym."""
        here = lead(request, slug, archived=True)
        fields = ErasePersonSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        erase_member(here.project, here.user, key, fields.validated_data["username"], timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationsView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="invitations_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(InvitationData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """For leads: list invitations, newest first."""
        rows = invitations_of(lead(request, slug).project)
        page, following = cursors.latest_first(request, rows)
        now = timezone.now()
        return Response({"results": [invitation_data(row, now) for row in page], "next": following})

    @extend_schema(operation_id="invitation_make", request=InviteSerializer, responses={201: InvitationData})
    def post(self, request: Request, slug: str) -> Response:
        """For leads: create an invitation. Its link is /join/CODE."""
        here = lead(request, slug)
        fields = InviteSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        invitation = invite(here.project, here.user, now, **fields.validated_data)
        return Response(invitation_data(invitation, now), status=status.HTTP_201_CREATED)


class EmailedInvitationsView(APIView):
    for_leads = True
    pools = {"POST": "waiting"}

    @extend_schema(
        operation_id="invitations_mail", request=InviteByEmailSerializer, responses={201: EmailedInvitations}
    )
    def post(self, request: Request, slug: str) -> Response:
        """For leads: create an invitation per address. The e-mails are sent in the background."""
        here = lead(request, slug)
        fields = InviteByEmailSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        absolute_url = request._request.build_absolute_uri
        invitations = invite_by_email(
            here.project, here.user, now, absolute_url=absolute_url, **fields.validated_data
        )
        return Response(
            EmailedInvitations([invitation_data(each, now) for each in invitations]),
            status=status.HTTP_201_CREATED,
        )


class InvitationView(APIView):
    for_leads = True

    @extend_schema(operation_id="invitation_revoke", request=None, responses={200: InvitationData})
    def delete(self, request: Request, slug: str, invitation: int) -> Response:
        """For leads: close an invitation. People who joined by it stay members."""
        project = lead(request, slug, archived=True).project
        now = timezone.now()
        return Response(invitation_data(revoke(project, invitation, now), now))


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class JoinView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "join"
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="invitation_offer", responses=Offer)
    def get(self, request: Request, code: str) -> Response:
        """Return what the invitation is for."""
        return Response(offer(code, timezone.now()))

    @extend_schema(operation_id="invitation_accept", request=JoinSerializer, responses=Joined)
    def post(self, request: Request, code: str) -> Response:
        """Join the project. Users who are not logged in send a new account, and are logged in to it."""
        now = timezone.now()
        fields = JoinSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        if isinstance(request.user, User):
            membership = accept(code, request.user, now)
        elif account := fields.validated_data.get("account"):
            user, membership = sign_up(code, **account, now=now)
            log_in(request, user)
        else:
            raise UnauthenticatedError("Log in, or say which account is to be made.")
        return Response(Joined(membership.project.slug))
