"""Read, search, retry and fetch references."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotation.queries.annotate.workspace_item import readable_item
from annotation.queries.projects.access import Access
from annotation.queries.references.fetch_status import JobData, References, job_data, latest_fetch, references
from annotation.queries.references.snapshots import (
    PageName,
    ReferenceData,
    consultation_data,
    item_reference,
    readable_reference,
    reference_data,
)
from annotation.references.configured_provider import reference_provider
from annotation.services.references.consulted_pages import other_language, retry_item, retry_link
from annotation.services.references.fetch_job import start_fetch, stop_fetch
from annotation.services.references.title_search import search_titles
from api.common import query_parameters
from api.common.membership import lead, member
from api.common.openapi import listing
from api.references.schemas import RetrySerializer, StartFetchSerializer
from foundation.errors import FieldError, InvalidError


class ReferenceView(APIView):
    @extend_schema(operation_id="reference_get", responses=ReferenceData)
    def get(self, request: Request, slug: str, reference: int) -> Response:
        """A snapshot of an assigned item or of a consulted page. For leads: any snapshot of the project."""
        here = member(request, slug)
        annotator = None if here.is_lead else here.annotator
        return Response(reference_data(readable_reference(here.project, annotator, reference)))


class SearchView(APIView):
    pools = {"GET": "waiting"}
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "search"

    @extend_schema(
        operation_id="references_search",
        parameters=[OpenApiParameter("language", str, required=True), OpenApiParameter("q", str)],
        responses=listing(PageName),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Articles of a Wikipedia whose titles begin with `q`. 503 if Wikipedia does not respond."""
        member(request, slug)
        language = _language(request)
        found = search_titles(language, query_parameters.text(request, "q"))
        results: list[PageName] = [
            {"language": language, "title": title, "url": reference_provider.page_url(language, title)}
            for title in found
        ]
        return Response({"results": results, "next": None})


class OtherLanguageView(APIView):
    @extend_schema(
        operation_id="reference_other",
        parameters=[
            OpenApiParameter("reference", int, required=True),
            OpenApiParameter("language", str, required=True),
        ],
        responses=ReferenceData,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The page in another language, one of the reference's `languages`. It is fetched unless stored."""
        here = member(request, slug)
        found = other_language(
            here.project, here.annotator, _key(request, "reference"), _language(request), lead=here.is_lead
        )
        return Response(consultation_data(found))


class RetryView(APIView):
    @extend_schema(operation_id="reference_retry", request=RetrySerializer, responses=ReferenceData)
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Fetch a page again whose last try failed, in the background."""
        here = member(request, slug)
        fields = RetrySerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        chosen = readable_item(here, item)
        if url := fields.validated_data.get("url"):
            return Response(consultation_data(retry_link(here.project, here.annotator, url)))
        return Response(item_reference(retry_item(here.project, chosen)))


class ReferencesView(APIView):
    for_leads = True

    @extend_schema(operation_id="references_state", responses=References)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: numbers of items with a snapshot, pages that could not be fetched, and the latest run."""
        return Response(references(lead(request, slug).project))


class FetchView(APIView):
    for_leads = conflicts = True

    @extend_schema(operation_id="references_fetch_get", responses={200: JobData, 204: None})
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the latest run; 204 if there was none."""
        return _latest_run(lead(request, slug))

    @extend_schema(operation_id="references_fetch", request=StartFetchSerializer, responses={201: JobData})
    def post(self, request: Request, slug: str) -> Response:
        """For leads: fetch the pages that items refer to, in the background."""
        here = lead(request, slug)
        fields = StartFetchSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        job = start_fetch(here.project, refresh=fields.validated_data["refresh"])
        return Response(job_data(job), status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="references_fetch_stop", responses={200: JobData, 204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """For leads: stop the current run. Stored snapshots stay."""
        here = lead(request, slug)
        stop_fetch(here.project)
        return _latest_run(here)


def _latest_run(here: Access) -> Response:
    job = latest_fetch(here.project)
    return Response(job_data(job)) if job else Response(status=status.HTTP_204_NO_CONTENT)


def _language(request: Request) -> str:
    language = reference_provider.site_language(query_parameters.text(request, "language"))
    if language is None:
        raise InvalidError(
            "There is no Wikipedia in this language.",
            code="unknown_language",
            errors=[
                FieldError("/language", "unknown", "The code of a language that has a Wikipedia: de, ar, hi.")
            ],
        )
    return language


def _key(request: Request, name: str) -> int:
    value = query_parameters.text(request, name)
    if not (value.isascii() and value.isdigit() and len(value) <= 18):
        raise InvalidError(
            "Which reference?",
            errors=[FieldError(f"/{name}", "type", "The id of a reference, a whole number.")],
        )
    return int(value)
