"""The creation step: choose among the candidates of a question. For leads, and annotators with the right to it."""

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.creation.creation_state import (
    CreationState,
    creation_progress,
    creation_state,
)
from annotation.queries.creation.question_list import (
    QUESTION_STATES,
    QuestionRow,
    candidate_lines,
    question_rows,
    questions_in_state,
)
from annotation.queries.projects.access import Access
from annotation.queries.shapes import CreationProgress
from annotation.services.creation.verdicts import Kind, NewVerdict, give_verdict, open_question, undo_verdict
from api.common import cursors, query_parameters
from api.common.membership import creator, lead, record_export
from api.common.openapi import listing
from api.creation.schemas import GiveVerdictSerializer


class CreationView(APIView):
    for_some = True

    @extend_schema(operation_id="creation_progress", responses=CreationProgress)
    def get(self, request: Request, slug: str) -> Response:
        """How many questions in the person's languages have an item, no usable output, or no candidates left."""
        return Response(creation_progress(creator(request, slug)))


class NextQuestionView(APIView):
    conflicts = True

    @extend_schema(operation_id="creation_next", request=None, responses=CreationState)
    def post(self, request: Request, slug: str) -> Response:
        """The question that the person holds, or else the first free one, which they hold from now on."""
        return _next(creator(request, slug))


class VerdictsView(APIView):
    conflicts = True

    @extend_schema(operation_id="verdict_give", request=GiveVerdictSerializer, responses=CreationState)
    def post(self, request: Request, slug: str) -> Response:
        """Accept or reject the candidate, or mark the question as having no usable output. Returns what is next."""
        here = creator(request, slug)
        fields = GiveVerdictSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        data = fields.validated_data
        give_verdict(here, NewVerdict(**data | {"kind": Kind(data["kind"])}), timezone.now())
        return _next(here)


class UndoVerdictView(APIView):
    conflicts = True

    @extend_schema(operation_id="verdict_undo", request=None, responses=CreationState)
    def post(self, request: Request, slug: str, verdict: int) -> Response:
        """Undo one's own verdict, or as a lead anyone's, and return its question."""
        here = creator(request, slug)
        undo_verdict(here, verdict, timezone.now())
        return _next(here)


class QuestionsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="questions_list",
        parameters=[
            OpenApiParameter("state", str, enum=QUESTION_STATES),
            OpenApiParameter("cursor", str),
        ],
        responses=listing(QuestionRow),
    )
    def get(self, request: Request, slug: str) -> Response:
        """For leads: questions in the order of import, with their latest verdict."""
        here, now = lead(request, slug), timezone.now()
        state = query_parameters.choice(request, "state", QUESTION_STATES)
        rows = questions_in_state(here.project, state, now)
        page, following = cursors.oldest_first(request, rows)
        return Response({"results": question_rows(here.project, page, now), "next": following})


class CandidatesExportView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="candidates_export",
        parameters=[OpenApiParameter("rest", bool, description="Only candidates that did not become items.")],
        responses={(200, "application/jsonl"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """For leads: the record of each candidate as imported, with `creation`: its state, draw and verdicts."""
        here = lead(request, slug)
        rest = query_parameters.flag(request, "rest")
        record_export(request, here, "candidates")
        lines = (line.encode() for line in candidate_lines(here.project, rest=rest))
        response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}.candidates.jsonl"'
        return response


def _next(here: Access) -> Response:
    opened = open_question(here, timezone.now())
    return Response(creation_state(here, opened.question, opened.reason))
