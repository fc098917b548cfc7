"""The page of one annotator: a lead finds who is slow and looks at their work; others see their own numbers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, submit_and_go_on

pytestmark = pytest.mark.e2e

SLUG = "over-time"
ANSWER = "The weir was built by Aldous Crane in 1811."


@pytest.fixture(scope="module")
def worked(site: Site) -> Site:
    items = [item(f"weir-{n}", ANSWER, question=f"Who built weir number {n}?") for n in range(1, 4)]
    members = {"greta": "lead", "ada": "annotator", "bo": "annotator"}
    site.project(SLUG, members, items, "--preset", "mu-shroom", "--redundancy", "2")
    return site


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("403",)  # an annotator who opens the page of a lead


def annotate(page: Page, site: Site, name: str, times: int) -> None:
    log_in(page, site, name)
    open_workspace(page, site, SLUG)
    for _ in range(times):
        drag(page, 38, 42)
        submit_and_go_on(page)


def test_a_lead_sorts_by_time_and_opens_the_page_of_a_person(
    page: Page, other_page: Page, worked: Site
) -> None:
    annotate(other_page, worked, "ada", 2)
    log_in(page, worked, "greta")
    page.goto(f"{worked.url}/p/{SLUG}/people")
    expect(page.get_by_test_id("person")).to_have_count(3)
    page.get_by_role("columnheader", name="Time").get_by_role("button").click()
    first = page.get_by_test_id("person").first
    expect(first).to_contain_text("ada")
    first.get_by_role("link", name="ada").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("ada")
    expect(page.get_by_test_id("figure-submitted").get_by_role("link")).to_have_text("2")
    expect(page.get_by_test_id("figure-agreement")).to_contain_text("No shared items yet")
    expect(page.get_by_test_id("plot-submitted-items").locator("rect")).to_have_count(1)
    expect(page.get_by_test_id("plot-submitted-items")).to_contain_text("Day (UTC)")
    page.get_by_test_id("by-week").check(force=True)
    expect(page.get_by_test_id("plot-submitted-items")).to_contain_text("Week beginning (UTC)")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV: Submitted items").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert lines[0] == "week,submitted"
    assert lines[1].endswith(",2")

    expect(page.get_by_test_id("latest-items").locator("tbody tr")).to_have_count(2)
    page.get_by_test_id("figure-submitted").get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"/p/{SLUG}/items\?.*annotator="))
    expect(page.locator("main ol > li")).to_have_count(2)


def test_annotators_see_their_own_numbers_and_not_those_of_others(page: Page, worked: Site) -> None:
    annotate(page, worked, "bo", 1)
    page.goto(f"{worked.url}/p/{SLUG}/mine")
    page.get_by_test_id("own-statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My statistics")
    expect(page.get_by_test_id("figure-submitted")).to_contain_text("1")
    expect(page.get_by_test_id("plot-time-per-item")).to_contain_text("Seconds per item")
    expect(page.get_by_text("Agreement")).to_have_count(0)
    page.goto(f"{worked.url}/p/{SLUG}/people/annotator_of_somebody_else")
    expect(page.get_by_test_id("answer")).to_be_visible()
