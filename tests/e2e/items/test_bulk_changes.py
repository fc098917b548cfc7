"""A lead changes the items of a filter, undoes it, and chooses columns and filters of metadata."""

import csv
import io

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "bulk"
HOSTILE = "<b>hard</b> & “ثقيل”"


@pytest.fixture(scope="module")
def bulk(site: Site) -> Site:
    items = [item(f"mill-{n}", "It burnt in 1790.", question=f"When did mill {n} burn?") for n in range(4)]
    items += [item(f"lamp-{n}", "It was lit in 1884.", question=f"Who lit lamp {n}?") for n in range(3)]
    site.project(SLUG, {"lou": "lead", "ann": "annotator"}, items, "--preset", "mu-shroom")
    return site


def stored(site: Site) -> tuple[list[str], list[bool]]:
    """The split of each item, and whether it is archived, by id."""
    rows = site.rows(
        "SELECT item.split, item.archived_at FROM annotation_item item JOIN annotation_project project "
        "ON project.id = item.project_id WHERE project.slug = 'bulk' ORDER BY item.external_id"
    )
    return [split for split, _ in rows], [at is not None for _, at in rows]


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    """The browser logs the refusal of a name that is no split."""
    return ("422",)


def choose_all(page: Page) -> Locator:
    page.get_by_label("All of this list").check()
    return page.get_by_test_id("chosen-bar")


def test_the_items_of_a_filter_are_tagged_split_and_archived_and_it_is_undone(page: Page, bulk: Site) -> None:
    log_in(page, bulk, "lou")
    page.goto(f"{bulk.url}/p/{SLUG}/items?order=ordinal&search=mill")
    rows = page.locator("main ol a[href*='/items/']")
    expect(rows).to_have_count(4)

    choose_all(page).get_by_test_id("open-tag").click()
    page.locator("[name=bulk-value]").fill(HOSTILE)
    form = page.get_by_test_id("bulk-tag")
    expect(form).to_contain_text("4 items change.")
    form.get_by_test_id("bulk-do").click()
    expect(page.get_by_text("4 items have the tag")).to_be_visible()
    expect(rows.first).to_contain_text(HOSTILE)
    expect(rows.locator("b")).to_have_count(0)

    page.goto(f"{bulk.url}/p/{SLUG}/items?order=ordinal")
    expect(rows).to_have_count(7)
    page.get_by_test_id("more-filters").click()
    page.get_by_test_id("filter-tag").select_option(HOSTILE)
    expect(rows).to_have_count(4)

    choose_all(page).get_by_test_id("open-split").click()
    page.locator("[name=bulk-value]").fill("all")
    expect(page.get_by_role("alert")).to_contain_text("names no split")
    page.locator("[name=bulk-value]").fill("dev")
    expect(page.get_by_test_id("bulk-split")).to_contain_text("4 items change.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("4 items are in the split")).to_be_visible()
    assert stored(bulk)[0] == [""] * 3 + ["dev"] * 4
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("4 items are as before.")).to_be_visible()
    assert stored(bulk)[0] == [""] * 7

    page.get_by_label("Choose mill-1").check()
    page.get_by_label("Choose mill-2").check()
    page.get_by_test_id("open-archive").click()
    expect(page.get_by_test_id("bulk-archive")).to_contain_text("2 items change.")
    page.get_by_test_id("bulk-do").click()
    expect(page.get_by_text("2 items are archived.")).to_be_visible()
    expect(rows).to_have_count(2)
    page.get_by_test_id("filter-status").select_option("archived")
    # The list before has two items as well.
    expect(page.get_by_label("Choose mill-1")).to_be_visible()
    expect(rows).to_have_count(2)
    rows.first.click()
    expect(page.get_by_text("Archived: the item is assigned to no one.")).to_be_visible()
    page.go_back()
    choose_all(page).get_by_test_id("open-restore").click()
    page.get_by_test_id("bulk-do").click()
    expect(page.get_by_text("2 items are restored.")).to_be_visible()
    expect(page.get_by_role("heading", name="No items match")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(2)
    assert stored(bulk)[1] == [False] * 4 + [True, True, False]


def test_tags_of_one_item_are_added_and_removed_on_its_page(page: Page, bulk: Site) -> None:
    log_in(page, bulk, "lou")
    page.goto(f"{bulk.url}/p/{SLUG}/items?order=ordinal&search=lamp")
    page.locator("main ol a[href*='/items/']").first.click()
    tags = page.get_by_test_id("item-tags")
    tags.locator("[name=new-tag]").fill("to check")
    page.keyboard.press("Enter")
    expect(tags.get_by_role("listitem")).to_have_text(["to check"])
    page.reload()
    expect(tags.get_by_role("listitem")).to_have_text(["to check"])
    tags.get_by_role("button", name="Remove the tag to check").click()
    expect(tags.get_by_role("listitem")).to_have_count(0)


def test_columns_and_a_filter_of_metadata_stay_in_the_address_and_in_views(page: Page, site: Site) -> None:
    records = [
        {
            **item(f"meta-{n}", "It burnt in 1790.", question=f"When did mill {n} burn?"),
            "temperature": n / 10,
            "topic": "mills",
        }
        for n in range(4)
    ]
    site.project("meta", {"lou": "lead"}, records, "--preset", "mu-shroom")
    log_in(page, site, "lou")
    page.goto(f"{site.url}/p/meta/items?order=ordinal")
    rows = page.locator("main ol a[href*='/items/']")
    expect(page.get_by_test_id("item-count")).to_have_text("4 of 4 items")
    page.get_by_role("button", name="Columns").click()
    page.get_by_test_id("columns").get_by_label("temperature").check()
    expect(rows.nth(3)).to_contain_text("0.3")
    page.keyboard.press("Escape")
    page.get_by_test_id("more-filters").click()
    page.get_by_test_id("metadata-field").select_option("temperature")
    page.get_by_test_id("metadata-test").select_option("from")
    page.get_by_test_id("metadata-value").fill("0,2")
    page.get_by_test_id("metadata-add").click()
    expect(rows).to_have_count(2)
    expect(page.get_by_test_id("item-count")).to_have_text("2 of 4 items")
    page.reload()
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("0.2")
    chips = page.get_by_test_id("filter-chips")
    expect(chips.get_by_role("listitem")).to_have_count(1)

    page.get_by_role("button", name="Save view").click()
    page.locator("[name=view-name]").fill("Warm")
    page.get_by_test_id("save-view").click()
    expect(page.get_by_test_id("saved-view")).to_have_attribute("aria-current", "page")
    with page.expect_download() as download:
        page.get_by_test_id("export-csv").click()
    table = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8"))))
    assert [(row["id"], row["metadata.temperature"]) for row in table] == [
        ("meta-2", "0.2"),
        ("meta-3", "0.3"),
    ]

    chips.get_by_role("button", name="Remove the filter").click()
    expect(rows).to_have_count(4)
    page.get_by_test_id("saved-view").click()
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("0.2")
