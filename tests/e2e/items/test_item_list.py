"""A lead filters the item list, saves the view, and browses it by key."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "worth-a-look"
ANSWER = "The lamp was lit by Edwin Fernsby on 2 March 1884, in the rain."
JUDGED = f"""
from annotation.models import Item, Project
from django.contrib.auth.models import User
from tests.people import annotate
project = Project.objects.get(slug={SLUG!r})
marks = {{"vera": [(20, 33), (37, 49), (20, 33)], "wilm": [(20, 49), (0, 3), (20, 33)]}}
for who, spans in marks.items():
    for number, span in enumerate(spans, start=1):
        item = Item.objects.get(project=project, external_id=f"look-{{number}}")
        annotate(project, User.objects.get(username=who), item, span)
"""


@pytest.fixture(scope="module")
def judged(site: Site) -> Site:
    """look-1: 16 disputed characters; look-2: 15; look-3: none; look-4: not annotated."""
    items = [item(f"look-{n}", ANSWER, question=f"Who lit lamp {n}?") for n in range(1, 5)]
    people = {"ulla": "lead", "vera": "annotator", "wilm": "annotator"}
    site.project(SLUG, people, items, "--preset", "mu-shroom", "--redundancy", "2")
    site.manage("shell", "-v0", "-c", JUDGED)
    return site


def test_a_list_is_filtered_saved_browsed_and_exported(page: Page, judged: Site) -> None:
    log_in(page, judged, "ulla")
    page.goto(f"{judged.url}/p/{SLUG}/items")
    rows = page.locator("main ol a[href*='/items/']")
    expect(rows).to_have_count(3)
    page.get_by_test_id("filter-order").select_option("disputed")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("16 disputed characters")
    page.get_by_test_id("more-filters").click()
    page.get_by_test_id("filter-status").select_option("open")
    expect(page.get_by_role("heading", name="No items match")).to_be_visible()
    page.go_back()
    expect(rows).to_have_count(2)

    page.get_by_role("button", name="Save view").click()
    page.locator("[name=view-name]").fill("Disputed")
    page.get_by_test_id("save-view").click()
    kept = page.get_by_test_id("saved-view")
    expect(kept).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name="Change the view").click()
    page.get_by_role("button", name="Delete").click()
    expect(kept).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(kept).to_have_text("Disputed")

    with page.expect_download() as download:
        page.get_by_test_id("export-csv").click()
    lines = download.value.path().read_text("utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["id", "look-1", "look-2"]

    page.goto(f"{judged.url}/p/{SLUG}/items")
    kept.click()
    expect(rows.first).to_contain_text("disputed")
    rows.first.click()
    steps = page.get_by_role("navigation", name=re.compile("disputed"))
    expect(steps).to_contain_text("1 of 2")
    page.keyboard.press("Alt+ArrowDown")
    expect(steps).to_contain_text("2 of 2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Who lit lamp 2?")
    page.get_by_text("History", exact=True).click()
    history = page.get_by_test_id("item-history")
    expect(history.get_by_role("listitem")).to_have_count(4)
    expect(history).to_contain_text("2 March 1884")
    page.keyboard.press("Alt+ArrowUp")
    expect(steps).to_contain_text("1 of 2")


def test_a_bar_opens_the_list_of_its_items(page: Page, judged: Site) -> None:
    log_in(page, judged, "ulla")
    page.goto(f"{judged.url}/p/{SLUG}/agreement/en")
    bars = page.locator("rect.bar")
    expect(bars).to_have_count(3, timeout=120_000)  # 1/2, 42/58 and 1, computed because the page is open
    bars.nth(1).click()
    rows = page.locator("main ol a[href*='/items/']")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Who lit lamp 1?")
    expect(page.get_by_test_id("filter-agreement_from")).to_have_value("0.7")
    page.get_by_test_id("filter-agreement_to").fill("")
    page.get_by_test_id("filter-agreement_to").press("Enter")
    expect(rows).to_have_count(2)
    page.get_by_test_id("filter-agreement_from").fill("0,72")
    page.get_by_test_id("filter-counted").fill("3")
    page.get_by_test_id("filter-counted").press("Tab")
    expect(page.get_by_role("heading", name="No items match")).to_be_visible()
    page.get_by_role("button", name="Show all items").click()
    expect(rows).to_have_count(3)
