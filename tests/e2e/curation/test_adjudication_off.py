"""A lead enables adjudication where it is missed."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e


def test_a_lead_enables_adjudication_on_the_page_that_needs_it(page: Page, site: Site) -> None:
    site.project("undecided", {"ria-off": "lead"}, [item("mill", "The mill was built in 1742.")])
    log_in(page, site, "ria-off")
    page.goto(f"{site.url}/p/undecided/curation")
    page.get_by_test_id("enable-adjudication").click()
    expect(page.get_by_test_id("queue-open")).to_be_visible()
    page.goto(f"{site.url}/p/undecided/settings")
    expect(page.get_by_test_id("adjudication")).to_be_checked()
