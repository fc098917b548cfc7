"""A person turns on a second factor, and continues to work after a login that asks for its code."""

import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import BrowserContext, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import PASSWORD, Site

pytestmark = pytest.mark.e2e

SLUG = "factor"


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("422",)  # a wrong code on the account page


def code_of(secret: str, ahead: int) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead))


def test_the_code_is_asked_for_after_the_password_also_over_the_workspace(
    context: BrowserContext, watched: OpenPage, site: Site
) -> None:
    faults.project(site, SLUG, ("ada",), items=2)
    page = watched(context)
    faults.log_in(page, site, "ada")
    page.goto(site.url + "/account")
    form = page.get_by_test_id("second-factor")
    form.locator("[name=factor-password]").fill(PASSWORD)
    form.get_by_role("button", name="Set up").click()
    expect(form.get_by_role("img", name="QR code")).to_be_visible()
    secret = form.get_by_test_id("secret").inner_text()
    form.locator("[name=factor-code]").fill("000")
    form.locator("[name=factor-code]").press("Enter")
    expect(form.locator("[aria-invalid]")).to_be_visible()
    form.locator("[name=factor-code]").fill(code_of(secret, 0))
    form.locator("[name=factor-code]").press("Enter")
    expect(form.get_by_test_id("recovery-codes").locator("li")).to_have_count(10)
    recovery, another = form.get_by_test_id("recovery-codes").locator("li").all_inner_texts()[:2]
    page.reload()
    expect(form.get_by_text("10 recovery codes are left")).to_be_visible()
    expect(form.get_by_test_id("recovery-codes")).to_have_count(0)

    # The session ends during work: password and code over the page, and nothing is lost.
    faults.open_workspace(page, site, SLUG)
    asked = faults.question(page)
    hand = RandomEditor(page, 1)
    hand.begin()
    hand.edit(3)
    faults.wait_until_saved(page)
    site.change("DELETE FROM foundation_browsersession")
    hand.write()
    shown = faults.screen(page)
    faults.pause(page)
    dialog = page.get_by_role("dialog", name="Log in again")
    dialog.locator("[name=password]").fill(PASSWORD)
    dialog.locator("[name=password]").press("Enter")
    dialog.locator("[name=code]").fill("000000")
    dialog.locator("[name=code]").press("Enter")
    expect(dialog.locator("[name=code]")).to_have_attribute("aria-invalid", "true")
    expect(dialog.locator("[name=code]")).to_be_focused()
    dialog.locator("[name=code]").fill(code_of(secret, 1))
    dialog.locator("[name=code]").press("Enter")
    expect(dialog).to_be_hidden()
    faults.wait_until_saved(page)
    assert faults.question(page) == asked
    faults.expect_screen(page, shown)
    faults.assert_screen_stored_once(site, SLUG, "ada", page)

    # A recovery code at the login page, new recovery codes, and the second factor is turned off.
    faults.log_out(page)
    page.goto(site.url + "/login")
    page.locator("[name=username]").fill("ada")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.locator("[name=code]").fill(recovery)
    page.locator("[name=code]").press("Enter")
    page.wait_for_url(lambda url: "/login" not in url)
    page.goto(site.url + "/account")
    expect(form.get_by_text("9 recovery codes are left")).to_be_visible()
    form.locator("[name=factor-password]").fill(PASSWORD)
    form.locator("[name=factor-code]").fill(another)
    form.get_by_role("button", name="Create new recovery codes").click()
    expect(form.get_by_text("10 recovery codes are left")).to_be_visible()
    renewed = form.get_by_test_id("recovery-codes").locator("li").first.inner_text()
    form.locator("[name=factor-password]").fill(PASSWORD)
    form.locator("[name=factor-code]").fill(renewed)
    form.get_by_role("button", name="Turn off").click()
    expect(form.get_by_role("button", name="Set up")).to_be_visible()
