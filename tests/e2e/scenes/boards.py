"""Scenes of leaderboards, systems, comparisons and past boards."""

import re

from playwright.sync_api import expect

from tests.e2e.scenes.harbour_facts import FACTS
from tests.e2e.scenes.lantern import BEACON, LANTERN
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import View

BOARD = f"/tasks/{FACTS}/board/test/en"


def _open_computed(view: View, path: str = BOARD) -> None:
    """Open a board, and wait for the scores under the fixed gold and for the statistics."""
    view.go(path)
    view.sees("board-row")
    view.sees_computed(view.page.locator(".tier"))
    expect(view.page.get_by_role("status")).to_have_count(1)


@scene("board", "ada", narrow=True)
def board(view: View) -> None:
    _open_computed(view)
    view.sees(view.page.get_by_text("your team"))


@scene("board", narrow=True)
def board_by_another_metric(view: View) -> None:
    _open_computed(view)
    view.find("metric").select_option("rho")
    expect(view.page).to_have_url(re.compile("metric=rho"))
    view.sees_computed(view.page.locator(".tier"))


@scene("board")
def board_of_a_slice(view: View) -> None:
    _open_computed(view)
    view.find("slice").select_option(index=1)
    expect(view.page).to_have_url(re.compile("slice="))
    view.sees("board-row")


@scene("board", "mara", narrow=True)
def closed_board(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/board/test/en")
    view.sees("opens")
    view.sees(view.page.get_by_role("link", name="Submit predictions"))


@scene("board", narrow=True)
def board_without_submissions(view: View) -> None:
    view.go(f"/tasks/{BEACON}/board")
    view.sees_heading("No scored submissions yet")
    view.sees(view.page.get_by_role("link", name="Register a team"))


@scene("board", "olga")
def board_without_submissions_for_organizers(view: View) -> None:
    view.go(f"/tasks/{BEACON}/board")
    view.sees_heading("No scored submissions yet")
    view.sees(view.page.get_by_role("main").get_by_role("link", name="Baselines"))


@scene("wins", "ada", narrow=True)
def win_probabilities(view: View) -> None:
    _open_computed(view)
    view.page.get_by_role("link", name="Win probabilities").click()
    view.sees("wins")


@scene("analysis", "ada", narrow=True)
def analysis(view: View) -> None:
    view.go(f"/tasks/{FACTS}/analysis/test/en")
    view.sees(f"plot-{FACTS}-test-days")


@scene("analysis", "mara")
def closed_analysis(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/analysis/test/en")
    view.sees_heading("This board is not open yet")
    view.sees(view.page.get_by_role("link", name="Submit predictions"))


@scene("system", "ada", narrow=True)
def system(view: View) -> None:
    _open_computed(view)
    view.find("board-row").get_by_role("link").first.click()
    view.sees("system-item")


@scene("compare", "ada", narrow=True)
def comparison(view: View) -> None:
    _open_computed(view)
    view.page.get_by_role("link", name="Compare two systems").click()
    view.sees("lane-text")


@scene("compare")
def nothing_to_compare(view: View) -> None:
    view.go(f"/tasks/{FACTS}/compare")
    view.sees_heading("Choose two systems")


@scene("pastBoards", narrow=True)
def past_boards(view: View) -> None:
    view.go(f"/tasks/{FACTS}/past-boards")
    view.sees(view.page.get_by_role("link", name="Past board 1"))


@scene("pastBoards")
def no_past_boards(view: View) -> None:
    view.go(f"/tasks/{BEACON}/past-boards")
    view.sees_heading("No past boards")


@scene("pastBoard", "ada", narrow=True)
def past_board(view: View) -> None:
    _open_computed(view)
    view.go(f"/tasks/{FACTS}/past-boards")
    view.page.get_by_role("row", name=re.compile("Test.*English|Test.*en")).get_by_role("link").first.click()
    view.sees("past-row")
