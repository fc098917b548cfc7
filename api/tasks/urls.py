"""URLs of tasks in shared tasks, under /api/v1/."""

from django.urls import URLPattern, path

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
]
