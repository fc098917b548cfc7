"""For leads: what is taken out of the count, and comes back."""

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
    validity,
    validity_of,
)
from annotation.queries.projects.access import Access
from annotation.services.curation.exclusion import exclude, go_on, include, read_exclusion, undo_exclusion
from annotation.services.curation.validity import set_validity
from api.common import cursors, query_parameters
from api.common.membership import lead
from api.common.openapi import listing
from api.curation.exclusion_schemas import (
    ChangeValiditySerializer,
    ExcludeSerializer,
    IncludeSerializer,
    SelectionSerializer,
)
from foundation.errors import ConflictError
from morelkit.text.languages import fold_tag


class ExclusionsView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(
        operation_id="exclusions_list",
        parameters=[OpenApiParameter("cursor", str)],
        responses=listing(ExclusionData),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Every act, undone ones too, the latest first."""
        here = lead(request, slug)
        rows = exclusions_of(here.project)
        if after := cursors.after(request, int):
            rows = rows.filter(pk__lt=after[0])
        page, following = cursors.split(list(rows[: cursors.PAGE + 1]), lambda row: [row.pk])
        return Response({"results": [exclusion_data(here.project, row) for row in page], "next": following})

    @extend_schema(operation_id="exclude", request=ExcludeSerializer, responses={201: ExclusionData})
    def post(self, request: Request, slug: str) -> Response:
        """Take annotations out of the count. It can be undone as a whole, and each annotation comes back by itself."""
        here = lead(request, slug)
        asked = _read(ExcludeSerializer(data=request.data))
        selection = _selection(here, asked)
        if asked["threshold"] not in {None, selection.threshold}:
            raise ConflictError("The rule was changed: look at what it finds now.", code="other_by_now")
        done = exclude(
            here.project,
            selection,
            asked["reason"],
            asked["expected"],
            here.user,
            timezone.now(),
            revision=asked["revision"],
        )
        return Response(exclusion_data(here.project, done), status=status.HTTP_201_CREATED)


class ExclusionPreviewView(APIView):
    for_leads = True

    @extend_schema(operation_id="exclusion_preview", request=SelectionSerializer, responses=Effects)
    def post(self, request: Request, slug: str) -> Response:
        """What would become of agreement and gold. Nothing is changed."""
        here = lead(request, slug)
        chosen = _selection(here, _read(SelectionSerializer(data=request.data)))
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
        """All that it took out, and that is still out, counts again."""
        here = lead(request, slug)
        return Response(
            exclusion_data(here.project, undo_exclusion(here.project, exclusion, here.user, timezone.now()))
        )


class ResumeExclusionView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="exclusion_resume", request=None, responses=ExclusionData)
    def post(self, request: Request, slug: str, exclusion: int) -> Response:
        """What broke off, the exclusion or its undoing, is carried out to the end."""
        here = lead(request, slug)
        return Response(exclusion_data(here.project, go_on(here.project, exclusion)))


class IncludeView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="annotation_include", request=IncludeSerializer, responses={204: None})
    def post(self, request: Request, slug: str, item: int) -> Response:
        """One annotation counts again, though the rest of the act that took it out does not."""
        here = lead(request, slug)
        asked = _read(IncludeSerializer(data=request.data))
        include(here.project, item, asked["annotator"], here.user, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class ValidityView(APIView):
    for_leads = True

    @extend_schema(operation_id="validity_get", responses=Validity)
    def get(self, request: Request, slug: str) -> Response:
        """By which rules annotations are not valid."""
        return Response(validity(validity_of(lead(request, slug).project)))

    @extend_schema(operation_id="validity_change", request=ChangeValiditySerializer, responses=Validity)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what is given. Nothing is excluded by that."""
        here = lead(request, slug)
        asked = _read(ChangeValiditySerializer(data=request.data))
        return Response(validity(set_validity(here.project, **asked)))


def _read(fields: Any) -> dict[str, Any]:
    fields.is_valid(raise_exception=True)
    asked: dict[str, Any] = fields.validated_data
    return asked


def _selection(here: Access, asked: dict[str, Any]) -> Selection:
    known = {row.language: row.spelling for row in here.languages}
    languages = tuple(fold_tag(each) for each in asked["languages"])
    for language in languages:
        if language not in known:
            raise query_parameters.unknown("languages", language, ", ".join(known.values()))
    rule = asked["rule"]
    threshold = validity_of(here.project).threshold(rule) if rule else 0
    return Selection(asked["annotator"], languages, asked["item"], rule, threshold)
