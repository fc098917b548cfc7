"""For leads: exclude annotations, include them again, and set validity rules."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.curation.exclusions import (
    Effects,
    ExclusionData,
    Selection,
    Validity,
    exclusion_data,
    exclusions_of,
    preview,
    project_validity,
    validity,
)
from annotation.queries.projects.access import Access
from annotation.services.annotate.assignment import chosen_items
from annotation.services.curation.exclusion import (
    exclude,
    include,
    read_exclusion,
    resume_exclusion,
    undo_exclusion,
)
from annotation.services.curation.validity import set_validity
from api.common import cursors, query_parameters
from api.common.base_schema import checked
from api.common.membership import lead
from api.common.openapi import listing
from api.curation.exclusion_schemas import (
    ChangeValiditySerializer,
    ExcludeSerializer,
    IncludeSerializer,
    SelectionSerializer,
)
from api.items.chosen_items import keys_or_filter
from foundation.errors import ConflictError
from morelkit.text.languages import fold_tag


class ExclusionsView(APIView):
    for_leads = True
    conflicts = True
    pools = {"POST": "long"}

    @extend_schema(
        operation_id="exclusions_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(ExclusionData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All exclusions, including undone ones, latest first."""
        here = lead(request, slug)
        rows = exclusions_of(here.project)
        page, following = cursors.latest_first(request, rows)
        return Response({"results": [exclusion_data(here.project, row) for row in page], "next": following})

    @extend_schema(operation_id="exclude", request=ExcludeSerializer, responses={201: ExclusionData})
    def post(self, request: Request, slug: str) -> Response:
        """Exclude annotations. The exclusion can be undone as a whole or for single annotations."""
        here = lead(request, slug)
        content = checked(ExcludeSerializer(data=request.data))
        selection = _selection(here, content)
        if content["threshold"] not in {None, selection.threshold}:
            raise ConflictError("The rule was changed: look at what it finds now.", code="other_by_now")
        exclusion = exclude(
            here.project,
            selection,
            content["reason"],
            content["expected"],
            here.user,
            timezone.now(),
            revision=content["revision"],
        )
        return Response(exclusion_data(here.project, exclusion), status=status.HTTP_201_CREATED)


class ExclusionPreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="exclusion_preview", request=SelectionSerializer, responses=Effects)
    def post(self, request: Request, slug: str) -> Response:
        """Effect of an exclusion on agreement and gold. Nothing is changed."""
        here = lead(request, slug)
        chosen = _selection(here, checked(SelectionSerializer(data=request.data)))
        return Response(preview(here.project, chosen))


class ExclusionView(APIView):
    for_leads = True

    @extend_schema(operation_id="exclusion_get", responses=ExclusionData)
    def get(self, request: Request, slug: str, exclusion: int) -> Response:
        here = lead(request, slug)
        return Response(exclusion_data(here.project, read_exclusion(here.project, exclusion)))


class UndoExclusionView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="exclusion_undo", request=None, responses=ExclusionData)
    def post(self, request: Request, slug: str, exclusion: int) -> Response:
        """Include all annotations that the exclusion still leaves out."""
        here = lead(request, slug)
        return Response(
            exclusion_data(here.project, undo_exclusion(here.project, exclusion, here.user, timezone.now()))
        )


class ResumeExclusionView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="exclusion_resume", request=None, responses=ExclusionData)
    def post(self, request: Request, slug: str, exclusion: int) -> Response:
        """Resume the failed job of an exclusion or of undoing it."""
        here = lead(request, slug)
        return Response(exclusion_data(here.project, resume_exclusion(here.project, exclusion)))


class IncludeView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="annotation_include", request=IncludeSerializer, responses={204: None})
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Include one annotation again. The others of its exclusion stay excluded."""
        here = lead(request, slug)
        content = checked(IncludeSerializer(data=request.data))
        include(here.project, item, content["annotator"], here.user, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class ValidityView(APIView):
    for_leads = True

    @extend_schema(operation_id="validity_get", responses=Validity)
    def get(self, request: Request, slug: str) -> Response:
        """The validity rules of the project."""
        return Response(validity(project_validity(lead(request, slug).project)))

    @extend_schema(operation_id="validity_change", request=ChangeValiditySerializer, responses=Validity)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the given rules. This excludes nothing."""
        here = lead(request, slug)
        content = checked(ChangeValiditySerializer(data=request.data))
        return Response(validity(set_validity(here.project, **content)))


def _selection(here: Access, content: dict[str, Any]) -> Selection:
    known = {row.language: row.spelling for row in here.languages}
    languages = tuple(fold_tag(each) for each in content["languages"])
    for language in languages:
        if language not in known:
            raise query_parameters.unknown("languages", language, ", ".join(known.values()))
    rule = content["rule"]
    threshold = project_validity(here.project).threshold(rule) if rule else 0
    chosen = None
    if "items" in content or "filter" in content:
        chosen = chosen_items(here.project, keys_or_filter(here, content))
    return Selection(
        content["annotator"],
        languages,
        content["item"],
        rule,
        threshold,
        chosen=chosen,
    )
