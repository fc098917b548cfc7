"""Crowd studies: their links, entry by them, and the completion of a worker."""

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.crowd.crowd_studies import (
    Completion,
    CrowdStudyData,
    CrowdStudyOffer,
    crowd_studies,
    crowd_study_data,
    crowd_study_offer,
)
from annotation.queries.people.invitations import Joined
from annotation.services.crowd.crowd_studies import (
    Arrival,
    completion,
    create_crowd_study,
    enter,
    revoke_crowd_study,
)
from api.common.authentication import log_in
from api.common.membership import lead, member
from api.common.openapi import listing
from api.common.throttles import LoginThrottle
from api.crowd.schemas import ArrivalSerializer, NewCrowdStudySerializer


class CrowdStudiesView(APIView):
    for_leads = True

    @extend_schema(operation_id="crowd_studies_list", responses=listing(CrowdStudyData))
    def get(self, request: Request, slug: str) -> Response:
        """For leads: list the crowd studies, newest first."""
        return Response({"results": crowd_studies(lead(request, slug).project), "next": None})

    @extend_schema(
        operation_id="crowd_study_create", request=NewCrowdStudySerializer, responses={201: CrowdStudyData}
    )
    def post(self, request: Request, slug: str) -> Response:
        """For leads: create a crowd study. Its link is /enter/CODE."""
        here = lead(request, slug)
        fields = NewCrowdStudySerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        study = create_crowd_study(here.project, here.user, **fields.validated_data)
        return Response(crowd_study_data(study), status=status.HTTP_201_CREATED)


class CrowdStudyView(APIView):
    for_leads = True

    @extend_schema(operation_id="crowd_study_revoke", request=None, responses={200: CrowdStudyData})
    def delete(self, request: Request, slug: str, entry: int) -> Response:
        """For leads: close the link. Nobody can enter by it afterwards."""
        study = revoke_crowd_study(lead(request, slug, archived=True).project, entry, timezone.now())
        return Response(crowd_study_data(study))


class CompletionView(APIView):
    @extend_schema(operation_id="completion_get", responses=Completion)
    def get(self, request: Request, slug: str) -> Response:
        """For crowd workers: return their progress, and the completion code once they are done."""
        return Response(completion(member(request, slug)))


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class EnterView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "join"
    conflicts = True

    @extend_schema(operation_id="crowd_study_offer", responses=CrowdStudyOffer)
    def get(self, request: Request, code: str) -> Response:
        """Return what the link is for."""
        return Response(crowd_study_offer(code))

    @extend_schema(operation_id="crowd_study_enter", request=ArrivalSerializer, responses=Joined)
    def post(self, request: Request, code: str) -> Response:
        """Enter the study with the account of an earlier visit or a new one. 409 if somebody else is logged in."""
        fields = ArrivalSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        arrival = dict(fields.validated_data)
        instead = arrival.pop("instead")
        logged_in = request.user if isinstance(request.user, User) else None
        user, project = enter(code, Arrival(**arrival), logged_in, instead=instead)
        if user != logged_in:
            logout(request._request)
            log_in(request, user)
        return Response(Joined(project.slug))
