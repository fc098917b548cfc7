"""Projects, their schemes, summaries and languages."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.annotate.own_work import latest_draft, own_progress
from annotation.queries.creation.creation_state import creation_progress
from annotation.queries.projects.access import (
    Access,
    AssignmentPolicy,
    Role,
    access,
    may_create_projects,
    memberships_of,
    record_format_of,
)
from annotation.queries.projects.assignees import Assignees, assignees
from annotation.queries.projects.project_details import (
    CurrentDraft,
    MadeProject,
    Preset,
    ProjectCard,
    ProjectCardList,
    ProjectData,
    ProjectLanguageData,
    ProjectProgress,
    names_shown,
    project_language,
    questionnaire_state,
)
from annotation.queries.projects.project_scheme import SchemeData, own_scheme, preset_schemes, shown_scheme
from annotation.queries.releases.release_list import published_releases
from annotation.queries.shapes import MyProgress
from annotation.queries.statistics.rollups import Summary, summary, total, totals_by_language
from annotation.services.annotate.next_item import items_ahead
from annotation.services.people.create_project_with_lead import create_project_with_lead
from annotation.services.projects.archiving import set_archived
from annotation.services.projects.project_settings import set_language, set_project
from annotation.services.projects.scheme_changes import set_scheme
from api.common.membership import lead, member, person
from api.common.openapi import listing
from api.common.query_parameters import flag
from api.projects.schemas import (
    ChangeLanguageSerializer,
    ChangeProjectSerializer,
    NewProjectSerializer,
    SetArchivedSerializer,
    WriteSchemeRequestSerializer,
    WriteSchemeSerializer,
)
from foundation.accounts.person_queries import start_of_day


class ProjectsView(APIView):
    @extend_schema(
        operation_id="projects_list",
        parameters=[OpenApiParameter("archived", bool)],
        responses=ProjectCardList,
    )
    def get(self, request: Request) -> Response:
        """The projects that the user is a member of, by name: those in use, or with `archived` the archived ones."""
        user = person(request)
        rows = memberships_of(user).filter(project__archived_at__isnull=not flag(request, "archived"))
        cards = [_card(access(user, slug)) for slug in rows.values_list("project__slug", flat=True)]
        return Response(ProjectCardList(cards, None, may_create_projects(user)))

    @extend_schema(operation_id="project_make", request=NewProjectSerializer, responses={201: MadeProject})
    def post(self, request: Request) -> Response:
        """Create a project with its lead, by site administrators and people whom they allow.

        An administrator may name another lead, and then does not become a member.
        """
        by = person(request)
        fields = NewProjectSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        created = create_project_with_lead(by, **fields.validated_data)
        return Response(MadeProject(created.slug, created.name), status=status.HTTP_201_CREATED)


class PresetsView(APIView):
    @extend_schema(operation_id="presets_list", responses=listing(Preset))
    def get(self, request: Request) -> Response:
        """The schemes that a project can start from."""
        person(request)
        results = [Preset(name, scheme) for name, scheme in preset_schemes().items()]
        return Response({"results": results, "next": None})


class ProjectView(APIView):
    conflicts = True

    @extend_schema(operation_id="project_get", responses=ProjectData)
    def get(self, request: Request, slug: str) -> Response:
        return Response(project_data(member(request, slug)))

    @extend_schema(operation_id="project_change", request=ChangeProjectSerializer, responses=ProjectData)
    def patch(self, request: Request, slug: str) -> Response:
        """For leads: change the given settings. A change that would lose content of annotations is refused."""
        here = lead(request, slug)
        fields = ChangeProjectSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        set_project(here.project, **fields.validated_data)
        return Response(project_data(lead(request, slug)))


class ArchivedView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="project_archive", request=SetArchivedSerializer, responses=ProjectData)
    def put(self, request: Request, slug: str) -> Response:
        """For leads: archive the project, or reopen it. An archived one is read-only, and in no list."""
        here = lead(request, slug, archived=True)
        fields = SetArchivedSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        set_archived(here.project, fields.validated_data["archived"], timezone.now(), here.user)
        return Response(project_data(lead(request, slug, archived=True)))


class SchemeView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="scheme_get", responses=SchemeData)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the scheme as edited. Labels and choices with an automatic key have an empty one."""
        return Response(own_scheme(lead(request, slug).project))

    @extend_schema(operation_id="scheme_set", request=WriteSchemeSerializer, responses=SchemeData)
    def put(self, request: Request, slug: str) -> Response:
        """For leads: create a new version. Labels in use cannot be removed: a 409 has the number of annotations."""
        here = lead(request, slug)
        fields = WriteSchemeRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        changed = set_scheme(here.project, fields.validated_data["version"], fields.validated_data)
        return Response(own_scheme(changed))


class AssigneesView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(operation_id="assignees_get", responses=Assignees)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: where a field decides who gets an item, how many items its values reach."""
        return Response(assignees(lead(request, slug).project))


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
        operation_id="language_change", request=ChangeLanguageSerializer, responses=ProjectLanguageData
    )
    def patch(self, request: Request, slug: str, language: str) -> Response:
        """For leads: change the redundancy, or close or reopen the language."""
        here = lead(request, slug)
        fields = ChangeLanguageSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        row = set_language(here.project, language, **fields.validated_data)
        return Response(project_language(here.project, row))


def project_data(here: Access, mine: MyProgress | None = None) -> ProjectData:
    """Return the project as its member sees it. `mine`: their progress, if it is known."""
    project = here.project
    return ProjectData(
        slug=project.slug,
        name=project.name,
        description=project.description,
        role=Role(here.membership.role),
        assignment=AssignmentPolicy(project.assignment),
        redundancy=project.redundancy,
        quota=project.quota,
        notice_after=project.notice_after,
        notice_repeats=project.notice_repeats,
        sample=project.sample,
        question_cap=project.question_cap,
        assignment_field=project.assignment_field,
        record_format=project.record_format,
        only_reference=record_format_of(project).only_reference,
        policy=project.policy,
        next_policy=project.next_policy,
        anonymous=project.anonymous,
        names_shown=names_shown(project),
        questionnaire=questionnaire_state(here),
        adjudication=project.adjudication,
        other_sources=project.other_sources,
        archived=project.archived_at is not None,
        languages=[project_language(project, row) for row in here.languages],
        my_languages=here.my_languages,
        working_language=here.working_language,
        ahead=items_ahead(project),
        scheme=shown_scheme(project),
        mine=mine or progress_of(here),
    )


def progress_of(here: Access) -> MyProgress:
    today = start_of_day(here.user, timezone.now())
    return own_progress(here.project, here.annotator, here.my_language_rows, today)


def _card(here: Access) -> ProjectCard:
    project = here.project
    figures = total(figures for _, figures in totals_by_language(project, here.languages))
    draft = latest_draft(here.annotator)
    creation = creation_progress(here) if here.may_create else None
    return ProjectCard(
        slug=project.slug,
        name=project.name,
        description=project.description,
        role=Role(here.membership.role),
        languages=here.my_languages,
        mine=progress_of(here),
        project=ProjectProgress(figures.items, figures.complete, figures.annotations),
        agreement=figures.agreement if here.is_lead else None,
        counted=figures.counted if here.is_lead else 0,
        policy=project.policy,
        names_shown=names_shown(project),
        questionnaire=questionnaire_state(here),
        published=published_releases(project).count(),
        creation=creation if creation and creation.questions else None,
        current=CurrentDraft(draft.item_id, draft.item.question, len(draft.head.spans))
        if draft and draft.head
        else None,
    )
