"""Skipping an item with a reason, and submits that report missing input and focus it."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "gaps"
ANSWER = "The bell was cast by Ilse Quandt in 1702."
NAME, YEAR = (21, 32), (36, 40)


@pytest.fixture(scope="module")
def gaps(site: Site) -> Site:
    items = [item(f"bell-{n}", ANSWER, question=f"Who cast bell number {n}?") for n in range(1, 4)]
    people = {"ada": "annotator", "bo": "annotator", "chen": "annotator", "lena": "lead"}
    site.project(SLUG, people, items, "--preset", "mu-shroom+labels")
    return site


def choose_labels(page: Page) -> None:
    page.get_by_test_id("label-fluency-minor").check(force=True)
    page.get_by_test_id("label-factuality-errors").check(force=True)


def test_skipping_by_keyboard_asks_for_a_reason_and_the_item_can_be_reopened(page: Page, gaps: Site) -> None:
    log_in(page, gaps, "ada")
    open_workspace(page, gaps, SLUG)
    first = page.locator("main h1").inner_text()
    page.keyboard.press("s")
    expect(page.get_by_test_id("skip-reason")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("  ")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("skip-reason")).to_be_focused()
    expect(page.get_by_text("Enter a reason")).to_be_visible()
    page.keyboard.type("I cannot read it")
    page.keyboard.press("Control+Enter")
    expect(page.locator("main h1")).not_to_have_text(first)

    page.get_by_test_id("queue").click()
    page.get_by_test_id("queue-skipped").check(force=True)
    page.get_by_test_id("queues").get_by_text(first).click()
    expect(page.locator("main h1")).to_have_text(first)
    expect(page.get_by_test_id("given")).to_contain_text("You skipped this item")
    expect(page.get_by_test_id("skip")).to_have_count(0)
    drag(page, *NAME)
    choose_labels(page)
    assert ranges(submit(page)) == [NAME]


def test_missing_input_is_reported_in_place_and_focused(page: Page, gaps: Site) -> None:
    log_in(page, gaps, "bo")
    open_workspace(page, gaps, SLUG)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("missing-marks")).to_be_visible()
    expect(page.get_by_test_id("missing-fluency")).to_be_visible()
    expect(page.get_by_test_id("nothing-to-mark")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("missing-marks")).to_have_count(0)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("label-fluency-well-formed")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("label-factuality-correct")).to_be_focused()
    page.keyboard.press("ArrowRight")
    # "Errors" without a mark is asked about once.
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("contradiction")).to_contain_text("Nothing is marked")
    page.wait_for_timeout(450)  # a second submit within 400 ms is the same gesture
    with page.expect_response(lambda response: '"submit":true' in (response.request.post_data or "")) as sent:
        page.keyboard.press("Control+Enter")
    content: dict[str, Any] = sent.value.json()["annotation"]["content"]
    assert content["nothing_to_mark"] is True
    assert content["labels"] == {"fluency": "well-formed", "factuality": "errors"}


def test_marks_and_nothing_to_mark_exclude_each_other_after_a_confirmation(page: Page, gaps: Site) -> None:
    log_in(page, gaps, "bo")
    open_workspace(page, gaps, SLUG)
    rows = page.get_by_test_id("span-list").get_by_role("listitem")
    drag(page, *NAME)
    drag(page, *YEAR)
    page.keyboard.press("n")
    expect(page.get_by_test_id("remove-marks")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("ask-nothing")).to_have_count(0)
    expect(rows).to_have_count(2)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(0)
    expect(page.get_by_test_id("nothing-to-mark")).to_be_checked()
    expect(page.get_by_test_id("nothing-to-mark")).to_be_focused()
    drag(page, *YEAR)
    expect(page.get_by_test_id("nothing-to-mark")).not_to_be_checked()
    page.get_by_text("“Nothing to mark” was removed").get_by_role("button").click()
    expect(page.get_by_test_id("nothing-to-mark")).to_be_checked()
    page.keyboard.press("Control+z")
    expect(rows).to_have_count(2)


def test_the_same_works_by_touch(browser: Browser, gaps: Site) -> None:
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = phone.new_page()
    log_in(page, gaps, "chen")
    open_workspace(page, gaps, SLUG)
    first = page.locator("main h1").inner_text()
    page.get_by_test_id("submit").tap()
    expect(page.get_by_test_id("missing-marks")).to_be_in_viewport()
    expect(page.get_by_test_id("nothing-to-mark")).to_be_focused()
    page.get_by_label("Nothing to mark").tap()
    page.get_by_test_id("submit").tap()
    expect(page.get_by_test_id("missing-fluency")).to_be_in_viewport()
    page.get_by_test_id("skip").tap()
    page.get_by_test_id("skip-confirm").tap()
    expect(page.get_by_text("Enter a reason")).to_be_in_viewport()
    page.get_by_test_id("skip-reason").fill("Another script")
    page.get_by_test_id("skip-confirm").tap()
    expect(page.locator("main h1")).not_to_have_text(first)
    phone.close()
