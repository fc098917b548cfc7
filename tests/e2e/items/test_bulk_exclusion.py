"""A lead excludes one annotator's annotations of chosen items, undoes it, and assigns items after a preview."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, submit_and_go_on

pytestmark = pytest.mark.e2e

SLUG = "bulk-exclusion"
ANSWER = "The weir was built by Aldous Crane in 1811."


@pytest.fixture(scope="module")
def annotated(site: Site) -> Site:
    """Kim and bo may annotate three items; everything is in English."""
    items = [item(f"weir-{n}", ANSWER, question=f"Who built weir number {n}?") for n in range(1, 4)]
    members = {"lou": "lead", "kim": "annotator", "bo": "annotator"}
    site.project(SLUG, members, items, "--preset", "mu-shroom", "--redundancy", "2")
    return site


def counted(site: Site) -> int:
    [[number]] = site.rows(
        "SELECT count(*) FROM annotation_annotation annotation JOIN annotation_item item "
        "ON item.id = annotation.item_id JOIN annotation_project project ON project.id = item.project_id "
        "WHERE project.slug = 'bulk-exclusion' AND annotation.submitted_id IS NOT NULL "
        "AND annotation.excluded_at IS NULL"
    )
    return int(number)


def test_annotations_of_one_person_are_excluded_from_the_items_and_count_again(
    page: Page, other_page: Page, annotated: Site
) -> None:
    for name, times in (("kim", 2), ("bo", 1)):
        log_in(other_page, annotated, name)
        open_workspace(other_page, annotated, SLUG)
        for _ in range(times):
            drag(other_page, 38, 42)
            submit_and_go_on(other_page)
        other_page.context.clear_cookies()
    assert counted(annotated) == 3

    log_in(page, annotated, "lou")
    page.goto(f"{annotated.url}/p/{SLUG}/people")
    page.get_by_test_id("person").get_by_role("link", name="kim").click()
    page.get_by_role("link", name="Show their items").click()
    expect(page.get_by_role("link", name=re.compile("Who built"))).to_have_count(2)
    page.get_by_label("All of this list").check()
    page.get_by_test_id("open-exclude").click()
    form = page.get_by_test_id("bulk-exclude")
    expect(form.get_by_role("combobox")).to_have_value(re.compile("."))
    expect(form.locator("dl")).to_contain_text("Annotations 2Items 2Annotators 1")
    form.locator("[name=exclude-reason]").fill("Marked the same word everywhere.")
    form.get_by_test_id("bulk-do").click()
    expect(page.get_by_text("Excluded: 2 of 2")).to_be_visible()
    assert counted(annotated) == 1
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Included again: 2")).to_be_visible()
    assert counted(annotated) == 3

    # From the person's page, a language leads to the form with its preview.
    page.goto(f"{annotated.url}/p/{SLUG}/people")
    page.get_by_test_id("person").get_by_role("link", name="kim").click()
    page.get_by_test_id("languages").get_by_role("link", name=re.compile("^Exclude")).click()
    expect(page.get_by_test_id("effect-annotations")).to_have_text("2")
    expect(page.get_by_test_id("act")).to_contain_text("kim, selected items")


def test_an_assignment_says_first_what_it_does(page: Page, annotated: Site) -> None:
    log_in(page, annotated, "lou")
    page.goto(f"{annotated.url}/p/{SLUG}/items?order=ordinal")
    page.get_by_label("All of this list").check()
    page.get_by_role("button", name="Assign…").click()
    form = page.get_by_test_id("bulk-assign")
    form.get_by_role("combobox").select_option("kim")
    # Kim has submitted two items and reserved the third.
    expect(form).to_contain_text("Items to assign: 0")
    expect(form).to_contain_text("Reserved or submitted by this person already: 3")
    expect(form.get_by_role("button", name="Assign")).to_be_disabled()
    form.get_by_role("combobox").select_option("lou")
    expect(form).to_contain_text("Items to assign: 3")
