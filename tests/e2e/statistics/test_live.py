"""A lead keeps the overview open: what three annotators submit shows without a reload, also after the server was away,
and whichever server process they work with.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from bench.client import Client
from tests.e2e import faults
from tests.e2e.site import PASSWORD, Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, snap_to, submit

pytestmark = pytest.mark.e2e

SLUG = "tidal"
ANSWER = "The mill was built by Orla Finch in 1788."
PEOPLE = {"tess": "lead", "tim": "annotator", "tova": "annotator", "tyra": "annotator"}
SEVERAL = os.environ.get("DATABASE_URL", "").startswith("postgres") and bool(os.environ.get("REDIS_URL"))


@pytest.fixture(scope="module")
def tidal(site: Site) -> Site:
    site.project(SLUG, PEOPLE, [item("mill", ANSWER)], "--preset", "mu-shroom")
    return site


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION, "WebSocket connection to")


@pytest.fixture(autouse=True)
def revived(tidal: Site) -> Iterator[None]:
    yield
    if not tidal.runs:
        tidal.restart()


@pytest.fixture
def annotator(browser: Browser, tidal: Site, watched: Callable[[BrowserContext], Page]):
    """A function that opens a new browser for a person."""
    with ExitStack() as contexts:

        def log_in_as(name: str) -> Page:
            context = contexts.enter_context(browser.new_context(viewport={"width": 1280, "height": 800}))
            page = watched(context)
            log_in(page, tidal, name)
            return page

        yield log_in_as


def open_overview(page: Page, site: Site, slug: str = SLUG) -> list[str]:
    """Open the overview and return the list of later requests."""
    page.goto(f"{site.url}/p/{slug}")
    expect(page.get_by_test_id("live")).to_have_text("Live")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    return asked


def mark(page: Page, site: Site, start: int, end: int) -> None:
    open_workspace(page, site, SLUG)
    snap_to(page, "characters")
    drag(page, start, end)
    submit(page)
    expect(page.get_by_test_id("answer")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()  # no item is left, so all saves have arrived


def agreement(page: Page, figure: str) -> None:
    expect(page.get_by_test_id("agreement")).to_have_text(figure)


def test_a_lead_sees_three_submissions_live(annotator, page: Page, tidal: Site):
    log_in(page, tidal, "tess")
    asked = open_overview(page, tidal)
    row = page.get_by_role("link", name="English", exact=True)
    row.focus()
    page.evaluate("window.stillHere = true")
    agreement(page, "–")
    people = [annotator(name) for name in ("tim", "tova", "tyra")]
    mark(people[0], tidal, 22, 26)
    mark(people[1], tidal, 22, 32)
    agreement(page, "0.700")  # (4 + 10) / (2 · 10)
    expect(row).to_be_focused()

    tidal.stop()
    expect(page.get_by_test_id("live")).not_to_have_text("Live")
    agreement(page, "0.700")
    tidal.restart()
    expect(page.get_by_test_id("live")).to_have_text("Live", timeout=60_000)
    asked.clear()
    mark(people[2], tidal, 22, 32)
    agreement(page, "0.800")  # (4 + 10 + 10) / (3 · 10)
    expect(row).to_be_focused()
    assert page.evaluate("window.stillHere")
    assert [url for url in asked if "/summary/" in url] == []


@pytest.mark.skipif(not SEVERAL, reason="Several server processes need PostgreSQL and Redis.")
def test_submissions_to_another_server_process_are_shown(page: Page, tidal: Site):
    tidal.project("ebb", PEOPLE, [item("mill", ANSWER)], "--preset", "mu-shroom")
    log_in(page, tidal, "tess")
    asked = open_overview(page, tidal, "ebb")
    with tidal.second_server() as second:
        for name, end in {"tim": 26, "tova": 32}.items():
            person = Client(int(second.url.rpartition(":")[2]))
            person.log_in(name, PASSWORD)
            given = person.call("POST", "projects/ebb/next/", {})[0]["item"]
            spans = [{"id": "a", "start": 22, "end": end, "label": "hallucination"}]
            person.save("ebb", given, 0, submit=True, spans=spans)
            person.disconnect()
    agreement(page, "0.700")
    assert [url for url in asked if "/summary/" in url] == []
