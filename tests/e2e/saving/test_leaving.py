"""Leaving with unsent work: it is sent if possible, otherwise the page asks first."""

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, Route, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site

pytestmark = pytest.mark.e2e

SLUG = "leaving"
PEOPLE = ("ada", "bo", "chen", "dana", "eve")


@pytest.fixture(scope="module")
def leaving(site: Site) -> Site:
    return faults.project(site, SLUG, PEOPLE, items=2)


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION,)


def drop(route: Route) -> None:
    route.abort("connectionreset")


def work(page: Page, site: Site, person: str, *, unsent: bool = True) -> None:
    """Edit an item. `unsent`: saves fail until the test lets them through."""
    faults.begin(page, site, SLUG, person)
    hand = RandomEditor(page, 1)
    hand.begin()
    faults.wait_until_saved(page)
    if unsent:
        page.route(faults.SAVES, drop)
    hand.edit(3)
    hand.write()


class Answers:
    """Record the browser's own dialogs, and answer them as currently configured."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.yes = False
        page.on("dialog", self._answer)

    def _answer(self, dialog: Dialog) -> None:
        self.asked.append(dialog.message or dialog.type)
        if self.yes:
            dialog.accept()
        else:
            dialog.dismiss()


def test_work_that_can_be_sent_is_sent_without_asking(
    context: BrowserContext, watched: OpenPage, leaving: Site
) -> None:
    page = watched(context)
    work(page, leaving, "ada", unsent=False)
    answers = Answers(page)
    asked, shown = faults.question(page), faults.screen(page)
    page.get_by_role("link", name="Morel, projects").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("ada")
    faults.assert_stored_once(leaving, SLUG, "ada", asked, shown)
    assert answers.asked == []


def test_leaving_with_unsent_work_asks_and_sends_it_later(
    context: BrowserContext, watched: OpenPage, leaving: Site
) -> None:
    page = watched(context)
    work(page, leaving, "bo")
    answers = Answers(page)
    asked, shown = faults.question(page), faults.screen(page)
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Morel, projects").click()
    expect(faults.status(page)).to_contain_text("No connection")
    assert answers.asked == ["Some of your work is not saved yet. Leave anyway?"]
    faults.expect_screen(page, shown)

    answers.yes = True
    page.get_by_role("link", name="Morel, projects").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("bo")
    page.unroute_all(behavior="wait")
    faults.retry(page)
    faults.wait_until_no_draft_is_stored(page)
    faults.assert_stored_once(leaving, SLUG, "bo", asked, shown)


def test_logging_out_with_unsent_work_asks_and_keeps_it(
    context: BrowserContext, watched: OpenPage, leaving: Site
) -> None:
    page = watched(context)
    work(page, leaving, "chen")
    answers = Answers(page)
    shown = faults.screen(page)
    page.get_by_role("button", name="account of").click()
    with page.expect_event("dialog"):
        page.get_by_role("button", name="Log out").click()
    [question] = answers.asked
    assert question.startswith("Some of your work is not sent yet. It stays in this browser")
    faults.expect_screen(page, shown)

    answers.yes = True
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")
    # The next person at this browser neither sees nor sends the draft.
    page.unroute_all(behavior="wait")
    faults.begin(page, leaving, SLUG, "dana")
    faults.expect_screen(page, faults.NOTHING)
    RandomEditor(page, 4).mark()
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(leaving, SLUG, "dana", page)
    faults.log_out(page)
    faults.begin(page, leaving, SLUG, "chen")
    faults.expect_screen(page, shown)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(leaving, SLUG, "chen", page)


def test_logging_out_offline_is_reported(context: BrowserContext, watched: OpenPage, leaving: Site) -> None:
    page = watched(context)
    faults.begin(page, leaving, SLUG, "dana")
    context.set_offline(True)
    page.get_by_role("button", name="account of").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    context.set_offline(False)
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")


def test_closing_the_tab_with_unsent_work_asks(
    context: BrowserContext, watched: OpenPage, leaving: Site
) -> None:
    page = watched(context)
    work(page, leaving, "eve")
    answers = Answers(page)
    shown = faults.screen(page)
    with page.expect_event("dialog"):
        page.close(run_before_unload=True)
    assert answers.asked == ["beforeunload"]
    faults.expect_screen(page, shown)
    page.unroute_all(behavior="wait")
    faults.press_retry_until_saved(page)
    faults.assert_screen_stored_once(leaving, SLUG, "eve", page)
    # No dialog without unsent work.
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert answers.asked == ["beforeunload"]
