"""Crowd workers: the links they enter by, and how they end."""

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
    EntryLinkData,
    EntryOffer,
    entry_link,
    entry_links,
    entry_offer,
)
from annotation.queries.people.invitations import Joined
from annotation.services.crowd.crowd_studies import (
    Arrival,
    completion,
    enter,
    make_entry_link,
    revoke_entry_link,
)
from api.common.authentication import log_in
from api.common.membership import lead, member
from api.common.openapi import listing
from api.common.throttles import LoginThrottle
from api.crowd.schemas import ArrivalSerializer, NewEntryLinkSerializer


class EntryLinksView(APIView):
    for_leads = True

    @extend_schema(operation_id="entries_list", responses=listing(EntryLinkData))
    def get(self, request: Request, slug: str) -> Response:
        """For leads: newest first."""
        return Response({"results": entry_links(lead(request, slug).project), "next": None})

    @extend_schema(operation_id="entry_make", request=NewEntryLinkSerializer, responses={201: EntryLinkData})
    def post(self, request: Request, slug: str) -> Response:
        """For leads: a new link, which is /enter/CODE."""
        here = lead(request, slug)
        fields = NewEntryLinkSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        made = make_entry_link(here.project, here.user, **fields.validated_data)
        return Response(entry_link(made, 0), status=status.HTTP_201_CREATED)


class EntryLinkView(APIView):
    for_leads = True

    @extend_schema(operation_id="entry_revoke", request=None, responses={200: EntryLinkData})
    def delete(self, request: Request, slug: str, entry: int) -> Response:
        """For leads: nobody enters by it any more."""
        link = revoke_entry_link(lead(request, slug).project, entry, timezone.now())
        return Response(entry_link(link, link.participants.count()))


class CompletionView(APIView):
    @extend_schema(operation_id="completion_get", responses=Completion)
    def get(self, request: Request, slug: str) -> Response:
        """For whoever came by a link of a study: how far they are, and at the end the code."""
        return Response(completion(member(request, slug)))


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class EnterView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "join"
    conflicts = True

    @extend_schema(operation_id="entry_offer", responses=EntryOffer)
    def get(self, request: Request, code: str) -> Response:
        """What the link is for."""
        return Response(entry_offer(code))

    @extend_schema(operation_id="entry_enter", request=ArrivalSerializer, responses=Joined)
    def post(self, request: Request, code: str) -> Response:
        """Enter: as who one was here before, else as somebody new. 409 where somebody else is logged in."""
        fields = ArrivalSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        said = dict(fields.validated_data)
        instead = said.pop("instead")
        present = request.user if isinstance(request.user, User) else None
        user, project = enter(code, Arrival(**said), present, instead=instead)
        if user != present:
            logout(request._request)
            log_in(request, user)
        return Response(Joined(project.slug))
