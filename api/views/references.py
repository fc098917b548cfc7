"""References: fetched for leads."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.models import Job
from annotation.queries.fetches import job_json, latest_fetch
from annotation.services.references import start_fetch, stop_fetch
from api.membership import lead
from api.serializers import JobSerializer, StartFetchSerializer


class FetchView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="references_fetch_get", responses={200: JobSerializer, 204: None})
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the run that is under way, else the latest one; nothing where there was none."""
        return _answer(latest_fetch(lead(request, slug).project))

    @extend_schema(
        operation_id="references_fetch", request=StartFetchSerializer, responses={201: JobSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """For leads: fetch the pages that items refer to, in the background."""
        here = lead(request, slug)
        fields = StartFetchSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        job = start_fetch(here.project, refresh=fields.validated_data["refresh"])
        return Response(job_json(job), status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="references_fetch_stop", responses={200: JobSerializer, 204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """For leads: end the run that is under way. What is stored stays."""
        return _answer(stop_fetch(lead(request, slug).project))


def _answer(job: Job | None) -> Response:
    return Response(job_json(job)) if job else Response(status=status.HTTP_204_NO_CONTENT)
