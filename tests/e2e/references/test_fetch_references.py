"""A lead fetches references: watches, stops and continues the run, and sees which pages failed."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.reading import WIKI, lighthouse
from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.mediawiki import MediaWiki
from tests.mediawiki import Page as WikiPage

pytestmark = pytest.mark.e2e

SLUG = "fetching"


@pytest.fixture(scope="module")
def fetching(library: Site, wikipedia: MediaWiki) -> Site:
    wikipedia.wiki.add(WikiPage("de", "Hafen von Venn", "Der Hafen hat zwei Molen."))
    german = [
        item(title, "Der Hafen.", "DE") | {"wikipedia_url": WIKI.format("de", title)}
        for title in ("Hafen_von_Venn", "Nirgends_im_Meer")
    ]
    library.project(SLUG, {"lena": "lead"}, [lighthouse("en"), lighthouse("ar"), *german])
    library.project("pageless", {"lena": "lead"}, [item("plain", "The lamp was lit.")])
    return library


@pytest.fixture
def site(fetching: Site) -> Site:
    return fetching


def test_a_run_is_watched_stopped_and_continued(page: Page, site: Site, wikipedia: MediaWiki) -> None:
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/{SLUG}")
    served = page.get_by_test_id("references-served")
    expect(served).to_have_text("0 of 4 items have their Wikipedia page · 0 snapshots")

    wikipedia.fails("hang", title="منارة هالغروند")
    page.get_by_role("button", name="Fetch references").click()
    expect(page.get_by_test_id("references-progress")).to_have_text("Pages requested: 1 of 4")
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        page.get_by_role("button", name="Stop").click()
    wikipedia.works_again()
    expect(page.get_by_test_id("references")).to_contain_text(
        re.compile(r"Stopped at page \d of 4. What was fetched is kept.")
    )

    page.get_by_role("button", name="Resume fetching").click()
    expect(served).to_have_text("3 of 4 items have their Wikipedia page · 3 snapshots")
    problems = page.get_by_test_id("references-problems")
    problems.get_by_text("1 page could not be fetched").click()
    row = problems.get_by_role("listitem")
    expect(row).to_contain_text("there is no page with this title.")
    expect(row).to_contain_text("Item Nirgends_im_Meer")
    expect(row.get_by_role("link", name="Nirgends im Meer")).to_have_attribute(
        "href", re.compile("de.wikipedia.org")
    )
    expect(page.get_by_role("button", name="Fetch references")).to_have_count(0)

    wikipedia.wiki.edit("de", "Hafen von Venn", "Der Hafen hat drei Molen.")
    with page.expect_response(is_refreshed):
        page.get_by_role("button", name="Fetch all again").click()
    newest = site.rows("SELECT extract FROM annotation_reference ORDER BY id DESC LIMIT 1")
    assert newest == [("Der Hafen hat drei Molen.",)]


def is_refreshed(response: Response) -> bool:
    if not response.url.endswith("/references/"):
        return False
    run = response.json()["run"]
    return bool(run["refresh"] and run["state"] == "done")


def test_a_failed_run_shows_the_reason_and_how_to_continue(
    page: Page, site: Site, wikipedia: MediaWiki
) -> None:
    wikipedia.fails("500")
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/{SLUG}")
    page.get_by_role("button", name="Fetch all again").click()
    problems = page.get_by_test_id("references-problems")
    expect(problems).to_contain_text("4 pages could not be fetched")
    wikipedia.works_again()
    expect(problems).to_contain_text("An earlier snapshot is there.")


def test_without_pages_the_page_explains_how_to_add_them(page: Page, site: Site) -> None:
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/pageless")
    expect(page.get_by_test_id("references")).to_contain_text("No item refers to a Wikipedia page.")
    expect(page.get_by_role("button", name="Fetch")).to_have_count(0)
