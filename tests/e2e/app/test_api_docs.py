"""The API documentation in the browser, under the same strict content policy as every page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site

pytestmark = pytest.mark.e2e


def test_the_docs_show_the_operations_without_third_party_requests(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/api/docs/")
    # The page holds only the operations near the window; this one is near its top.
    expect(page.get_by_text("/api/v1/account/password/").first).to_be_visible()
    page.evaluate("scrollTo(0, 2_000)")
    expect(page.get_by_text("/api/v1/projects/").first).to_be_visible()
