"""The disk of the server is full: the page says so and keeps the work, and sends it by itself once there is space."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.databases import MigratedDatabase
from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site
from tests.small_disk import Filler, disk, in_namespace, outside, run_on_small_disk

pytestmark = pytest.mark.e2e

SLUG = "full"
FULL = "The server's disk is full"


@outside
def test_on_a_small_disk(tmp_path):
    run_on_small_disk(__file__, tmp_path)


@pytest.fixture(scope="module")
def site(migrated: MigratedDatabase) -> Iterator[Site]:
    site = Site(disk(), migrated=migrated, settings={"MOREL_DISK_RESERVE": "100000"})
    site.start()
    yield site
    site.close()


@pytest.fixture
def filler() -> Iterator[Filler]:
    filler = Filler()
    yield filler
    filler.remove()


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("status of 507",)


def edit_until_refused(hand: RandomEditor, page: Page) -> None:
    """The log of the database may have room for a few more saves."""
    for _ in range(100):
        hand.write()
        faults.pause(page)
        page.wait_for_function(
            "() => /^Saved|disk is full/.test(document.querySelector('[data-testid=saved]').textContent.trim())"
        )
        if FULL in faults.status(page).inner_text():
            return
    raise AssertionError("The disk is never full.")


@in_namespace
def test_work_waits_in_the_browser_until_the_server_has_space(
    context: BrowserContext, watched: OpenPage, site: Site, filler: Filler
) -> None:
    faults.project(site, SLUG, items=3)
    page = watched(context)
    faults.begin(page, site, SLUG)
    process = site.pid
    hand = RandomEditor(page, 1)
    hand.begin()
    faults.wait_until_saved(page)
    asked = faults.question(page)

    filler.fill()
    edit_until_refused(hand, page)
    stored = len(faults.revisions(site, SLUG, "ada")[asked])
    expect(faults.status(page)).to_contain_text("not sent yet. Kept in this browser")
    hand.edit(2)
    hand.write()
    shown = faults.screen(page)
    page.reload()
    faults.expect_screen(page, shown)
    expect(faults.status(page)).to_contain_text(FULL)
    expect(faults.status(page)).to_contain_text("not sent yet. Kept in this browser")
    with page.expect_response(lambda response: response.status == 507):
        faults.retry(page)
    expect(faults.status(page)).to_contain_text(FULL)
    assert len(faults.revisions(site, SLUG, "ada")[asked]) == stored

    filler.remove()
    faults.retry(page)
    expect(faults.status(page)).to_contain_text("Saved")
    faults.assert_screen_stored_once(site, SLUG, "ada", page)

    filler.fill()
    edit_until_refused(hand, page)
    shown = faults.complete_form(page)
    page.get_by_test_id("submit").click()
    expect(page.locator("main h1")).not_to_have_text(asked)
    page.get_by_test_id("waiting").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("the server's disk is full")
    page.keyboard.press("Escape")
    filler.remove()
    faults.retry(page)
    faults.wait_until_no_draft_is_stored(page)
    faults.assert_stored_once(site, SLUG, "ada", asked, shown, submissions=1)
    assert site.pid == process
