"""A lead reopens an annotation with a reason, and its annotator reads it until they submit again."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, submit

pytestmark = pytest.mark.e2e

SLUG = "reopening"
REASON = "The <b>month</b> is wrong too."


def test_an_annotation_is_reopened_with_a_reason(page: Page, site: Site, browser: Browser) -> None:
    site.project(
        SLUG,
        {"asta": "annotator", "lynn": "lead"},
        [item("lamp-1", "The lamp was lit by Anna in March.", question="Who lit the lamp?")],
        "--preset",
        "mu-shroom",
    )
    log_in(page, site, "asta")
    open_workspace(page, site, SLUG)
    drag(page, 20, 24)
    submit(page)

    lead = browser.new_context(locale="en-GB").new_page()
    log_in(lead, site, "lynn")
    lead.goto(f"{site.url}/p/{SLUG}/items")
    lead.locator("main ol a[href*='/items/']").click()
    lead.get_by_role("button", name="Reopen the annotation of asta").click()
    expect(lead.get_by_test_id("reopen")).to_be_disabled()
    lead.get_by_label("What to change").fill("Never mind.")
    lead.get_by_test_id("reopen").click()
    lead.get_by_role("button", name="Undo").click()
    lead.get_by_role("button", name="Reopen the annotation of asta").click()
    lead.get_by_label("What to change").fill(REASON)
    lead.get_by_test_id("reopen").click()
    expect(lead.get_by_text(f"Reopened: {REASON}")).to_be_visible()

    page.goto(f"{site.url}/p/{SLUG}/mine?status=draft")
    expect(page.get_by_text(REASON)).to_be_visible()
    open_workspace(page, site, SLUG)
    expect(page.get_by_test_id("reopened")).to_contain_text(REASON)
    drag(page, 28, 33)
    submit(page)
    page.goto(f"{site.url}/p/{SLUG}/mine")
    expect(page.get_by_text("lamp-1")).to_be_visible()
    expect(page.get_by_text(REASON)).to_have_count(0)
    lead.reload()
    expect(lead.get_by_role("button", name="Reopen the annotation of asta")).to_be_visible()
    lead.context.close()
