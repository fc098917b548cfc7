"""Phases and tracks of a task."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common.errors import MEDIA_TYPE
from api.common.membership import person
from api.common.task_access import organizer
from api.tasks.schemas import (
    ChangePhaseSerializer,
    ChangeTrackSerializer,
    NewPhaseSerializer,
    NewTrackSerializer,
    PauseSerializer,
    StaleVersion,
    with_instants,
)
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.tasks.task_details import (
    PhaseDetails,
    TrackDetails,
    phase_by_key,
    track_details,
)
from evaluation.services.tasks.phases import (
    change_phase,
    create_phase,
    delete_phase,
    pause_phase,
    resume_phase,
)
from evaluation.services.tasks.tracks import change_track, create_track, delete_track
from foundation.errors import wrong_field


class PhasesView(APIView):
    for_some = True

    @extend_schema(operation_id="phase_create", request=NewPhaseSerializer, responses={201: PhaseDetails})
    def post(self, request: Request, task: str) -> Response:
        """For organizers: create a phase."""
        here = organizer(request, task)
        fields = NewPhaseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        created = create_phase(here.task, here.user, with_instants(fields.validated_data))
        return Response(_shown(here, created.pk), status=status.HTTP_201_CREATED)


class PhaseView(APIView):
    for_some = conflicts = True

    @extend_schema(
        operation_id="phase_change",
        request=ChangePhaseSerializer,
        responses={200: PhaseDetails, (409, MEDIA_TYPE): StaleVersion},
    )
    def patch(self, request: Request, task: str, phase: int) -> Response:
        """For organizers: change the given fields. A new end of a phase that has begun needs a reason."""
        here = organizer(request, task)
        fields = ChangePhaseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        changes = with_instants(fields.validated_data)
        version, reason = changes.pop("version"), changes.pop("reason", "")
        if not changes:
            raise wrong_field("version", "Say what to change.", "nothing")
        change_phase(
            here.task, phase, person(request), timezone.now(), version=version, changes=changes, reason=reason
        )
        return Response(_shown(here, phase))

    @extend_schema(operation_id="phase_delete", request=None, responses={204: None})
    def delete(self, request: Request, task: str, phase: int) -> Response:
        """For organizers: delete a phase without submissions."""
        delete_phase(organizer(request, task).task, phase)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PausePhaseView(APIView):
    for_some = conflicts = True

    @extend_schema(operation_id="phase_pause", request=PauseSerializer, responses=PhaseDetails)
    def post(self, request: Request, task: str, phase: int) -> Response:
        """For organizers: refuse submissions until the phase is resumed. Participants see the reason."""
        here = organizer(request, task)
        fields = PauseSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        pause_phase(here.task, phase, person(request), timezone.now(), fields.validated_data["reason"])
        return Response(_shown(here, phase))


class ResumePhaseView(APIView):
    for_some = conflicts = True

    @extend_schema(operation_id="phase_resume", request=None, responses=PhaseDetails)
    def post(self, request: Request, task: str, phase: int) -> Response:
        """For organizers: accept submissions again."""
        here = organizer(request, task)
        resume_phase(here.task, phase, person(request), timezone.now())
        return Response(_shown(here, phase))


class TracksView(APIView):
    for_some = True

    @extend_schema(operation_id="track_create", request=NewTrackSerializer, responses={201: TrackDetails})
    def post(self, request: Request, task: str) -> Response:
        """For organizers: create a track."""
        here = organizer(request, task)
        fields = NewTrackSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        created = create_track(here.task, fields.validated_data)
        return Response(track_details(created), status=status.HTTP_201_CREATED)


class TrackView(APIView):
    for_some = conflicts = True

    @extend_schema(operation_id="track_change", request=ChangeTrackSerializer, responses=TrackDetails)
    def patch(self, request: Request, task: str, track: int) -> Response:
        """For organizers: change the given fields."""
        here = organizer(request, task)
        fields = ChangeTrackSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response(track_details(change_track(here.task, track, fields.validated_data)))

    @extend_schema(operation_id="track_delete", request=None, responses={204: None})
    def delete(self, request: Request, task: str, track: int) -> Response:
        """For organizers: delete a track without submissions."""
        delete_track(organizer(request, task).task, track)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _shown(here: TaskAccess, phase: int) -> PhaseDetails:
    return phase_by_key(here, phase, timezone.now())
