"""URLs of boards in shared tasks, under /api/v1/."""

from django.urls import path

from api.boards.bundle_views import BundleFileView, BundlesView, BundleView
from api.boards.views import (
    AnalysisFileView,
    AnalysisView,
    BoardFileView,
    BoardView,
    ComparedItemView,
    ComparisonFileView,
    ComparisonView,
    PastBoardsView,
    PastBoardView,
    SystemItemsView,
    SystemView,
    WinsView,
)

_BOARD = "tasks/<slug:task>/boards/<slug:phase>/<slug:track>/"
_ANALYSIS = "tasks/<slug:task>/analysis/<slug:phase>/<slug:track>/"

urlpatterns = [
    path(_BOARD, BoardView.as_view()),
    path(f"{_BOARD}wins/", WinsView.as_view()),
    path(f"{_BOARD}files/<str:name>", BoardFileView.as_view()),
    path("tasks/<slug:task>/past-boards/", PastBoardsView.as_view()),
    path("tasks/<slug:task>/past-boards/<key:number>/", PastBoardView.as_view()),
    path("tasks/<slug:task>/systems/<key:submission>/", SystemView.as_view()),
    path("tasks/<slug:task>/systems/<key:submission>/items/", SystemItemsView.as_view()),
    path("tasks/<slug:task>/compare/", ComparisonView.as_view()),
    path("tasks/<slug:task>/compare/items/<str:item>/", ComparedItemView.as_view()),
    path("tasks/<slug:task>/compare/files/<str:name>", ComparisonFileView.as_view()),
    path(_ANALYSIS, AnalysisView.as_view()),
    path(f"{_ANALYSIS}files/<str:name>", AnalysisFileView.as_view()),
    path("tasks/<slug:task>/bundles/", BundlesView.as_view()),
    path("tasks/<slug:task>/bundles/<key:bundle>/", BundleView.as_view()),
    path("tasks/<slug:task>/bundles/<key:bundle>/download/", BundleFileView.as_view()),
]
