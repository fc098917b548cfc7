"""URLs of submissions in shared tasks, under /api/v1/."""

from django.urls import URLPattern, path

from api.submissions.views import (
    BaselinesView,
    CheckView,
    ChooseSubmissionView,
    DisqualifySubmissionView,
    DuplicateSubmissionsView,
    QuotaView,
    RescoreSubmissionView,
    SubmissionFileView,
    SubmissionsView,
    SubmissionView,
    WithdrawSubmissionView,
)

_ONE = "tasks/<slug:task>/submissions/<key:submission>/"

urlpatterns: list[URLPattern] = [
    path("tasks/<slug:task>/check/", CheckView.as_view()),
    path("tasks/<slug:task>/quota/", QuotaView.as_view()),
    path("tasks/<slug:task>/baselines/", BaselinesView.as_view()),
    path("tasks/<slug:task>/duplicates/", DuplicateSubmissionsView.as_view()),
    path("tasks/<slug:task>/submissions/", SubmissionsView.as_view()),
    path(_ONE, SubmissionView.as_view()),
    path(f"{_ONE}file/", SubmissionFileView.as_view()),
    path(f"{_ONE}withdraw/", WithdrawSubmissionView.as_view()),
    path(f"{_ONE}choose/", ChooseSubmissionView.as_view()),
    path(f"{_ONE}disqualify/", DisqualifySubmissionView.as_view()),
    path(f"{_ONE}rescore/", RescoreSubmissionView.as_view()),
]
