"""One item in two places: tabs of a browser stay in sync, and the person chooses between versions of two devices."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site
from tests.e2e.workspace import submit

pytestmark = [pytest.mark.e2e, pytest.mark.save_safety]

SLUG = "places"
# Both events in one task, before the page handles the first.
AWAY_AND_BACK = """
document.querySelector("dialog[open]").requestClose();
const keys = { code: "Enter", key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
document.body.dispatchEvent(new KeyboardEvent("keydown", keys));
"""
PEOPLE = ("ada", "bo", "chen", "dana", "eve")


@pytest.fixture(scope="module")
def places(site: Site) -> Site:
    return faults.project(site, SLUG, PEOPLE, items=2)


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION, faults.STALE)


@pytest.fixture
def other_device(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context
    context.close()


def choice(page: Page) -> Locator:
    return page.get_by_role("dialog", name="This item was changed elsewhere")


def version(page: Page, name: str) -> Locator:
    return choice(page).locator("section").filter(has=page.get_by_role("heading", name=name))


def test_a_tab_shows_the_saves_of_another(context: BrowserContext, watched: OpenPage, places: Site) -> None:
    one, other = watched(context), watched(context)
    faults.begin(one, places, SLUG, "ada")
    other.goto(one.url)
    for seed, here, there in [(1, one, other), (2, other, one), (3, one, other)]:
        hand = RandomEditor(here, seed)
        hand.mark()
        hand.edit(2)
        hand.write()
        faults.wait_until_saved(here)
        faults.expect_screen(there, faults.screen(here))
    faults.assert_screen_stored_once(places, SLUG, "ada", one)


def test_two_tabs_that_were_offline_agree(context: BrowserContext, watched: OpenPage, places: Site) -> None:
    one, other = watched(context), watched(context)
    faults.begin(one, places, SLUG, "bo")
    other.goto(one.url)
    RandomEditor(one, 1).mark()
    faults.wait_until_saved(one)
    faults.expect_screen(other, faults.screen(one))
    context.set_offline(True)
    for seed, page in [(2, one), (3, other)]:
        RandomEditor(page, seed).edit(3)
        page.get_by_test_id("comment").fill(f"Tab {seed}")
    other.route(faults.SAVES, lambda route: route.abort())
    context.set_offline(False)
    faults.wait_until_saved(one)
    other.unroute(faults.SAVES)
    faults.retry(other)
    expect(version(other, "On this page")).to_contain_text("Tab 3")
    expect(version(other, "Saved")).to_contain_text("Tab 2")
    other.get_by_test_id("keep-mine").click()
    faults.wait_until_saved(other)
    faults.assert_screen_stored_once(places, SLUG, "bo", other)
    faults.expect_screen(one, faults.screen(other))


class HeldSaves:
    """Hold back the page's saves until they are released."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(faults.SAVES, lambda route: self._routes.append(route))

    def release(self) -> None:
        for route in self._routes:
            route.continue_()
        self._page.unroute(faults.SAVES)


def diverge(page: Page, far: Page, site: Site, person: str) -> HeldSaves:
    """Edit the same item on two devices. The remote edits are stored first; saves of this one are held back."""
    faults.begin(page, site, SLUG, person)
    far.clock.install()
    faults.log_in(far, site, person)
    far.goto(page.url)
    hand = RandomEditor(far, 4)
    hand.mark()
    hand.edit(2)
    far.get_by_test_id("comment").fill("Written far away")
    far.get_by_test_id("comment").blur()
    far.wait_for_function(
        "() => document.querySelector('[data-testid=saved]').textContent.startsWith('Saved')"
    )
    held = HeldSaves(page)
    hand = RandomEditor(page, 5)
    hand.mark()
    hand.edit(2)
    page.get_by_test_id("comment").fill("Written here")
    return held


@pytest.mark.parametrize(("person", "choose"), [("chen", "keep-mine"), ("dana", "adopt-theirs")])
def test_the_chosen_version_of_two_devices_is_stored(
    context: BrowserContext,
    other_device: BrowserContext,
    watched: OpenPage,
    places: Site,
    person: str,
    choose: str,
) -> None:
    page, far = watched(context), watched(other_device)
    held = diverge(page, far, places, person)
    mine, theirs = faults.screen(page), faults.screen(far)
    held.release()
    faults.pause(page)
    expect(version(page, "On this page").locator("q")).to_have_text(faults.quotes(mine))
    expect(version(page, "On this page")).to_contain_text("Written here")
    expect(version(page, "Saved").locator("q")).to_have_text(faults.quotes(theirs))
    expect(version(page, "Saved")).to_contain_text("Written far away")

    # A closed dialog returns with the next edit.
    page.keyboard.press("Escape")
    expect(choice(page)).to_be_hidden()
    expect(faults.status(page)).to_contain_text("Not saved: changed elsewhere. Kept in this browser")
    page.keyboard.press("Control+Enter")
    expect(choice(page)).to_be_visible()
    page.evaluate(f"() => {{ {AWAY_AND_BACK} }}")
    expect(choice(page)).to_be_visible()
    page.get_by_test_id(choose).click()
    expect(choice(page)).to_be_hidden()
    faults.wait_until_saved(page)
    faults.expect_screen(page, mine if choose == "keep-mine" else theirs)
    stored = faults.assert_screen_stored_once(places, SLUG, person, page)
    assert [each for each in map(faults.content_of, stored) if each in (mine, theirs)] == (
        [theirs, mine] if choose == "keep-mine" else [theirs, mine, theirs]
    )
    if choose == "adopt-theirs":
        page.keyboard.press("Control+z")
        faults.expect_screen(page, mine)


def test_a_remote_submission_is_replaced_only_if_chosen(
    context: BrowserContext, other_device: BrowserContext, watched: OpenPage, places: Site
) -> None:
    page, far = watched(context), watched(other_device)
    held = diverge(page, far, places, "eve")
    asked = faults.question(page)
    faults.complete_form(far)
    submit(far)
    mine = faults.complete_form(page)
    # Before the release: a save that is answered first opens the dialog over the button.
    page.get_by_test_id("submit").click()
    held.release()
    page.get_by_test_id("keep-mine").click()
    expect(page.locator("main h1")).not_to_have_text(asked)
    faults.assert_stored_once(places, SLUG, "eve", asked, mine, submissions=2)
