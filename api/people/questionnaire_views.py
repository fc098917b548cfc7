"""The questionnaire about annotators: its settings and counts for leads, a member's own answers."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.people.questionnaire import (
    OwnQuestionnaire,
    QuestionnaireSummary,
    own_questionnaire,
    questionnaire_summary,
)
from annotation.queries.people.questionnaire_export import answers_csv, answers_jsonl
from annotation.services.people.questionnaire import (
    answer_questionnaire,
    dismiss_invitation,
    set_questionnaire,
    withdraw_answers,
)
from api.common import query_parameters
from api.common.base_schema import checked
from api.common.membership import lead, member, record_export
from api.people.questionnaire_schemas import AnswerQuestionnaireSerializer, SetQuestionnaireSerializer


class QuestionnaireView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="questionnaire_get", responses=QuestionnaireSummary)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the texts and questions, and counts of the answers. Rare answers are counted together."""
        return Response(questionnaire_summary(lead(request, slug).project))

    @extend_schema(
        operation_id="questionnaire_set", request=SetQuestionnaireSerializer, responses=QuestionnaireSummary
    )
    def put(self, request: Request, slug: str) -> Response:
        """For leads: open or close it. Another text or other questions are a new version."""
        here = lead(request, slug)
        wanted = checked(SetQuestionnaireSerializer(data=request.data))
        project = set_questionnaire(
            here.project,
            is_open=wanted["open"],
            consent=wanted["consent"],
            questions=wanted["questions"],
            base_version=wanted["version"],
        )
        return Response(questionnaire_summary(project))


class AnswersExportView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="questionnaire_answers",
        parameters=[OpenApiParameter("as", str, enum=["csv", "jsonl"])],
        responses={(200, "text/csv"): OpenApiTypes.STR, (200, "application/jsonl"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For leads: the answers under the pseudonyms of raw annotations. In CSV, formulas are escaped."""
        here = lead(request, slug)
        kind = query_parameters.choice(request, "as", ("csv", "jsonl"), "csv")
        record_export(request, here, "questionnaire")
        content = answers_csv(here.project) if kind == "csv" else answers_jsonl(here.project)
        media_type = "text/csv" if kind == "csv" else "application/jsonl"
        response = HttpResponse(content, content_type=f"{media_type}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}.annotators.{kind}"'
        return response


class OwnQuestionnaireView(APIView):
    conflicts = True

    @extend_schema(operation_id="questionnaire_mine", responses=OwnQuestionnaire)
    def get(self, request: Request, slug: str) -> Response:
        """What is asked and why, and the user's own answers."""
        return Response(own_questionnaire(member(request, slug)))

    @extend_schema(
        operation_id="questionnaire_answer",
        request=AnswerQuestionnaireSerializer,
        responses=OwnQuestionnaire,
    )
    def put(self, request: Request, slug: str) -> Response:
        """Store answers instead of earlier ones, with the consent to the text of this version."""
        here = member(request, slug)
        given = checked(AnswerQuestionnaireSerializer(data=request.data))
        answer_questionnaire(here, now=timezone.now(), **given)
        return Response(own_questionnaire(here))

    @extend_schema(operation_id="questionnaire_withdraw", request=None, responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete the user's answers and the record of their consent. Possible in an archived project too."""
        withdraw_answers(member(request, slug, archived=True))
        return Response(status=status.HTTP_204_NO_CONTENT)


class DismissInvitationView(APIView):
    @extend_schema(operation_id="questionnaire_dismiss", request=None, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Show the user no more invitations to the questionnaire."""
        dismiss_invitation(member(request, slug))
        return Response(status=status.HTTP_204_NO_CONTENT)
