"""Which submission a board shows."""

from datetime import UTC, datetime, timedelta

import pytest

from evaluation.queries.boards.board_rule import Eligible, on_board, rank_keys

START = datetime(2027, 1, 10, tzinfo=UTC)


def submission(
    number: int, *keys: float, hours: int | None = None, chosen: int | None = None, team: int = 1
) -> Eligible:
    received = START + timedelta(hours=number if hours is None else hours)
    chosen_at = None if chosen is None else START + timedelta(days=chosen)
    return Eligible(100 + number, number, team, received, chosen_at, keys)


def test_the_best_is_the_one_with_the_highest_first_metric():
    found = [submission(1, 3, 9), submission(2, 5, 0), submission(3, 4, 9)]
    assert on_board(found, "best") == {1: 102}


def test_the_second_metric_decides_ties_of_the_first():
    assert on_board([submission(1, 5, 1), submission(2, 5, 2)], "best") == {1: 102}


def test_of_equal_ones_the_earliest_is_shown_whatever_their_order():
    found = [submission(3, 5, 2), submission(1, 5, 2), submission(2, 5, 2)]
    assert on_board(found, "best") == on_board(found[::-1], "best") == {1: 101}


def test_an_undefined_score_is_the_worst():
    undefined = submission(1, *rank_keys({"auroc": None}, ["auroc"]))
    assert on_board([undefined, submission(2, -0.9)], "best") == {1: 102}


def test_the_last_is_the_latest_by_receipt_not_by_number():
    assert on_board([submission(1, 9, hours=5), submission(2, 1, hours=4)], "last") == {1: 101}


def test_the_latest_choice_counts_even_if_it_is_worse():
    found = [submission(1, 9), submission(2, 1, chosen=2), submission(3, 5, chosen=1)]
    assert on_board(found, "chosen") == {1: 102}


def test_without_a_choice_the_best_is_shown():
    assert on_board([submission(1, 9), submission(2, 1)], "chosen") == {1: 101}


@pytest.mark.parametrize("rule", ["best", "last", "chosen"])
def test_each_team_has_one_row(rule):
    found = [submission(1, 1, team=1), submission(2, 2, team=2), submission(3, 3, team=2)]
    assert on_board(found, rule) == {1: 101, 2: 103}
    assert on_board([], rule) == {}
