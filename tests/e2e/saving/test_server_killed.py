"""The server is killed and restarted with the same data: between two edits, while it stores a save, and after a save
whose response was lost."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.e2e import faults
from tests.e2e.faults import SEEDS, OpenPage, RandomEditor
from tests.e2e.site import Site

pytestmark = [pytest.mark.e2e, pytest.mark.save_safety]

SLUG = "killed"


@pytest.fixture(scope="module")
def killed(site: Site) -> Site:
    return faults.project(site, SLUG)


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION,)


@pytest.fixture(autouse=True)
def revived(killed: Site) -> Iterator[None]:
    """Restart the server for the other journeys."""
    yield
    if not killed.runs:
        killed.restart()


def between_edits(hand: RandomEditor, page: Page, site: Site) -> None:
    hand.write()
    site.stop(kill=True)


def as_a_save_arrives(hand: RandomEditor, page: Page, site: Site) -> None:
    """Kill the server while a save arrives, whether or not it is stored."""
    with page.expect_request(faults.SAVES):
        hand.write()
        faults.pause(page)
    site.stop(kill=True)


def before_its_answer(hand: RandomEditor, page: Page, site: Site) -> None:
    def kill(route: Route) -> None:
        route.fetch()
        site.stop(kill=True)
        route.abort("connectionreset")

    page.route(faults.SAVES, kill, times=1)
    with page.expect_event("requestfailed", is_save):
        hand.write()
        faults.pause(page)


def is_save(request: Request) -> bool:
    return request.method == "PUT"


MOMENTS = [between_edits, as_a_save_arrives, before_its_answer]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_screen_is_stored_once_after_the_server_was_killed(
    context: BrowserContext, watched: OpenPage, killed: Site, seed: int
) -> None:
    end = MOMENTS[seed % len(MOMENTS)]
    page = watched(context)
    faults.begin(page, killed, SLUG)
    asked = faults.question(page)
    hand = RandomEditor(page, seed)
    # Random edits that cancel out need not be sent.
    hand.begin()
    hand.edit(random.Random(seed).randint(0, 4))
    end(hand, page, killed)
    hand.edit(2)
    faults.pause(page)
    expect(faults.status(page)).to_contain_text("not sent yet. Kept in this browser")
    with faults.clock_stopped(page):
        killed.restart()
    hand.edit()
    faults.retry(page)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(killed, SLUG, "ada", page)
    shown = faults.submit_and_continue(page)
    faults.assert_stored_once(killed, SLUG, "ada", asked, shown, submissions=1)
