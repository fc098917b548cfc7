"""Projects as their members see them."""

from typing import Any

import nh3
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from markdown_it import MarkdownIt
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.domain.scheme import PRESETS
from annotation.models import Membership
from annotation.queries.mine import latest_draft, my_progress
from annotation.queries.people import day_began
from annotation.queries.projects import (
    Access,
    access,
    guidelines_text,
    keyed_json,
    known_language,
    latest_guidelines,
    memberships_of,
    project_language_json,
    scheme_json,
)
from annotation.queries.statistics import figures_by_language, summary, total
from annotation.services.founding import found_project
from annotation.services.projects import set_guidelines, set_language, set_project
from api.membership import lead, member, person
from api.schema import listing
from api.serializers.projects import (
    ChangeLanguageSerializer,
    ChangeProjectSerializer,
    GuidelinesSerializer,
    GuidelinesTextSerializer,
    MadeProjectSerializer,
    NewProjectSerializer,
    PresetSerializer,
    PreviewSerializer,
    ProjectCardSerializer,
    ProjectLanguageSerializer,
    ProjectSerializer,
    SummarySerializer,
    WriteGuidelinesSerializer,
)

_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


class ProjectsView(APIView):
    @extend_schema(operation_id="projects_list", responses=listing(ProjectCardSerializer))
    def get(self, request: Request) -> Response:
        """The projects one belongs to, by name."""
        cards = [_card(membership) for membership in memberships_of(person(request))]
        return Response({"results": cards, "next": None})

    @extend_schema(
        operation_id="project_make", request=NewProjectSerializer, responses={201: MadeProjectSerializer}
    )
    def post(self, request: Request) -> Response:
        """For site administrators: a new project and its lead. Who makes it does not belong to it by that."""
        by = person(request)
        fields = NewProjectSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        made = found_project(by, **fields.validated_data)
        return Response({"slug": made.slug, "name": made.name}, status=status.HTTP_201_CREATED)


class PresetsView(APIView):
    @extend_schema(operation_id="presets_list", responses=listing(PresetSerializer))
    def get(self, request: Request) -> Response:
        """The schemes that a project can start from."""
        person(request)
        results = [{"name": name, "scheme": keyed_json(scheme)} for name, scheme in PRESETS.items()]
        return Response({"results": results, "next": None})


class ProjectView(APIView):
    conflicts = True

    @extend_schema(operation_id="project_get", responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(_project(member(request, slug)))

    @extend_schema(
        operation_id="project_change", request=ChangeProjectSerializer, responses=ProjectSerializer
    )
    def patch(self, request: Request, slug: str) -> Response:
        """For leads: change what is given. What would take something from annotations is refused."""
        here = lead(request, slug)
        fields = ChangeProjectSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        set_project(here.project, **fields.validated_data)
        return Response(_project(lead(request, slug)))


class GuidelinesView(APIView):
    @extend_schema(operation_id="guidelines_list", responses=listing(GuidelinesSerializer))
    def get(self, request: Request, slug: str) -> Response:
        """The newest version in every language."""
        rows = latest_guidelines(member(request, slug).project)
        results = [
            {"language": row.language, "version": row.version, "html": _html(row.text)} for row in rows
        ]
        return Response({"results": results, "next": None})


class PreviewView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="guidelines_preview", request=WriteGuidelinesSerializer, responses=PreviewSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        """For leads: what annotators would read. Nothing is stored."""
        lead(request, slug)
        fields = WriteGuidelinesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response({"html": _html(fields.validated_data["text"])})


class GuidelinesTextView(APIView):
    for_leads = True

    @extend_schema(operation_id="guidelines_text", responses=GuidelinesTextSerializer)
    def get(self, request: Request, slug: str, language: str) -> Response:
        """For leads: the Markdown of the newest version."""
        here = lead(request, slug)
        return Response(guidelines_text(here.project, known_language(here, language)))

    @extend_schema(
        operation_id="guidelines_write", request=WriteGuidelinesSerializer, responses=GuidelinesTextSerializer
    )
    def put(self, request: Request, slug: str, language: str) -> Response:
        """For leads: a new version. The same text again makes none."""
        here = lead(request, slug)
        fields = WriteGuidelinesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        tag = known_language(here, language)
        set_guidelines(here.project, tag, fields.validated_data["text"])
        return Response(guidelines_text(here.project, tag))


class SummaryView(APIView):
    for_leads = True

    @extend_schema(operation_id="summary_get", responses=SummarySerializer)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: agreement and progress, per language and overall."""
        here = lead(request, slug)
        return Response(summary(here.project, here.languages))


class LanguageView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="language_change", request=ChangeLanguageSerializer, responses=ProjectLanguageSerializer
    )
    def patch(self, request: Request, slug: str, language: str) -> Response:
        """For leads: its redundancy; and, where everyone annotates everything, close it or open it again."""
        here = lead(request, slug)
        fields = ChangeLanguageSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        row = set_language(here.project, language, **fields.validated_data)
        return Response(project_language_json(here.project, row))


def _html(markdown: str) -> str:
    return nh3.clean(_markdown.render(markdown))


def _project(here: Access) -> dict[str, Any]:
    project = here.project
    return {
        "slug": project.slug,
        "name": project.name,
        "description": project.description,
        "role": here.membership.role,
        "assignment": project.assignment,
        "redundancy": project.redundancy,
        "quota": project.quota,
        "sample": project.sample,
        "policy": project.policy,
        "other_sources": project.other_sources,
        "languages": [project_language_json(project, row) for row in here.languages],
        "my_languages": here.my_languages,
        "scheme": scheme_json(project),
        "mine": progress_of(here),
    }


def progress_of(here: Access) -> dict[str, int]:
    return my_progress(here.annotator, here.my_language_rows, day_began(here.user, timezone.now()))


def _card(membership: Membership) -> dict[str, Any]:
    here = access(membership.user, membership.project.slug)
    project = here.project
    figures = total(figures for _, figures in figures_by_language(project, here.languages))
    draft = latest_draft(here.annotator)
    return {
        "slug": project.slug,
        "name": project.name,
        "description": project.description,
        "role": membership.role,
        "languages": here.my_languages,
        "mine": progress_of(here),
        "project": {
            "items": figures.items,
            "complete": figures.complete,
            "annotations": figures.annotations,
        },
        "agreement": figures.agreement if here.is_lead else None,
        "counted": figures.counted if here.is_lead else 0,
        "policy": project.policy,
        "current": {
            "item": draft.item_id,
            "question": draft.item.question,
            "spans": len(draft.head.spans),
        }
        if draft and draft.head
        else None,
    }
