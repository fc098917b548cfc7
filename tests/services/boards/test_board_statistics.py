"""The job of board statistics: when it is requested, what it takes, and what happens when it fails."""

import pytest
from django.utils import timezone

from evaluation.models import BoardStatistics, Team
from evaluation.queries.boards.board import Board, BoardQuery, board
from evaluation.queries.boards.board_access import board_reader
from evaluation.services.boards import board_statistics
from evaluation.services.boards.board_statistics import request_statistics
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.boards import submit
from tests.tasks import Tasks, predictions

pytestmark = pytest.mark.django_db


def current(tasks: Tasks) -> Board:
    return board(board_reader(tasks.olga, "lantern", "dev", "en", timezone.now()), BoardQuery())


def request(tasks: Tasks) -> None:
    found = current(tasks)
    if found.needs_statistics:
        request_statistics(tasks.dev, tasks.en, tasks.revision, found.key)


def jobs() -> list[str]:
    return list(Job.objects.filter(kind="board_statistics").values_list("state", flat=True))


def test_statistics_are_requested_once_and_take_the_newest_board(tasks: Tasks) -> None:
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=3))
    request(tasks)
    submit(tasks.ninefold, tasks.dev, tasks.en, predictions("en", "dev", good=5))
    request(tasks)
    assert jobs() == ["waiting"]
    assert run_waiting("boards")
    found = current(tasks)
    assert (found.data.statistics.state, found.needs_statistics) == ("current", False)
    assert [(row.rank, row.rank_low) for row in found.data.rows[:1]] == [(1, 1)]
    assert len(found.data.rows[0].rank_probabilities or ()) == 2
    request(tasks)
    assert jobs() == ["done"]


def test_a_failed_computation_is_not_repeated_until_the_board_changes(
    tasks: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=3))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no memory")

    monkeypatch.setattr(board_statistics, "rank_systems", fail)
    request(tasks)
    run_waiting("boards")
    assert jobs() == ["failed"]
    assert current(tasks).data.statistics.state == "none"
    request(tasks)
    assert jobs() == ["failed"]
    monkeypatch.undo()
    submit(tasks.ninefold, tasks.dev, tasks.en, predictions("en", "dev", good=5))
    request(tasks)
    assert jobs() == ["waiting"]


def test_a_rename_changes_nothing_and_a_merge_makes_statistics_stale(tasks: Tasks) -> None:
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=3))
    submit(tasks.ninefold, tasks.dev, tasks.en, predictions("en", "dev", good=5))
    request(tasks)
    run_waiting("boards")
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(name="Brine")
    assert current(tasks).data.statistics.state == "current"
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(state="merged", merged_into=tasks.ninefold)
    found = current(tasks)
    assert (found.data.statistics.state, found.data.statistics.stale) == ("computing", True)
    assert found.needs_statistics


def test_a_board_without_teams_has_statistics_of_people_only(tasks: Tasks) -> None:
    request(tasks)
    run_waiting("boards")
    stored = BoardStatistics.objects.get(phase=tasks.dev, track=tasks.en)
    assert stored.content["metrics"]["iou"]["submissions"] == []
    assert stored.content["human"]["n"] == 6
    (row,) = current(tasks).data.rows
    assert (row.kind, row.rank) == ("human", None)


def test_a_job_of_a_deleted_phase_ends(tasks: Tasks) -> None:
    request(tasks)
    tasks.dev.delete()
    assert run_waiting("boards")
    assert jobs() == ["done"]
