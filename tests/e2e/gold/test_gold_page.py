"""A lead compares two gold policies, views the changes, and downloads them."""

import csv

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "two-policies"
ANSWER = "The lamp was lit by Edwin Fernsby on 2 March 1884, in the rain."
JUDGED = f"""
from annotation.models import Item, Project
from django.contrib.auth.models import User
from tests.people import annotate
project = Project.objects.get(slug={SLUG!r})
marks = {{"zora": [(20, 33), (37, 49)], "yuri": [(26, 33), (37, 49)]}}
for who, spans in marks.items():
    for number, span in enumerate(spans, start=1):
        item = Item.objects.get(project=project, external_id=f"gold-{{number}}")
        annotate(project, User.objects.get(username=who), item, span)
annotate(project, User.objects.get(username="zora"), Item.objects.get(project=project, external_id="gold-3"), (0, 3))
"""


@pytest.fixture(scope="module")
def judged(site: Site) -> Site:
    """gold-1: *Edwin* is a tie; gold-2: both alike; gold-3: one annotation of two."""
    items = [item(f"gold-{n}", ANSWER, question=f"Who lit lamp {n}?") for n in range(1, 4)]
    people = {"xenia": "lead", "zora": "annotator", "yuri": "annotator"}
    site.project(SLUG, people, items, "--preset", "mu-shroom", "--redundancy", "2")
    site.manage("shell", "-v0", "-c", JUDGED)
    return site


def test_two_policies_are_compared_and_the_changes_downloaded(page: Page, judged: Site) -> None:
    log_in(page, judged, "xenia")
    page.goto(f"{judged.url}/p/{SLUG}/gold")
    expect(page.get_by_test_id("gold-same")).to_be_visible()

    page.locator("[name=right-ties]").select_option("in")
    changed = page.get_by_test_id("changed-item")
    expect(changed).to_have_count(1)
    expect(changed.get_by_role("link")).to_have_text("Who lit lamp 1?")
    expect(changed.get_by_test_id("version-left").locator("mark")).to_have_text(["Fernsby"])
    expect(changed.get_by_test_id("version-right").locator("mark")).to_have_text(["Edwin ", "Fernsby"])

    page.locator("[name=right-minimum]").fill("1")
    page.locator("[name=right-minimum]").press("Enter")
    expect(changed).to_have_count(2)
    row = page.get_by_test_id("gold-counts").locator("tbody tr")
    expect(row.locator("td")).to_have_text(["3", "2", "0", "1", "0", "1"])
    row.get_by_role("link").last.click()
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("Too few annotations: the item is left out.")
    with page.expect_download() as download:
        page.get_by_test_id("gold-changes").click()
    with download.value.path().open(newline="", encoding="utf-8") as file:
        assert [(each["id"], each["changes"]) for each in csv.DictReader(file)] == [("gold-3", "right")]
    with page.expect_download() as download:
        page.get_by_test_id("gold-right").click()
    assert len(download.value.path().read_text("utf-8").splitlines()) == 3

    address = page.url
    page.locator("[name=right-threshold]").fill("half")
    page.locator("[name=right-threshold]").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("fraction such as 1/2")
    page.go_back()
    expect(page).to_have_url(address)
    expect(changed).to_have_count(1)
    changed.get_by_role("link").click()
    expect(page.get_by_test_id("item-answer")).to_be_visible()


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("422",)
