"""Fixtures of the browser journeys: the system's Chromium, driven by Playwright, and a server."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.databases import MigratedDatabase
from tests.e2e.scenes import Stage
from tests.e2e.site import Site
from tests.mediawiki import MediaWiki, Wiki
from tests.paths import ROOT

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A spare renderer could be killed with that of the page, and the next page would never load.
    "--disable-features=SpareRendererForSitePerProcess",
]

# Long enough for a busy machine.
expect.set_options(timeout=20_000)


# The same engine without the window around it, which opens a page in two thirds of the time.
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome")


def chromium(*, whole: bool = False) -> str | None:
    """Path of the headless shell or, where there is none or `whole`, of the browser that people use."""
    names = (*WHOLE, SHELL) if whole else (SHELL, *WHOLE)
    return next(filter(None, map(shutil.which, names)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if chromium() or os.environ.get("MOREL_REQUIRE_BROWSER") == "1":
        return
    for item in items:
        if "tests/e2e/" in item.nodeid:
            item.add_marker(pytest.mark.skip(reason="No Chromium on the PATH: browser journeys are not run."))


# Package scope: while Playwright runs, its event loop keeps other tests from using the database.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), migrated=migrated)
    site.start()
    yield site
    site.close()


@pytest.fixture(scope="package")
def wikipedia() -> Iterator[MediaWiki]:
    """A stub of every Wikipedia, with the pages of the test project."""
    with MediaWiki(Wiki.of_the_project()) as server:
        yield server


@pytest.fixture(scope="package")
def library(
    tmp_path_factory: pytest.TempPathFactory, wikipedia: MediaWiki, migrated: MigratedDatabase
) -> Iterator[Site]:
    """A site that fetches pages from the stub. Modules that need one override `site` with it."""
    site = Site(tmp_path_factory.mktemp("library"), wikipedia.address, migrated=migrated)
    site.start()
    yield site
    site.close()


@pytest.fixture(scope="module")
def stage(
    tmp_path_factory: pytest.TempPathFactory,
    browser: Browser,
    wikipedia: MediaWiki,
    migrated: MigratedDatabase,
) -> Iterator[Stage]:
    """The site of the scenes."""
    site = Site(tmp_path_factory.mktemp("stage"), wikipedia.address, migrated=migrated)
    try:
        stage = Stage(site, browser)
        yield stage
        stage.close()
    finally:
        site.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context
    context.close()


@contextmanager
def watched_page(
    context: BrowserContext, site: Site, expected_errors: tuple[str, ...] = ()
) -> Iterator[Page]:
    """A page on which errors and third-party requests fail the test."""
    page = context.new_page()
    wrong: list[str] = []
    allowed = re.compile("|".join(("401", *expected_errors)))

    def watch(request: Request) -> None:
        if not request.url.startswith((site.url, "data:", "blob:")):
            wrong.append(f"A third party was asked: {request.url}")

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not allowed.search(message.text):
            wrong.append(message.text)

    page.on("request", watch)
    page.on("console", note)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert wrong == []


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    """Patterns of expected console errors. Journeys that cause faults override it."""
    return ()


@pytest.fixture
def watched(site: Site, expected_errors: tuple[str, ...]) -> Iterator[Callable[[BrowserContext], Page]]:
    """A function that opens pages as `watched_page` does."""
    with ExitStack() as pages:
        yield lambda context: pages.enter_context(watched_page(context, site, expected_errors))


@pytest.fixture
def page(context: BrowserContext, watched: Callable[[BrowserContext], Page]) -> Page:
    return watched(context)


@pytest.fixture
def other_page(browser: Browser, watched: Callable[[BrowserContext], Page]) -> Iterator[Page]:
    """A page of another person, without the cookies of the first."""
    context = browser.new_context(locale="en-GB")
    yield watched(context)
    context.close()


@pytest.fixture(scope="session")
def awkward_path() -> Path:
    return ROOT / "fixtures" / "awkward.json"
