"""URLs of teams in shared tasks, under /api/v1/."""

from django.urls import URLPattern, path

from api.teams.fact_sheet_views import FactSheetAnswersView, FactSheetView
from api.teams.invitation_views import TaskInvitationView
from api.teams.views import (
    LeaveView,
    MemberView,
    MergeView,
    OwnTeamView,
    TeamInvitationsView,
    TeamInvitationView,
    TeamsView,
    TeamView,
)

urlpatterns: list[URLPattern] = [
    path("task-invitations/<slug:code>/", TaskInvitationView.as_view()),
    path("tasks/<slug:task>/teams/", TeamsView.as_view()),
    path("tasks/<slug:task>/teams/<key:team>/", TeamView.as_view()),
    path("tasks/<slug:task>/teams/<key:team>/merge/", MergeView.as_view()),
    path("tasks/<slug:task>/team/", OwnTeamView.as_view()),
    path("tasks/<slug:task>/team/leave/", LeaveView.as_view()),
    path("tasks/<slug:task>/team/members/<key:member>/", MemberView.as_view()),
    path("tasks/<slug:task>/team/invitations/", TeamInvitationsView.as_view()),
    path("tasks/<slug:task>/team/invitations/<key:invitation>/", TeamInvitationView.as_view()),
    path("tasks/<slug:task>/fact-sheet/", FactSheetView.as_view()),
    path("tasks/<slug:task>/uploads/<key:upload>/answers/", FactSheetAnswersView.as_view()),
]
