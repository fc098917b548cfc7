"""The size budget of the workspace's JavaScript."""

import gzip

import pytest
from playwright.sync_api import Browser, Response

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

pytestmark = pytest.mark.e2e

BUDGET = 100_000
SLUG = "size"


@pytest.fixture(scope="module")
def sized(site: Site) -> Site:
    site.project(SLUG, {"gauge": "annotator"}, [item("only", "The lamp was lit in 1884.")])
    return site


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_the_javascript_of_the_workspace_stays_within_its_budget(
    browser: Browser, sized: Site, locale: str
) -> None:
    entrance = browser.new_context()
    log_in(entrance.new_page(), sized, "gauge")
    # A new context, so that no script of the login page is cached.
    context = browser.new_context(locale=locale, storage_state=entrance.storage_state())
    page = context.new_page()
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))
    open_workspace(page, sized, SLUG)
    page.wait_for_load_state("networkidle")
    sizes = {
        response.url.rpartition("/")[2]: len(gzip.compress(response.body(), mtime=0))
        for response in loaded
        if response.request.resource_type == "script"
    }
    assert page.locator("html").get_attribute("lang") == locale
    entrance.close()
    context.close()
    print(f"{locale}: {sum(sizes.values())} bytes:", sizes)
    assert any(name.startswith("workspace") for name in sizes)
    assert sum(sizes.values()) <= BUDGET, sizes
