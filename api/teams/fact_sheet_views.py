"""Fact sheets: the questions of a task, and what teams answer."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common.errors import MEDIA_TYPE
from api.common.membership import person
from api.common.task_access import organizer, participant, reader
from api.tasks.schemas import StaleVersion
from api.teams.schemas import AnswerSerializer, ChangeFactSheetSerializer
from evaluation.queries.teams.fact_sheets import (
    FactSheetAnswersData,
    FactSheetData,
    answers_data,
    answers_of,
    current_fact_sheet,
    fact_sheet_data,
)
from evaluation.queries.teams.merged_teams import family
from evaluation.services.teams.fact_sheets import answer, change_fact_sheet


class FactSheetView(APIView):
    permission_classes = [AllowAny]
    conflicts = True

    @extend_schema(operation_id="fact_sheet_get", responses=FactSheetData)
    def get(self, request: Request, task: str) -> Response:
        """Return the current questions."""
        return Response(current_fact_sheet(reader(request, task).task))

    @extend_schema(
        operation_id="fact_sheet_change",
        request=ChangeFactSheetSerializer,
        responses={200: FactSheetData, (409, MEDIA_TYPE): StaleVersion},
    )
    def put(self, request: Request, task: str) -> Response:
        """For organizers: replace the questions by a new version. Earlier answers keep theirs."""
        here = organizer(request, task)
        fields = ChangeFactSheetSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response(
            fact_sheet_data(change_fact_sheet(here.task, person(request), **fields.validated_data))
        )


class FactSheetAnswersView(APIView):
    for_some = True
    conflicts = True

    @extend_schema(operation_id="fact_sheet_answers_get", responses=FactSheetAnswersData)
    def get(self, request: Request, task: str, upload: int) -> Response:
        """For members of the team that made the upload, and organizers: return the answers about its system."""
        here = reader(request, task)
        if here.organizes:
            return Response(answers_of(here.task, upload, None))
        return Response(answers_of(here.task, upload, _own_teams(request, task)))

    @extend_schema(
        operation_id="fact_sheet_answer",
        request=AnswerSerializer,
        responses={200: FactSheetAnswersData, (409, MEDIA_TYPE): StaleVersion},
    )
    def put(self, request: Request, task: str, upload: int) -> Response:
        """For members of the team that made the upload: replace the answers about its system."""
        teams = _own_teams(request, task)
        fields = AnswerSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        stored = answer(participant(request, task).task, upload, teams, **fields.validated_data)
        return Response(answers_data(stored))


def _own_teams(request: Request, task: str) -> list[int]:
    """Return the ids of the user's team and of those merged into it."""
    here = participant(request, task)
    return family(here.task, here.team.pk) if here.team else []
