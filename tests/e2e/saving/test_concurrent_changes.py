"""Changes on the server during work are reported. Drafts are kept and can be exported."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site
from tests.e2e.workspace import submit

pytestmark = [pytest.mark.e2e, pytest.mark.save_safety]

SLUG = "concurrent"
GONE = (
    "UPDATE annotation_item SET archived_at = '2026-01-01 00:00:00+00:00' WHERE external_id = 'concurrent-1'"
)
BACK = "UPDATE annotation_item SET archived_at = NULL WHERE external_id = 'concurrent-1'"
TAKEN = """
    DELETE FROM annotation_assignment WHERE annotator_id IN (
        SELECT annotator.id FROM annotation_annotator annotator
        JOIN auth_user person ON annotator.user_id = person.id
        JOIN annotation_project project ON annotator.project_id = project.id
        WHERE project.slug = 'concurrent' AND person.username = ?
    )
"""
OUT = """
    DELETE FROM annotation_membership WHERE user_id IN (SELECT id FROM auth_user WHERE username = ?)
    AND project_id IN (SELECT id FROM annotation_project WHERE slug = 'concurrent')
"""


@pytest.fixture(scope="module")
def concurrent(site: Site) -> Site:
    return faults.project(site, SLUG, ("ada", "bo", "chen", "dana"), items=1)


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return (r"status of (403|404|409|422)", faults.NO_CONNECTION)


def begin(page: Page, site: Site, slug: str, person: str) -> None:
    faults.begin(page, site, slug, person)
    RandomEditor(page, 1).begin()
    faults.wait_until_saved(page)


def edit_more(page: Page) -> dict[str, Any]:
    RandomEditor(page, 2).edit(3)
    page.get_by_test_id("comment").fill("Not to be lost")
    faults.pause(page)
    return faults.screen(page)


def assert_kept_and_exported(page: Page, directory: Path, shown: dict[str, Any]) -> None:
    assert faults.screen(page) == shown
    exported = faults.exported(page, directory)
    [stored], [here] = exported["in_browser"], exported["on_page"]
    assert faults.shown_by(faults.latest(stored["record"])) == shown
    assert faults.shown_by(faults.latest(here["unsent"])) == shown


@pytest.mark.parametrize(
    ("person", "change", "words"),
    [
        ("ada", TAKEN, "this item is not yours, or has been given to others"),
        ("bo", OUT, "you do not belong to this project any more"),
    ],
    ids=["taken away", "out of the project"],
)
def test_work_on_an_unassigned_item(
    context: BrowserContext,
    watched: OpenPage,
    concurrent: Site,
    tmp_path: Path,
    person: str,
    change: str,
    words: str,
) -> None:
    page = watched(context)
    # Every save preloads the next item, which would be this one, reserved again.
    page.route(
        "**/next/",
        lambda route: route.abort() if "beside" in (route.request.post_data or "") else route.continue_(),
    )
    begin(page, concurrent, SLUG, person)
    concurrent.change(change, person)
    shown = edit_more(page)
    expect(faults.status(page)).to_contain_text(words)
    assert_kept_and_exported(page, tmp_path, shown)


def test_work_on_an_item_that_is_archived_and_restored(
    context: BrowserContext, watched: OpenPage, concurrent: Site, tmp_path: Path
) -> None:
    page = watched(context)
    begin(page, concurrent, SLUG, "chen")
    concurrent.change(GONE)
    shown = edit_more(page)
    expect(faults.status(page)).to_contain_text("this item was taken out of the project")
    assert_kept_and_exported(page, tmp_path, shown)
    concurrent.change(BACK)
    page.get_by_test_id("waiting").click()
    page.get_by_role("button", name="Try again now").click()
    page.keyboard.press("Escape")
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(concurrent, SLUG, "chen", page)


def test_work_under_a_changed_scheme(
    context: BrowserContext, watched: OpenPage, site: Site, tmp_path: Path
) -> None:
    faults.project(site, "labels", items=1)
    page = watched(context)
    begin(page, site, "labels", "ada")
    [[scheme]] = site.rows("SELECT scheme FROM annotation_project WHERE slug = 'labels'")
    changed = json.loads(scheme) if isinstance(scheme, str) else scheme
    changed["span_labels"] = [{"name": "error", "text": "Error"}, {"name": "doubt", "text": "Doubtful"}]
    site.change(
        "UPDATE annotation_project SET scheme = ?, scheme_version = 2 WHERE slug = 'labels'",
        json.dumps(changed),
    )
    shown = edit_more(page)
    expect(faults.status(page)).to_contain_text("labels have been changed. Reload the page")
    assert_kept_and_exported(page, tmp_path, shown)
    page.on("dialog", lambda question: question.accept())
    page.reload()
    faults.expect_screen(page, shown)
    expect(faults.status(page)).to_contain_text("look over the labels of this item")
    for row in page.get_by_test_id("span-list").locator("li").all():
        row.get_by_role("button").first.click()
        page.get_by_role("menuitemradio", name="Error").click()
    faults.expect_screen(page, shown)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(site, "labels", "ada", page)


def test_work_on_an_item_whose_slot_was_taken(
    context: BrowserContext, browser: Browser, watched: OpenPage, site: Site
) -> None:
    faults.project(site, "places-taken", ("ada", "bo"), 1, "--redundancy", "1", policy="pool")
    page = watched(context)
    # Otherwise her page might reserve the slot again when it preloads the next item.
    page.route(
        "**/next/",
        lambda route: route.abort() if "beside" in (route.request.post_data or "") else route.continue_(),
    )
    begin(page, site, "places-taken", "ada")
    asked = faults.question(page)
    site.change(
        "UPDATE annotation_assignment SET expires_at = '2026-01-01 00:00:00+00:00' WHERE project_id ="
        " (SELECT id FROM annotation_project WHERE slug = 'places-taken')"
    )
    other = browser.new_context()
    faster = watched(other)
    faults.begin(faster, site, "places-taken", "bo")
    faults.complete_form(faster)
    submit(faster)
    other.close()
    RandomEditor(page, 2).edit(3)
    shown = faults.complete_form(page)
    submit(page)
    page.goto(f"{site.url}/p/places-taken/mine")
    page.get_by_text(asked).click()
    expect(faults.status(page)).to_contain_text(
        "The item is complete: your work is kept, and counts if a lead accepts it"
    )
    faults.assert_stored_once(site, "places-taken", "ada", asked, shown, submissions=1)


def test_work_in_a_closed_language(
    context: BrowserContext, watched: OpenPage, concurrent: Site, tmp_path: Path
) -> None:
    page = watched(context)
    begin(page, concurrent, SLUG, "dana")
    concurrent.manage("close_language", SLUG, "en")
    RandomEditor(page, 2).edit(3)
    shown = faults.complete_form(page)
    page.get_by_test_id("submit").click()
    expect(faults.status(page)).to_contain_text(
        "this language is closed. What you marked is stored as a draft"
    )
    assert faults.screen(page) == shown
    faults.assert_screen_stored_once(concurrent, SLUG, "dana", page)
