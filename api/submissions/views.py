"""Check, submit, list and change submissions of a shared task."""

from typing import Final

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.common import cursors, query_parameters
from api.common.file_upload_handler import UploadView
from api.common.membership import person
from api.common.openapi import listing
from api.common.received_at import received_at
from api.common.task_access import insider, organizer
from api.common.throttles import CheckThrottle
from api.submissions.schemas import (
    BaselinesSerializer,
    CheckSerializer,
    DisqualifySerializer,
    SubmitSerializer,
    answers_of,
    form_content,
    uploaded_files,
)
from evaluation.queries.submissions.baseline_run import BaselineRun, baseline_run
from evaluation.queries.submissions.check_report import CheckReport
from evaluation.queries.submissions.duplicates import DuplicateFile, duplicate_files
from evaluation.queries.submissions.phase_choice import named_phase, present_phase
from evaluation.queries.submissions.quota_state import QuotaData, quota_state
from evaluation.queries.submissions.submission_list import (
    ReceivedUpload,
    SubmissionData,
    SubmissionDetails,
    predictions_of,
    received_upload,
    submission_details,
    submission_list,
    submission_of,
    submissions_of,
)
from evaluation.services.submissions import lifecycle
from evaluation.services.submissions.receive import NewUpload, check, receive
from evaluation.services.submissions.rescoring import rescore
from evaluation.services.submissions.run_baselines import request_baselines
from foundation.errors import ForbiddenError, wrong_field

_KINDS: Final = ("team", "trial", "baseline")


class _FilesView(UploadView):
    """A view that takes files of predictions."""

    upload_limit = "MAX_SUBMISSION_BYTES"
    token_scopes: tuple[str, ...] = ("team",)
    conflicts = True
    for_some = by_address = True
    throttle_scope = "check"

    def get_throttles(self) -> list[BaseThrottle]:
        return [CheckThrottle()] if self.request.method == "POST" else []


class CheckView(_FilesView):
    @extend_schema(
        operation_id="submission_check",
        request={"multipart/form-data": CheckSerializer},
        responses=CheckReport,
    )
    def post(self, request: Request, task: str) -> Response:
        """Check files without submitting them. Nothing is stored or counted, and no gold is read."""
        here = insider(request, task)
        fields = CheckSerializer(data=form_content(request))
        fields.is_valid(raise_exception=True)
        content = fields.validated_data
        phase, found = check(here, uploaded_files(content), content["phase"], received_at(request))
        return Response(CheckReport(phase.slug, [each.shown() for each in found]))


class SubmissionsView(_FilesView):
    @extend_schema(
        operation_id="submissions_list",
        parameters=[
            OpenApiParameter("phase", str, description="Slug or id."),
            OpenApiParameter("team", int, description="For organizers."),
            OpenApiParameter("kind", str, enum=list(_KINDS)),
            OpenApiParameter("cursor", str),
        ],
        responses=listing(SubmissionData),
    )
    def get(self, request: Request, task: str) -> Response:
        """The team's submissions, for organizers those of all; the latest first."""
        here = insider(request, task)
        phase = named_phase(here.task, query_parameters.text(request, "phase"))
        kind = query_parameters.choice(request, "kind", _KINDS)
        rows = submissions_of(here, phase, query_parameters.key(request, "team"), kind)
        if key := cursors.after(request, int):
            rows = rows.filter(number__lt=key[0])
        page = list(rows.values_list("pk", "number")[: cursors.PAGE + 1])
        kept, following = cursors.split(page, lambda row: [row[1]])
        shown = rows.filter(pk__in=[pk for pk, _ in kept])
        return Response({"results": submission_list(here, shown, timezone.now()), "next": following})

    @extend_schema(
        operation_id="submission_create",
        request={"multipart/form-data": SubmitSerializer},
        responses={201: ReceivedUpload},
    )
    def post(self, request: Request, task: str) -> Response:
        """Submit files, one for each track. They are scored in the background.

        A repeated upload (same `upload_id`, same content) returns the first one and counts nothing.
        """
        here = insider(request, task)
        fields = SubmitSerializer(data=form_content(request))
        fields.is_valid(raise_exception=True)
        content = fields.validated_data
        kind = content.get("kind") or ("team" if here.team else "trial")
        upload = NewUpload(
            system=content["system"],
            received_at=received_at(request),
            phase=content["phase"],
            trial=kind == "trial",
            answers=answers_of(content["answers"]),
            upload_id=content.get("upload_id"),
        )
        received = receive(here, upload, uploaded_files(content))
        return Response(received_upload(here, received, timezone.now()), status=status.HTTP_201_CREATED)


class _OneView(APIView):
    """A view of one submission. Those of other teams are not found."""

    token_scopes: tuple[str, ...] = ("team",)
    conflicts = for_some = by_address = True


