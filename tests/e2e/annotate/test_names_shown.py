"""Annotators see in the workspace that leads see names."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage
from tests.e2e.site import Site

pytestmark = pytest.mark.e2e

SLUG = "named"


def test_the_workspace_says_since_when_and_why_names_are_shown(
    context: BrowserContext, watched: OpenPage, site: Site
) -> None:
    faults.project(site, SLUG, ("ada",), items=1)
    site.manage("set_project", SLUG, "--anonymous", "on")
    page = watched(context)
    faults.begin(page, site, SLUG, "ada")
    expect(page.get_by_test_id("submit")).to_be_visible()
    expect(page.get_by_test_id("names-shown")).to_have_count(0)
    site.manage("set_project", SLUG, "--anonymous", "off", "--reason", "To pay people.")
    page.reload()
    expect(page.get_by_test_id("names-shown")).to_contain_text("To pay people.")
