"""Personal keyboard shortcuts."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

pytestmark = pytest.mark.e2e

SLUG = "own-keys"


@pytest.fixture(scope="module", autouse=True)
def project(site: Site) -> None:
    lamps = [
        item(f"lamp-{n}", "The lamp was lit in March.", question=f"When was lamp {n} lit?") for n in (1, 2)
    ]
    site.project(SLUG, {"kim": "annotator", "kit": "annotator"}, lamps)


def key_of(page: Page, command: str) -> Locator:
    return page.get_by_test_id(f"key-{command}")


def saved(page: Page) -> object:
    """Run the block and wait until the server has saved the preferences."""
    return page.expect_response(lambda response: response.url.endswith("/preferences/") and response.ok)


def test_a_key_is_changed_by_keyboard_and_applies_in_another_browser(
    page: Page, site: Site, browser: Browser
) -> None:
    log_in(page, site, "kim")
    open_workspace(page, site, SLUG)
    unsure = page.get_by_test_id("unsure")

    page.keyboard.press("?")
    key_of(page, "unsure").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    expect(page.get_by_role("alert")).to_contain_text("Nothing to mark")  # already has that key
    with saved(page):
        page.keyboard.press("b")
    expect(key_of(page, "unsure")).to_have_text("B")
    page.keyboard.press("Escape")

    page.keyboard.press("u")
    expect(unsure).not_to_be_checked()
    page.keyboard.press("b")
    expect(unsure).to_be_checked()

    elsewhere = browser.new_context(locale="en-GB").new_page()
    log_in(elsewhere, site, "kim")
    open_workspace(elsewhere, site, SLUG)
    expect(elsewhere.get_by_role("checkbox", name="Unsure")).to_have_attribute("aria-keyshortcuts", "B")
    elsewhere.context.close()


def test_a_sheet_that_is_opened_again_at_once_stays_open(page: Page, site: Site) -> None:
    log_in(page, site, "kim")
    open_workspace(page, site, SLUG)
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_be_visible()
    # The click comes before the browser's event that the dialog has closed.
    connected = page.evaluate(
        """async () => {
          const sheet = document.querySelector("dialog[open]");
          const closed = new Promise((done) => sheet.addEventListener("close", () => setTimeout(done)));
          sheet.dispatchEvent(new Event("cancel"));
          await Promise.resolve();
          document.querySelector(".top .keys").click();
          await closed;
          return sheet.isConnected;
        }"""
    )
    assert connected is False
    expect(page.get_by_test_id("keys")).to_be_visible()


def test_a_key_is_reassigned_and_all_keys_are_reset(page: Page, site: Site) -> None:
    log_in(page, site, "kit")
    open_workspace(page, site, SLUG)
    page.keyboard.press("?")

    key_of(page, "unsure").click()
    page.keyboard.press("Control+f")
    expect(page.get_by_role("alert")).to_contain_text("belongs to the browser")
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_contain_text("in this project")
    page.keyboard.press("s")
    page.get_by_role("button", name="Take it from there").click()
    expect(key_of(page, "unsure")).to_have_text("S")
    expect(key_of(page, "skip")).to_have_text("No key")

    key_of(page, "submit").click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("keys")).to_be_visible()  # Esc cancels the change and keeps the sheet open
    expect(key_of(page, "submit")).to_have_text("Ctrl Enter")

    page.get_by_test_id("reset-keys").click()
    expect(key_of(page, "skip")).to_have_text("S")
    expect(page.get_by_test_id("reset-keys")).to_be_hidden()

    page.get_by_test_id("letters").uncheck()
    expect(key_of(page, "skip")).to_have_text("No key")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.get_by_test_id("unsure")).not_to_be_checked()
