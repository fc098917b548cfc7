"""A board needs the same few queries, however many teams and submissions it has."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evaluation.models import Score, Submission, Upload
from evaluation.queries.boards.board import BoardQuery, board
from evaluation.queries.boards.board_access import board_reader
from evaluation.services.boards.board_statistics import compute_statistics
from tests.boards import submit
from tests.tasks import Tasks, predictions, team

pytestmark = pytest.mark.django_db

MOST = 12


def queries(tasks: Tasks, rows: int) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        found = board(board_reader(None, "lantern", "dev", "en", timezone.now()), BoardQuery())
    assert sum(row.rank is not None for row in found.data.rows) == rows
    return [each["sql"] for each in captured.captured_queries]


def test_the_number_of_queries_does_not_grow_and_none_reads_scores_of_items(tasks: Tasks) -> None:
    first = submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=3))
    compute_statistics(tasks.dev, tasks.en, tasks.revision, resamples=50)
    queries(tasks, 1)  # gold is read once
    few = queries(tasks, 1)
    score = Score.objects.get(submission=first)
    number = first.number
    for each in range(20):
        made = team(tasks.lantern, f"Team {each}")
        for _ in range(3):
            number += 1
            upload = Upload.objects.create(
                task=tasks.lantern, phase=tasks.dev, team=made, system="s", received_at=timezone.now()
            )
            first.pk, first.upload, first.team, first.number = None, upload, made, number
            first.save(force_insert=True)
            score.pk, score.submission = None, first
            score.save(force_insert=True)
    assert Submission.objects.filter(phase=tasks.dev).count() == 61
    many = queries(tasks, 21)
    assert len(many) == len(few) <= MOST
    assert not any("item_scores" in sql for sql in many)