class SubmissionView(_OneView):
    @extend_schema(operation_id="submission_get", responses=SubmissionDetails)
    def get(self, request: Request, task: str, submission: int) -> Response:
        here = insider(request, task)
        return Response(submission_details(here, submission_of(here, submission), timezone.now()))


class SubmissionFileView(_OneView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="submission_file", responses={(200, "application/x-ndjson"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, task: str, submission: int) -> StreamingHttpResponse:
        """The predictions, byte for byte as they are scored."""
        found = submission_of(insider(request, task), submission)
        response = StreamingHttpResponse(predictions_of(found), content_type="application/x-ndjson")
        response["Content-Length"] = str(found.size)
        response["Content-Disposition"] = f'attachment; filename="{task}-{found.number}.jsonl"'
        return response


class WithdrawSubmissionView(_OneView):
    @extend_schema(operation_id="submission_withdraw", request=None, responses=SubmissionDetails)
    def post(self, request: Request, task: str, submission: int) -> Response:
        """Withdraw a submission for good. It leaves the board, and its place in the quota stays used."""
        here = insider(request, task)
        now = timezone.now()
        found = lifecycle.withdraw(submission_of(here, submission), person(request), now)
        return Response(submission_details(here, found, now))


class ChooseSubmissionView(_OneView):
    @extend_schema(operation_id="submission_choose", request=None, responses=SubmissionDetails)
    def post(self, request: Request, task: str, submission: int) -> Response:
        """Choose a submission for the board of a phase whose rule is *chosen*. The latest choice counts."""
        here = insider(request, task)
        now = timezone.now()
        found = lifecycle.choose(submission_of(here, submission), now)
        return Response(submission_details(here, found, now))


class DisqualifySubmissionView(_OneView):
    token_scopes: tuple[str, ...] = ()

    @extend_schema(
        operation_id="submission_disqualify", request=DisqualifySerializer, responses=SubmissionDetails
    )
    def post(self, request: Request, task: str, submission: int) -> Response:
        """Take a submission off the board with a reason, or undo that. For organizers."""
        here = organizer(request, task)
        fields = DisqualifySerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now, found = timezone.now(), submission_of(here, submission)
        if fields.validated_data["disqualified"]:
            found = lifecycle.disqualify(found, fields.validated_data["reason"], now)
        else:
            found = lifecycle.restore(found)
        return Response(submission_details(here, found, now))


class RescoreSubmissionView(_OneView):
    token_scopes: tuple[str, ...] = ()

    @extend_schema(operation_id="submission_rescore", request=None, responses={202: SubmissionDetails})
    def post(self, request: Request, task: str, submission: int) -> Response:
        """Score a submission again under the current gold, in the background. For organizers."""
        here = organizer(request, task)
        found = rescore(submission_of(here, submission))
        details = submission_details(here, found, timezone.now())
        return Response(details, status=status.HTTP_202_ACCEPTED)


class QuotaView(APIView):
    token_scopes: tuple[str, ...] = ("team",)
    for_some = by_address = True

    @extend_schema(
        operation_id="quota_get",
        parameters=[OpenApiParameter("phase", str, description="Slug or id; by default the open one.")],
        responses=QuotaData,
    )
    def get(self, request: Request, task: str) -> Response:
        """What the team has used of its quota today and in the phase."""
        here, now = insider(request, task), timezone.now()
        if here.team is None or here.user is None:
            raise ForbiddenError("Only teams have a quota.", code="no_team")
        named = named_phase(here.task, query_parameters.text(request, "phase"))
        phase = named or present_phase(here.task, now)
        return Response(quota_state(here.task, here.team, here.user, phase, now))


class BaselinesView(APIView):
    for_some = by_address = conflicts = True

    @extend_schema(operation_id="baselines_run", request=BaselinesSerializer, responses={202: BaselineRun})
    def post(self, request: Request, task: str) -> Response:
        """Create the baselines of a phase and score them, in the background. For organizers."""
        here = organizer(request, task)
        fields = BaselinesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        phase = named_phase(here.task, fields.validated_data["phase"])
        if phase is None:
            raise wrong_field("phase", "Name a phase of the task.", "required")
        job = request_baselines(here.task, phase, person(request))
        return Response(baseline_run(job, phase), status=status.HTTP_202_ACCEPTED)


class DuplicateSubmissionsView(APIView):
    for_some = by_address = True

    @extend_schema(operation_id="duplicate_submissions", responses=listing(DuplicateFile))
    def get(self, request: Request, task: str) -> Response:
        """Files that several teams submitted. For organizers."""
        found = duplicate_files(organizer(request, task).task)
        return Response({"results": found, "next": None})
