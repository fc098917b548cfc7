"""A site administrator creates a project and edits its annotation scheme."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import create_project, log_in

pytestmark = pytest.mark.e2e

MADE = f"""
from django.contrib.auth.models import User
User.objects.create_superuser("gardener", password={PASSWORD!r})
"""


def test_a_project_is_created_from_a_preset_and_its_scheme_edited(page: Page, site: Site) -> None:
    site.manage("shell", "-v0", "-c", MADE)
    log_in(page, site, "gardener")
    page.get_by_role("link", name="New project").click()
    page.locator("[name=project-name]").fill("Orchard facts")
    expect(page.locator("[name=slug]")).to_have_value("orchard-facts")
    create_project(page, "EN, AR", "mu-shroom")
    expect(page.get_by_role("link", name="Import items")).to_be_visible()
    page.goto(f"{site.url}/p/orchard-facts/settings")

    labels = page.get_by_test_id("span-labels").locator("li")
    expect(labels).to_have_count(1)
    page.get_by_test_id("span-labels-add").click()
    page.keyboard.type("Wrong place")
    page.keyboard.press("Alt+ArrowUp")
    expect(labels.first.get_by_placeholder("Text")).to_have_value("Wrong place")
    preview = page.get_by_test_id("scheme-preview").get_by_role("button")
    expect(preview).to_have_text(["1 Wrong place", "2 Hallucination"])
    page.get_by_test_id("save-scheme").click()
    expect(page.get_by_test_id("scheme-state")).to_have_text("Version 2 is current")
    shown = page.request.get(f"{site.url}/api/v1/projects/orchard-facts/").json()
    assert [each["name"] for each in shown["scheme"]["span_labels"]] == ["wrong-place", "hallucination"]
    assert (shown["role"], [each["language"] for each in shown["languages"]]) == ("lead", ["ar", "en"])
