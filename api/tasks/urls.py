"""URLs of tasks in shared tasks, under /api/v1/."""

from django.urls import URLPattern, path

from api.tasks.gold_views import GoldRevisionsView, TaskGoldView, TaskImagesView, TaskItemsView
from api.tasks.invitation_views import DryRunView, TaskInvitationRevokeView, TaskInvitationsView
from api.tasks.people_views import (
    AnnouncementsView,
    OrganizersView,
    OrganizerView,
    TaskAuditView,
    TaskMessagesView,
    TaskReadView,
    TaskThreadsView,
)
from api.tasks.phase_views import (
    PausePhaseView,
    PhasesView,
    PhaseView,
    ResumePhaseView,
    TracksView,
    TrackView,
)
from api.tasks.views import TasksView, TaskView

urlpatterns: list[URLPattern] = [
    path("tasks/", TasksView.as_view()),
    path("tasks/<slug:task>/", TaskView.as_view()),
    path("tasks/<slug:task>/phases/", PhasesView.as_view()),
    path("tasks/<slug:task>/phases/<key:phase>/", PhaseView.as_view()),
    path("tasks/<slug:task>/phases/<key:phase>/pause/", PausePhaseView.as_view()),
    path("tasks/<slug:task>/phases/<key:phase>/resume/", ResumePhaseView.as_view()),
    path("tasks/<slug:task>/tracks/", TracksView.as_view()),
    path("tasks/<slug:task>/tracks/<key:track>/", TrackView.as_view()),
    path("tasks/<slug:task>/phases/<key:phase>/items/<str:language>/", TaskItemsView.as_view()),
    path("tasks/<slug:task>/phases/<key:phase>/images/<str:language>/", TaskImagesView.as_view()),
    path("tasks/<slug:task>/phases/<key:phase>/gold/<str:language>/", TaskGoldView.as_view()),
    path("tasks/<slug:task>/gold/", GoldRevisionsView.as_view()),
    path("tasks/<slug:task>/organizers/", OrganizersView.as_view()),
    path("tasks/<slug:task>/organizers/<key:organizer_key>/", OrganizerView.as_view()),
    path("tasks/<slug:task>/announcements/", AnnouncementsView.as_view()),
    path("tasks/<slug:task>/messages/", TaskMessagesView.as_view()),
    path("tasks/<slug:task>/threads/", TaskThreadsView.as_view()),
    path("tasks/<slug:task>/read/", TaskReadView.as_view()),
    path("tasks/<slug:task>/audit/", TaskAuditView.as_view()),
    path("tasks/<slug:task>/invitations/", TaskInvitationsView.as_view()),
    path("tasks/<slug:task>/invitations/<key:invitation>/", TaskInvitationRevokeView.as_view()),
    path("tasks/<slug:task>/dry-run/", DryRunView.as_view()),
]
