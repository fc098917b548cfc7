"""An offline submit is queued, shown as queued, and sent once, even if its item is no longer on the screen."""

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site

pytestmark = pytest.mark.e2e

SLUG = "queued"


@pytest.fixture(scope="module")
def queued(site: Site) -> Site:
    return faults.project(site, SLUG, ("ada", "bo"), items=4)


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION, "net::ERR_FAILED")


def load_one_ahead(page: Page) -> None:
    """Let no request succeed that would load a second item ahead."""

    def answer(route: Route) -> None:
        if (route.request.post_data_json or {}).get("ahead"):
            route.abort()
        else:
            route.continue_()

    page.route("**/next/", answer)


def submit_two_offline(page: Page, site: Site, person: str) -> dict[str, dict[str, object]]:
    """Submit two items offline and return the screens by question. Only the second was preloaded."""
    load_one_ahead(page)
    faults.begin(page, site, SLUG, person)
    RandomEditor(page, 1).begin()
    expect(page.get_by_test_id("next")).to_be_enabled()
    page.context.set_offline(True)
    shown = {}
    for seed in (2, 3):
        RandomEditor(page, seed).edit(3)
        shown[faults.question(page)] = faults.complete_form(page)
        page.get_by_test_id("submit").click()
        if seed == 2:
            expect(page.get_by_test_id("unfinished")).to_contain_text("1 item waits to be sent. It is kept")
    expect(faults.status(page)).to_contain_text("No connection: the submit is queued. Kept in this browser")
    # A second click does not submit twice.
    page.get_by_test_id("submit").click()
    return shown


def assert_both_submitted_once(site: Site, person: str, shown: dict[str, dict[str, object]]) -> None:
    assert len(shown) == 2
    for asked, each in shown.items():
        faults.assert_stored_once(site, SLUG, person, asked, each, submissions=1)


def test_an_offline_submit_is_sent_when_the_network_returns(
    context: BrowserContext, watched: OpenPage, queued: Site
) -> None:
    page = watched(context)
    shown = submit_two_offline(page, queued, "ada")
    asked = faults.question(page)
    stored = faults.revisions(queued, SLUG, "ada")
    assert not any(each["submit"] for asked_before in shown for each in stored.get(asked_before, []))
    context.set_offline(False)
    # The page opens the next item now that the last one is submitted.
    expect(page.locator("main h1")).not_to_have_text(asked)
    faults.wait_until_no_draft_is_stored(page)
    assert_both_submitted_once(queued, "ada", shown)


def test_the_next_tab_sends_the_submits_of_a_closed_one(
    context: BrowserContext, watched: OpenPage, queued: Site
) -> None:
    page = watched(context)
    shown = submit_two_offline(page, queued, "bo")
    page.close()
    context.set_offline(False)
    page = watched(context)
    # The page waits a second for earlier submits before it asks for an item.
    item = faults.Held(page, "**/next/")
    page.goto(f"{queued.url}/p/{SLUG}/annotate")
    faults.wait_until_no_draft_is_stored(page)
    item.release()
    expect(page.get_by_test_id("answer")).to_be_visible()
    assert faults.question(page) not in shown
    assert_both_submitted_once(queued, "bo", shown)
