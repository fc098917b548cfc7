"""Outgoing connections of a fetch and a journey: server and browser contact only Wikipedia.

What the server's process connects to is noted by its own Python (recorder/), what the browser asks for by each journey.
Here Wikipedia is one stand-in for all languages, which sees for which host each request is meant.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from annotation.references.wikipedia import sites
from tests.e2e.reading import WIKI, lighthouse, open_reading, paste, tab
from tests.e2e.site import Site, item
from tests.mediawiki import MediaWiki
from tests.mediawiki import Page as WikiPage

pytestmark = pytest.mark.e2e

SLUG = "outgoing"
HOSTILE = (
    "https://en.wikipedia.org@evil.example/wiki/A",
    "https://evil.example/wiki/A",
    "http://169.254.169.254/latest/meta-data/",
    "https://127.0.0.1:9/#.wikipedia.org/wiki/A",
    "https://en.wikipedia.org:9/wiki/A",
    "javascript:fetch('https://evil.example')",
)


@pytest.fixture(scope="module")
def site(library: Site, wikipedia: MediaWiki) -> Site:
    names = {"fr": "Phare de Hallgrund", "127.0.0.1:9/#": "Evil", "evil.example/": "Evil"}
    markup = '<img src="https://evil.example/a.png"> <script src="https://evil.example/a.js"></script> https://evil.example/'
    wikipedia.wiki.add(WikiPage("en", "Crooked Point", markup, languages=names))
    wikipedia.fails("elsewhere", title="Old Wall")
    odd = [item(f"odd-{n}", "A.", "DE") | {"wikipedia_url": address} for n, address in enumerate(HOSTILE)]
    point = lighthouse("en") | {"wikipedia_url": WIKI.format("en", "Crooked_Point")}
    wall = item("wall", "A wall.", "FR") | {"wikipedia_url": WIKI.format("fr", "Old_Wall")}
    library.project(SLUG, {"lena": "lead"}, [point, wall, *odd])
    library.readers(SLUG, {"otto": "EN"})
    return library


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("status of 422",)


def test_a_fetch_and_a_journey_contact_only_wikipedia(page: Page, site: Site, wikipedia: MediaWiki) -> None:
    before = len(wikipedia.requests)
    site.manage("fetch_references", SLUG, "--json", failing=True)
    open_reading(page, site, SLUG, "otto")
    expect(page.get_by_test_id("reference-text")).to_contain_text("<script src=")
    page.get_by_test_id("languages").click()
    page.get_by_role("button", name=re.compile("^French")).click()
    expect(page.get_by_test_id("reference-text")).to_contain_text("récif")
    for address in HOSTILE:
        paste(page, address)
        expect(page.locator("form [role=alert]")).not_to_be_empty()
        page.get_by_role("button", name="Cancel").click()
    paste(page, WIKI.format("es", "Faro_de_Hallgrund"))
    tab(page, "Faro de Hallgrund").click()
    expect(page.get_by_test_id("reference-text")).to_contain_text("arrecife")
    page.get_by_role("button", name="Wikipedia page").click()
    page.get_by_test_id("link-url").press_sequentially("merc")
    expect(page.get_by_role("option")).to_have_count(2)

    stand_in = urlsplit(wikipedia.address)
    assert site.reached() == {(stand_in.hostname, str(stand_in.port))}
    hosts = {request.host for request in wikipedia.requests[before:]}
    assert {"en.wikipedia.org", "es.wikipedia.org", "fr.wikipedia.org"} <= hosts
    assert hosts <= {sites.host(language) for language in sites.LANGUAGES}
