"""Boards of shared tasks, their systems, and the comparison of two."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common import cursors, query_parameters
from api.common.openapi import listing
from evaluation.queries.boards.analysis import analysis
from evaluation.queries.boards.board import Board, BoardQuery, board, wins
from evaluation.queries.boards.board_access import BoardReader, board_reader
from evaluation.queries.boards.board_files import (
    ANALYSIS_FILES,
    BOARD_FILES,
    COMPARISON_FILES,
    MEDIA_TYPES,
    BoardFile,
    analysis_file,
    board_file,
    comparison_file,
)
from evaluation.queries.boards.board_types import (
    BoardData,
    Comparison,
    ItemComparison,
    SystemData,
    SystemItem,
    WinsData,
)
from evaluation.queries.boards.comparison import compared_item, compared_systems, comparison
from evaluation.queries.boards.past_boards import past_board, past_boards
from evaluation.queries.boards.past_types import AnalysisData, PastBoardData, PastBoardSummary
from evaluation.queries.boards.systems import (
    SystemReader,
    item_key,
    require_items,
    system,
    system_items,
    system_reader,
)
from evaluation.services.boards.board_statistics import request_statistics
from foundation.errors import BusyError, wrong_field

_ITEMS: Final = 20
_ORDERS: Final = ("best", "worst")
_METRIC: Final = OpenApiParameter(
    "metric", str, description="The metric that ranks; default: the track's first."
)
_PAIR: Final = [OpenApiParameter(name, int, required=True) for name in ("a", "b")]
_QUERY: Final = [
    _METRIC,
    OpenApiParameter("by", str, description="Field of a slice: model, length, label or agreement."),
    OpenApiParameter("slice", str, description="Name of a slice among those that the board offers."),
    OpenApiParameter(
        "rule", str, enum=["best", "last", "chosen"], description="For organizers: another board rule."
    ),
]


def reader_user(request: Request) -> User | None:
    """Return the user, or None for anonymous visitors."""
    return request.user if isinstance(request.user, User) else None


def _files(names: Iterable[str]) -> dict[tuple[int, str], OpenApiTypes]:
    """Return the responses of an operation that sends one of these files."""
    endings = dict.fromkeys(name.rpartition(".")[2] for name in names)
    return {
        (200, MEDIA_TYPES[ending].partition(";")[0]): OpenApiTypes.ANY
        if ending == "json"
        else OpenApiTypes.STR
        for ending in endings
    }


class _PublicView(APIView):
    """A view that anonymous visitors may use, where the phase allows it."""

    permission_classes = [AllowAny]
    for_some = by_address = True


class BoardView(_PublicView):
    @extend_schema(operation_id="board_get", parameters=_QUERY, responses=BoardData)
    def get(self, request: Request, task: str, phase: str, track: str) -> Response:
        """The board of a track, where the phase shows it; else a team's own scores, or 403 with the opening time.

        The first request after a change of the board starts the computation of its statistics.
        """
        return Response(_board(request, task, phase, track).data)


class WinsView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(operation_id="board_wins", parameters=[_METRIC], responses=WinsData)
    def get(self, request: Request, task: str, phase: str, track: str) -> Response:
        """Win probabilities of all pairs of ranked systems."""
        return Response(wins(_board(request, task, phase, track)))


class BoardFileView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="board_file",
        parameters=_QUERY,
        responses=_files(BOARD_FILES),
    )
    def get(self, request: Request, task: str, phase: str, track: str, name: str) -> HttpResponse:
        """A file: board, wins (probabilities) or ranks (probabilities), with .csv, .json, .tex or .svg."""
        _check_name(name, BOARD_FILES)
        return _file(board_file(_board(request, task, phase, track), name))


class SystemView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(operation_id="system_get", responses=SystemData)
    def get(self, request: Request, task: str, submission: int) -> Response:
        """A system with its scores, by slice where the phase shows slices."""
        return Response(system(_system(request, task, submission)))


class SystemItemsView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="system_items",
        parameters=[OpenApiParameter("order", str, enum=list(_ORDERS)), OpenApiParameter("cursor", str)],
        responses=listing(SystemItem),
    )
    def get(self, request: Request, task: str, submission: int) -> Response:
        """The items of a system, best or worst first, once the phase shows single items."""
        of = _system(request, task, submission)
        order = query_parameters.choice(request, "order", _ORDERS, "worst")
        key = cursors.after(request, float, str)
        found = system_items(of, order, (key[0], key[1]) if key else None, _ITEMS + 1)
        page, following = cursors.split(found, lambda item: item_key(of, item), _ITEMS)
        return Response({"results": page, "next": following})


class ComparisonView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="systems_compare",
        parameters=[*_PAIR, _METRIC],
        responses=Comparison,
    )
    def get(self, request: Request, task: str) -> Response:
        """The difference of two systems of a board. Single items only once the phase shows them."""
        a, b = _pair(request, task)
        return Response(comparison(a, b, query_parameters.text(request, "metric")))


class ComparedItemView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="systems_compare_item",
        parameters=_PAIR,
        responses=ItemComparison,
    )
    def get(self, request: Request, task: str, item: str) -> Response:
        """An item with gold and the predictions of both systems, once the phase shows single items."""
        a, b = _pair(request, task)
        return Response(compared_item(a, b, item))


class ComparisonFileView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="systems_compare_file",
        parameters=[*_PAIR, _METRIC],
        responses=_files(COMPARISON_FILES),
    )
    def get(self, request: Request, task: str, name: str) -> HttpResponse:
        """A file: comparison, or items once the phase shows single items, with .csv, .json or .tex."""
        _check_name(name, COMPARISON_FILES)
        a, b = _pair(request, task)
        if name.startswith("items."):
            require_items(a)
        return _file(comparison_file(comparison(a, b, query_parameters.text(request, "metric")), name))


class PastBoardsView(_PublicView):
    @extend_schema(operation_id="past_boards_list", responses=listing(PastBoardSummary))
    def get(self, request: Request, task: str) -> Response:
        """Past boards of the phases that the reader may see, latest first."""
        found = past_boards(reader_user(request), task, timezone.now())
        return Response({"results": found, "next": None})


class PastBoardView(_PublicView):
    @extend_schema(operation_id="past_board_get", responses=PastBoardData)
    def get(self, request: Request, task: str, number: int) -> Response:
        """A past board beside the current one, with every change of rank. Its number never changes."""
        return Response(past_board(reader_user(request), task, number, timezone.now()))


class AnalysisView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(operation_id="analysis_get", parameters=[_METRIC], responses=AnalysisData)
    def get(self, request: Request, task: str, phase: str, track: str) -> Response:
        """Agreement against scores, effects of fact-sheet answers, and submissions per day."""
        return Response(analysis(_board(request, task, phase, track)))


class AnalysisFileView(_PublicView):
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="analysis_file",
        parameters=[_METRIC],
        responses=_files(ANALYSIS_FILES),
    )
    def get(self, request: Request, task: str, phase: str, track: str, name: str) -> HttpResponse:
        """A table of the analysis as a file: agreement, effects or days with .csv, .json or .tex; days.svg."""
        _check_name(name, ANALYSIS_FILES)
        of = _board(request, task, phase, track)
        return _file(analysis_file(of, analysis(of), name))


def _board(request: Request, task: str, phase: str, track: str) -> Board:
    """Return the board that the request asks for, and start the computation of its statistics if that is due."""
    reader: BoardReader = board_reader(reader_user(request), task, phase, track, timezone.now())
    text: Callable[[str], str] = lambda name: query_parameters.text(request, name)  # noqa: E731
    found = board(reader, BoardQuery(text("metric"), text("by"), text("slice"), text("rule")))
    if found.needs_statistics and not reader.own_only:
        with suppress(BusyError):  # the next request asks again
            request_statistics(reader.phase, reader.track, reader.revision, found.key)
    return found


def _system(request: Request, task: str, submission: int) -> SystemReader:
    return system_reader(reader_user(request), task, submission, timezone.now())


def _pair(request: Request, task: str) -> tuple[SystemReader, SystemReader]:
    keys = []
    for name in ("a", "b"):
        key = query_parameters.key(request, name)
        if key is None:
            raise wrong_field(name, "Say which submission.", "required")
        keys.append(key)
    return compared_systems(reader_user(request), task, keys[0], keys[1], timezone.now())


def _check_name(name: str, known: Any) -> None:
    if name not in known:
        raise wrong_field("name", f"The files are {', '.join(known)}.", "unknown")


def _file(file: BoardFile) -> HttpResponse:
    response = HttpResponse(file.content, content_type=file.media_type)
    response["Content-Disposition"] = f'attachment; filename="{file.filename}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
