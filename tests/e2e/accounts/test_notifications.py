"""A question rings the lead's bell, the answer the annotator's, and a kind that is switched off rings none."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

pytestmark = pytest.mark.e2e

SLUG = "ringing"


def ask(page: Page, text: str) -> None:
    page.get_by_test_id("message").fill(text)
    page.get_by_test_id("send").click()
    expect(page.get_by_test_id("thread")).to_contain_text(text)


def test_bells_ring_for_a_question_and_its_answer(page: Page, site: Site, browser: Browser) -> None:
    lamp = item("lamp-1", "The lamp was lit by Anna in March.", question="Who lit the lamp?")
    # People of their own: an account of another test would be told that it was added.
    site.project(SLUG, {"ringa": "annotator", "ringo": "lead"}, [lamp])
    log_in(page, site, "ringa")
    open_workspace(page, site, SLUG)
    page.keyboard.press("a")
    ask(page, "Is Anna a name?")
    ask(page, "Or a ship?")

    lead = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 800}).new_page()
    log_in(lead, site, "ringo")
    bell = lead.get_by_role("button", name="Notifications, 1 unread")
    bell.click()
    row = lead.get_by_test_id("notifications").get_by_role("link", name="2 messages from annotators")
    expect(row).to_contain_text("just now")
    row.click()
    expect(lead).to_have_url(f"{site.url}/p/{SLUG}/questions")
    expect(lead.get_by_role("button", name="Notifications", exact=True)).to_be_visible()
    lead.get_by_test_id("thread-line").click()
    ask(lead, "A name.")

    page.goto(f"{site.url}/")
    page.get_by_role("button", name="Notifications, 1 unread").click()
    answered = page.get_by_role("link", name="An answer about item lamp-1")
    expect(answered).to_be_visible()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("button", name="Notifications", exact=True)).to_be_visible()
    answered.click()
    expect(page.get_by_test_id("answer")).to_be_visible()

    lead.goto(f"{site.url}/account#notifications")
    with lead.expect_response(lambda response: response.request.method == "PUT"):
        lead.get_by_role("checkbox", name="Questions from annotators: in the page").uncheck()
    expect(lead.get_by_text("This site sends no email about notifications.")).to_be_visible()
    page.keyboard.press("a")
    ask(page, "Thank you. And March?")
    lead.goto(f"{site.url}/")
    unread = lead.request.get(f"{site.url}/api/v1/notifications/unread/")
    assert unread.json() == {"unread": 0}
    expect(lead.get_by_role("button", name="Notifications", exact=True)).to_be_visible()
    lead.context.close()
