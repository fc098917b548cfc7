"""An annotator asks about an item and a lead answers, without leaving their pages."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "asking"
HOSTILE = "Is <b>Anna</b> a name? <img src=x onerror=alert(1)>"


def test_a_question_and_its_answer(page: Page, site: Site, browser: Browser) -> None:
    lamps = [
        item(f"lamp-{n}", "The lamp was lit by Anna in March.", question=f"Who lit {n}?") for n in (1, 2)
    ]
    site.project(SLUG, {"asta": "annotator", "lynn": "lead"}, lamps)
    log_in(page, site, "asta")
    open_workspace(page, site, SLUG)
    drag(page, 4, 8)

    page.keyboard.press("a")
    page.get_by_test_id("message").fill(HOSTILE)
    page.get_by_test_id("message").press("Control+Enter")  # sends the message, does not submit the item
    expect(page.get_by_test_id("thread")).to_have_text(f"You just now {HOSTILE}")
    expect(page.get_by_test_id("message")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("ask")).to_be_hidden()

    lead = browser.new_context(locale="en-GB").new_page()
    log_in(lead, site, "lynn")
    lead.goto(f"{site.url}/p/{SLUG}")
    expect(lead.get_by_title("1 waiting")).to_be_visible()
    lead.get_by_role("button", name="Quality").click()
    lead.get_by_role("link", name="Questions").click()
    lead.get_by_test_id("thread-line").click()
    expect(lead.get_by_test_id("thread")).to_contain_text(HOSTILE)
    lead.get_by_test_id("message").fill("Yes, of a person.")
    expect(lead.get_by_test_id("thread-line")).to_contain_text("waits for an answer")
    lead.get_by_test_id("send").click()
    expect(lead.get_by_test_id("thread")).to_contain_text("Yes, of a person.")
    expect(lead.get_by_test_id("thread-line")).not_to_contain_text("waits for an answer")
    lead.get_by_role("link", name="Look at the item").click()
    expect(lead.get_by_test_id("item-answer")).to_be_visible()
    lead.get_by_test_id("thread-line").click()
    expect(lead.get_by_test_id("thread")).to_contain_text("Yes, of a person.")
    lead.goto(f"{site.url}/p/{SLUG}/questions")
    expect(lead.get_by_role("heading", name="No question waits for you")).to_be_visible()
    lead.context.close()

    # The page polls for answers in the background, and when it becomes visible.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("button", name="1 new answer")).to_be_visible()
    page.get_by_test_id("open-ask").click()
    expect(page.get_by_test_id("thread")).to_contain_text("Yes, of a person.")
    expect(page.get_by_role("button", name="1 new answer")).to_have_count(0)
    page.keyboard.press("Escape")

    page.get_by_test_id("nothing-to-mark").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("5")
    assert ranges(submit(page)) == [(4, 8)]
    raw = site.directory / "raw.jsonl"
    site.manage("export_annotations", SLUG, "--out", str(raw))
    assert "Anna a name" not in raw.read_text()
    assert "of a person" not in raw.read_text()
