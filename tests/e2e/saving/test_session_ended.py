"""The session ends during work. People log in again over the page, and their work is sent."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import submit

pytestmark = pytest.mark.e2e

SLUG = "session"
# One item, assigned to everyone.
SHARED = "shared"


@pytest.fixture(scope="module")
def ended(site: Site) -> Site:
    faults.project(site, SHARED, ("bo", "chen"), items=1)
    return faults.project(site, SLUG, ("ada", "dana"), items=2)


def revoke_sessions(site: Site) -> None:
    site.change("DELETE FROM foundation_browsersession")


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Log in again")


def log_in_here(page: Page, person: str) -> None:
    dialog(page).locator("[name=username]").fill(person)
    dialog(page).locator("[name=password]").fill(PASSWORD)
    dialog(page).locator("[name=password]").press("Enter")


def test_logging_in_again_over_the_page_loses_nothing(
    context: BrowserContext, watched: OpenPage, ended: Site
) -> None:
    page = watched(context)
    faults.begin(page, ended, SLUG, "ada")
    asked = faults.question(page)
    hand = RandomEditor(page, 1)
    hand.begin()
    hand.edit(3)
    faults.wait_until_saved(page)
    revoke_sessions(ended)
    hand.write()
    faults.pause(page)
    expect(dialog(page).locator("[name=username]")).to_have_value("ada")
    # The login dialog can be closed; it returns when a save needs it.
    page.keyboard.press("Escape")
    expect(dialog(page)).to_be_hidden()
    hand.edit(3)
    shown = faults.complete_form(page)
    expect(faults.status(page)).to_contain_text("Please log in again")
    page.get_by_test_id("submit").click()
    log_in_here(page, "ada")
    expect(dialog(page)).to_be_hidden()
    expect(page.locator("main h1")).not_to_have_text(asked)
    faults.assert_stored_once(ended, SLUG, "ada", asked, shown, submissions=1)


def test_preloading_without_a_session_leaves_the_page_as_it_is(
    context: BrowserContext, watched: OpenPage, ended: Site
) -> None:
    page = watched(context)
    # With one item only, the first save is followed by another preload.
    faults.project(ended, "single", ("ada",), items=1)
    with page.expect_response("**/next/"):
        faults.begin(page, ended, "single", "ada")
    hand = RandomEditor(page, 4)

    def end_before_preload(route: Route) -> None:
        revoke_sessions(ended)
        route.continue_()

    page.route("**/next/", end_before_preload, times=1)
    with page.expect_response(lambda response: response.status == 401):
        hand.begin()
        faults.wait_until_saved(page)
    with faults.clock_stopped(page):
        hand.edit(3)
        shown = faults.screen(page)
    faults.pause(page)
    log_in_here(page, "ada")
    expect(dialog(page)).to_be_hidden()
    faults.wait_until_saved(page)
    faults.expect_screen(page, shown)
    faults.assert_screen_stored_once(ended, "single", "ada", page)


def test_another_person_who_logs_in_over_the_page_sends_nothing(
    context: BrowserContext, watched: OpenPage, ended: Site
) -> None:
    page = watched(context)
    faults.begin(page, ended, SHARED, "bo")
    asked = faults.question(page)
    hand = RandomEditor(page, 2)
    hand.begin()
    faults.wait_until_saved(page)
    revoke_sessions(ended)
    with faults.clock_stopped(page):
        hand.edit(3)
        hand.write()
        shown = faults.screen(page)
    faults.pause(page)
    log_in_here(page, "chen")
    expect(dialog(page).get_by_role("alert")).to_contain_text("belongs to bo and is not sent")

    # Chen works here, on the same item, and submits.
    page.keyboard.press("Escape")
    page.on("dialog", lambda question: question.accept())
    page.get_by_role("link", name="Morel").click()
    page.locator(f"main a[href*='/p/{SHARED}/annotate']").first.click()
    expect(page.locator("main h1")).to_have_text(asked)
    faults.expect_screen(page, faults.NOTHING)
    page.keyboard.press("u")
    chens = faults.complete_form(page)
    submit(page)
    faults.assert_stored_once(ended, SHARED, "chen", asked, chens, submissions=1)
    [bos] = faults.revisions(ended, SHARED, "bo")[asked]
    assert faults.content_of(bos) != shown

    # Bo is back, at the same browser.
    faults.log_out(page)
    faults.log_in(page, ended, "bo")
    faults.open_workspace(page, ended, SHARED)
    expect(page.locator("main h1")).to_have_text(asked)
    faults.expect_screen(page, shown)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(ended, SHARED, "bo", page)
    faults.assert_stored_once(ended, SHARED, "chen", asked, chens, submissions=1)


def test_one_login_is_enough_for_two_tabs(context: BrowserContext, watched: OpenPage, ended: Site) -> None:
    page = watched(context)
    faults.begin(page, ended, SLUG, "dana")
    hand = RandomEditor(page, 3)
    hand.begin()
    faults.wait_until_saved(page)
    revoke_sessions(ended)
    hand.write()
    faults.pause(page)
    expect(dialog(page)).to_be_visible()
    other = watched(context)
    faults.log_in(other, ended, "dana")
    expect(dialog(page)).to_be_hidden()
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(ended, SLUG, "dana", page)
