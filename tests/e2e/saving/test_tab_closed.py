"""A tab is closed, crashes, or is killed. The next tab recovers its work."""

import os
import signal
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e import faults
from tests.e2e.faults import (
    SEEDS,
    Held,
    OpenPage,
    RandomEditor,
    assert_screen_stored_once,
    expect_screen,
    screen,
    wait_until_saved,
)
from tests.e2e.site import Site

pytestmark = pytest.mark.e2e

# The page's event loop never runs again: no storage callback, no timer, no request.
WRITE_AND_FREEZE = """
(text) => void setTimeout(() => {
  const field = document.querySelector("[data-testid=comment]");
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  console.info("frozen");
  for (;;);
}, 500)
"""


@pytest.fixture(scope="module")
def closing(site: Site) -> Site:
    return faults.project(site, "closing", ("ada", "bo", "chen", "dana"))


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION,)


def close(page: Page) -> None:
    page.close()


def crash(page: Page) -> None:
    """Crash the renderer, as the system does when memory is short."""
    browser = page.context.browser
    assert browser is not None
    with page.expect_event("crash"):
        kill_renderers(browser)
    page.close()


def kill_renderers(browser: Browser) -> None:
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    for process in processes:
        if process["type"] == "renderer":
            os.kill(process["id"], signal.SIGKILL)


@pytest.mark.parametrize("seed", SEEDS)
def test_marks_are_recovered_after_a_closed_tab_and_stored_once(
    context: BrowserContext, watched: OpenPage, closing: Site, seed: int
) -> None:
    end = close if seed % 2 else crash
    page = watched(context)
    faults.begin(page, closing, "closing", "ada")
    hand = RandomEditor(page, seed)
    hand.edit(3)
    if seed % 3:
        wait_until_saved(page)
        hand.edit(2)
    before = screen(page)
    end(page)
    page = watched(context)
    faults.open_workspace(page, closing, "closing")
    expect_screen(page, before)
    wait_until_saved(page)
    assert_screen_stored_once(closing, "closing", "ada", page)
    hand = RandomEditor(page, seed + 1000)
    hand.edit(2)
    wait_until_saved(page)
    assert_screen_stored_once(closing, "closing", "ada", page)


def leave_a_draft(page: Page, site: Site, person: str) -> dict[str, Any]:
    """Crash with changes that were not sent, and return the state of the screen."""
    faults.begin(page, site, "closing", person)
    hand = RandomEditor(page, 5)
    hand.begin()
    wait_until_saved(page)
    hand.edit(3)
    before = screen(page)
    crash(page)
    return before


def test_a_draft_that_is_sent_while_its_item_is_on_the_way_is_shown(
    context: BrowserContext, watched: OpenPage, closing: Site
) -> None:
    before = leave_a_draft(watched(context), closing, "bo")
    page = watched(context)
    save, item = Held(page, "**/annotation/"), Held(page, "**/next/", answered=True)
    page.goto(f"{closing.url}/p/closing/annotate")
    item.wait()
    save.release()
    faults.wait_until_no_draft_is_stored(page)
    item.release()
    expect_screen(page, before)
    RandomEditor(page, 6).edit(2)
    wait_until_saved(page)
    assert_screen_stored_once(closing, "closing", "bo", page)


def test_a_draft_that_is_sent_while_its_page_is_on_the_way_is_shown(
    context: BrowserContext, watched: OpenPage, closing: Site
) -> None:
    before = leave_a_draft(watched(context), closing, "dana")
    page = watched(context)
    save, workspace = Held(page, "**/annotation/"), Held(page, "**/p/closing/annotate", answered=True)
    page.goto(closing.url)
    save.wait()
    page.evaluate("setTimeout(() => location.assign('/p/closing/annotate'))")
    workspace.wait()
    save.release()
    # A page that is being left evaluates nothing.
    beside = context.new_page()
    beside.goto(f"{closing.url}/favicon.svg")
    faults.wait_until_no_draft_is_stored(beside)
    workspace.release()
    expect_screen(page, before)
    RandomEditor(page, 6).edit(2)
    wait_until_saved(page)
    assert_screen_stored_once(closing, "closing", "dana", page)


def test_a_change_is_stored_before_the_page_does_anything_else(
    browser: Browser, context: BrowserContext, watched: OpenPage, closing: Site
) -> None:
    page = watched(context)
    faults.begin(page, closing, "closing", "chen")
    for turn in SEEDS:
        with page.expect_console_message(lambda message: message.text == "frozen"):
            page.evaluate(WRITE_AND_FREEZE, f"Turn {turn}")
        with page.expect_event("crash"):
            kill_renderers(browser)
        page.close()
        page = watched(context)
        faults.open_workspace(page, closing, "closing")
        expect(page.get_by_test_id("comment")).to_have_value(f"Turn {turn}")
    wait_until_saved(page)
    assert_screen_stored_once(closing, "closing", "chen", page)
