"""A gesture that makes one mark of several says so, and one click brings all of them back with their evidence."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "merging"
ANSWER = "The old lamp was lit in 1884 by Ada."
MARKS = [(4, 7), (13, 16), (24, 28)]


@pytest.fixture(scope="module")
def merging(site: Site) -> Site:
    site.project(SLUG, {"mia": "annotator"}, [item("lamp", ANSWER)], "--preset", "mu-shroom")
    return site


def expect_marks(page: Page, count: int) -> None:
    expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(count)


def test_a_triple_click_and_a_drag_over_three_marks_are_undone_in_one_click(
    page: Page, merging: Site
) -> None:
    log_in(page, merging, "mia")
    answer = open_workspace(page, merging, SLUG)
    for start, end in MARKS:
        drag(page, start, end)
    expect_marks(page, 3)

    answer.click(click_count=3, position={"x": 60, "y": 12})
    expect_marks(page, 1)
    expect(page.get_by_test_id("merged")).to_contain_text("3 marks merged")
    expect(page.locator("main [aria-live=polite]").last).to_have_text("3 marks merged")
    page.get_by_test_id("merged").get_by_role("button", name="Undo").click()
    expect_marks(page, 3)
    expect(page.get_by_test_id("merged")).to_have_count(0)

    drag(page, 0, 17)
    expect_marks(page, 2)
    expect(page.get_by_test_id("merged")).to_contain_text("2 marks merged")
    page.get_by_test_id("merged").get_by_role("button", name="Undo").click()
    expect_marks(page, 3)
    # To widen one mark merges none.
    drag(page, 0, 7)
    expect_marks(page, 3)
    expect(page.get_by_test_id("merged")).to_have_count(0)
    page.keyboard.press("Control+z")
    assert ranges(submit(page)) == MARKS
