"""Browser storage that is unavailable, full, or cleared, and drafts of another version of the page."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site

pytestmark = pytest.mark.e2e

SLUG = "storage"
PEOPLE = ("ada", "bo", "chen", "dana", "eve", "finn", "gul", "hal", "ina")

ABSENT = "delete window.indexedDB; Object.defineProperty(window, 'indexedDB', { value: undefined })"
FORBIDDEN = "IDBFactory.prototype.open = () => { throw new DOMException('Forbidden', 'SecurityError') }"
SILENT = "IDBFactory.prototype.open = () => new EventTarget()"

PUT = """
([key, record]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("morel", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("unsent");
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("unsent", "readwrite");
    transaction.objectStore("unsent").put(record, key);
    transaction.oncomplete = () => (opening.result.close(), resolve());
    transaction.onabort = () => reject(transaction.error);
  };
})
"""


@pytest.fixture(scope="module")
def storing(site: Site) -> Site:
    return faults.project(site, SLUG, PEOPLE, items=1)


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION,)


@pytest.mark.parametrize(
    ("person", "trouble"),
    [("ada", ABSENT), ("bo", FORBIDDEN), ("chen", SILENT)],
    ids=["absent", "forbidden", "silent"],
)
def test_work_without_browser_storage(
    context: BrowserContext, watched: OpenPage, storing: Site, tmp_path: Path, person: str, trouble: str
) -> None:
    context.add_init_script(trouble)
    page = watched(context)
    faults.begin(page, storing, SLUG, person)
    hand = RandomEditor(page, 1)
    hand.begin()
    faults.wait_until_saved(page)
    context.set_offline(True)
    hand.edit(3)
    hand.write()
    faults.pause(page)
    faults.pause(page)
    expect(faults.status(page)).to_contain_text("This browser does not store data: keep the page open")
    [kept] = faults.exported(page, tmp_path)["on_page"]
    assert faults.shown_by(faults.latest(kept["unsent"])) == faults.screen(page)
    context.set_offline(False)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(storing, SLUG, person, page)


def test_work_begun_without_network_and_browser_storage_can_be_exported(
    context: BrowserContext, watched: OpenPage, storing: Site, tmp_path: Path
) -> None:
    context.add_init_script(ABSENT)
    page = watched(context)
    faults.begin(page, storing, SLUG, "ina")
    context.set_offline(True)
    RandomEditor(page, 8).write()
    faults.pause(page)
    expect(faults.status(page)).to_contain_text("This browser does not store data: keep the page open")
    [kept] = faults.exported(page, tmp_path)["on_page"]
    assert faults.shown_by(faults.latest(kept["unsent"])) == faults.screen(page)
    context.set_offline(False)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(storing, SLUG, "ina", page)


def test_work_with_full_browser_storage(
    context: BrowserContext, watched: OpenPage, storing: Site, tmp_path: Path
) -> None:
    page = watched(context)
    browser = context.new_cdp_session(page)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": storing.url, "quotaSize": 1})
    faults.begin(page, storing, SLUG, "dana")
    hand = RandomEditor(page, 2)
    hand.begin()
    faults.wait_until_saved(page)
    context.set_offline(True)
    hand.edit(3)
    hand.write()
    faults.pause(page)
    expect(faults.status(page)).to_contain_text("This browser has no space left")
    [kept] = faults.exported(page, tmp_path)["on_page"]
    assert faults.shown_by(faults.latest(kept["unsent"])) == faults.screen(page)
    # Storage is available again.
    browser.send("Storage.overrideQuotaForOrigin", {"origin": storing.url})
    hand.write()
    expect(faults.status(page)).to_contain_text("Kept in this browser")
    context.set_offline(False)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(storing, SLUG, "dana", page)


def test_drafts_deleted_by_the_browser_are_stored_again(
    context: BrowserContext, watched: OpenPage, storing: Site
) -> None:
    page = watched(context)
    faults.begin(page, storing, SLUG, "eve")
    hand = RandomEditor(page, 3)
    hand.begin()
    faults.wait_until_saved(page)
    context.set_offline(True)
    hand.edit(3)
    hand.write()
    shown = faults.screen(page)
    browser = context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", {"origin": storing.url, "storageTypes": "indexeddb"})
    faults.wait_until_a_draft_is_stored(page)
    page.close()
    context.set_offline(False)
    page = watched(context)
    faults.open_workspace(page, storing, SLUG)
    faults.expect_screen(page, shown)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(storing, SLUG, "eve", page)


def test_work_with_a_jumping_clock(context: BrowserContext, watched: OpenPage, storing: Site) -> None:
    page = watched(context)
    faults.begin(page, storing, SLUG, "finn")
    hand = RandomEditor(page, 4)
    hand.begin()
    faults.wait_until_saved(page)
    context.set_offline(True)
    for day in ("1999-12-31", "2099-01-01", "2020-02-29"):
        page.clock.set_system_time(day)
        hand.edit()
        hand.write()
    context.set_offline(False)
    faults.wait_until_saved(page)
    [last] = faults.assert_screen_stored_once(storing, SLUG, "finn", page)[-1:]
    assert last["active_seconds"] <= 120


def of_form_1(work: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    """A draft in the first storage format, whose key names no page."""
    return {
        "form": 1,
        "tab": "a tab of long ago",
        "base_revision": work["annotation"]["revision"],
        "answer_sha256": work["answer_sha256"],
        "question": work["question"],
        "since": "2026-01-01T12:00:00.000Z",
        "pending": None,
        "content": content,
    }


def test_drafts_of_the_first_storage_format_are_sent(
    context: BrowserContext, watched: OpenPage, storing: Site
) -> None:
    page = watched(context)
    faults.begin(page, storing, SLUG, "gul")
    RandomEditor(page, 5).mark()
    faults.wait_until_saved(page)
    work = faults.work(page, storing, SLUG)
    content = work["annotation"]["content"] | {"comment": "Written long ago"}
    page.goto(f"{storing.url}/static/app/favicon.svg")
    page.evaluate(PUT, [["gul", SLUG, str(work["id"])], of_form_1(work, content)])
    faults.open_workspace(page, storing, SLUG)
    expect(page.get_by_test_id("comment")).to_have_value("Written long ago")
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(storing, SLUG, "gul", page)
    faults.wait_until_no_draft_is_stored(page)


def test_unreadable_drafts_are_kept_and_can_be_exported(
    context: BrowserContext, watched: OpenPage, storing: Site, tmp_path: Path
) -> None:
    page = watched(context)
    faults.begin(page, storing, SLUG, "hal")
    RandomEditor(page, 6).mark()
    faults.wait_until_saved(page)
    work = faults.work(page, storing, SLUG)
    record = {"form": 99, "work": "of a kind that is not known yet"}
    page.evaluate(PUT, [["hal", SLUG, str(work["id"]), "another page"], record])
    page.reload()
    expect(page.get_by_test_id("unfinished")).to_contain_text("cannot read")
    [found] = faults.exported(page, tmp_path)["in_browser"]
    assert found == {"project": SLUG, "item": work["id"], "record": record}
    RandomEditor(page, 7).write()
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(storing, SLUG, "hal", page)

    page.get_by_test_id("waiting").click()
    page.get_by_role("button", name="Discard…").click()
    page.get_by_role("button", name="Discard", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("unfinished")).to_be_empty()
    faults.wait_until_no_draft_is_stored(page)
