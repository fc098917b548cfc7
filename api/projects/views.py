"""Projects as their members see them."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.models import Membership
from annotation.queries.annotate.own_work import latest_draft, own_progress
from annotation.queries.projects.access import (
    Access,
    access,
    memberships_of,
    own_scheme_json,
    project_language_json,
    scheme_json,
)
from annotation.queries.statistics.rollups import Summary, figures_by_language, summary, total
from annotation.services.people.create_project_with_lead import create_project_with_lead
from annotation.services.projects.project_settings import set_language, set_project
from annotation.services.projects.scheme_changes import set_scheme
from api.common.membership import lead, member, person
from api.common.openapi import listing
from api.projects.schemas import (
    ChangeLanguageSerializer,
    ChangeProjectSerializer,
    MadeProjectSerializer,
    NewProjectSerializer,
    PresetSerializer,
    ProjectCardSerializer,
    ProjectLanguageSerializer,
    ProjectSerializer,
    SchemeSerializer,
    WriteSchemeRequestSerializer,
    WriteSchemeSerializer,
)
from foundation.accounts.person_queries import start_of_day
from morelkit.scheme.schemes import PRESETS, to_json


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
        made = create_project_with_lead(by, **fields.validated_data)
        return Response({"slug": made.slug, "name": made.name}, status=status.HTTP_201_CREATED)


class PresetsView(APIView):
    @extend_schema(operation_id="presets_list", responses=listing(PresetSerializer))
    def get(self, request: Request) -> Response:
        """The schemes that a project can start from."""
        person(request)
        results = [{"name": name, "scheme": to_json(scheme)} for name, scheme in PRESETS.items()]
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


class SchemeView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="scheme_get", responses=SchemeSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: as it was made. Labels and choices without a key of their own have an empty one."""
        return Response(own_scheme_json(lead(request, slug).project))

    @extend_schema(operation_id="scheme_set", request=WriteSchemeSerializer, responses=SchemeSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """For leads: a new version of it. What annotations hold cannot be taken away; a 409 says how many they are."""
        here = lead(request, slug)
        fields = WriteSchemeRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        changed = set_scheme(here.project, fields.validated_data["version"], fields.validated_data)
        return Response(own_scheme_json(changed))


class SummaryView(APIView):
    for_leads = True

    @extend_schema(operation_id="summary_get", responses=Summary)
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
        "notice_after": project.notice_after,
        "sample": project.sample,
        "policy": project.policy,
        "next_policy": project.next_policy,
        "anonymous": project.anonymous,
        "adjudication": project.adjudication,
        "other_sources": project.other_sources,
        "languages": [project_language_json(project, row) for row in here.languages],
        "my_languages": here.my_languages,
        "scheme": scheme_json(project),
        "mine": progress_of(here),
    }


def progress_of(here: Access) -> dict[str, int]:
    today = start_of_day(here.user, timezone.now())
    checked = here.project.check_every > 0
    return own_progress(here.annotator, here.my_language_rows, today, checked=checked)


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
