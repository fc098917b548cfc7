"""A text with 300 marks: the list renders only visible rows, and the keyboard reaches all of them."""

import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace

pytestmark = pytest.mark.e2e

SLUG = "marked-all-over"
LAMPS = 300
MOST_DRAWN = 60
ANSWER = "The lamp was lit. " * LAMPS
# Visible within the list, which may itself be scrolled out of the window.
IN_SIGHT = """
(row) => {
  const [{ top, bottom }, list] = [row, row.parentElement].map((each) => each.getBoundingClientRect());
  return list.top <= top + 1 && bottom <= list.bottom + 1;
}
"""


@pytest.fixture
def marked(page: Page, site: Site) -> Page:
    """An item whose 300 lamps are marked."""
    site.project(SLUG, {"manny": "annotator"}, [item("lamps", ANSWER)], "--preset", "mu-shroom")
    log_in(page, site, "manny")
    open_workspace(page, site, SLUG)
    path = f"{page.url.replace('/p/', '/api/v1/projects/').replace('/annotate/', '/items/')}/"
    held = page.request.get(f"{path}mine/").json()
    spans = [
        {"id": f"s{n}", "start": 18 * n + 4, "end": 18 * n + 8, "label": "hallucination"}
        for n in range(LAMPS)
    ]
    cookies = {cookie.get("name"): cookie.get("value", "") for cookie in page.context.cookies()}
    saved = page.request.put(
        f"{path}annotation/",
        headers={"X-CSRFToken": cookies["csrftoken"], "Referer": site.url},
        data={
            "save_id": str(uuid.uuid4()),
            "base_revision": held["annotation"]["revision"],
            "answer_sha256": held["answer_sha256"],
            "submit": False,
            "content": {**held["annotation"]["content"], "spans": spans},
        },
    )
    assert saved.ok, saved.text()
    page.reload()
    expect(page.get_by_test_id("mark-count")).to_contain_text(str(LAMPS))
    return page


def test_only_visible_rows_are_rendered(marked: Page) -> None:
    rows = marked.get_by_test_id("span-list").get_by_role("listitem")
    row = rows.locator("[data-position]")

    def expect_few() -> None:
        # Effects of a layout are done two frames later.
        marked.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert 0 < rows.count() < MOST_DRAWN

    expect(row.first).to_contain_text("Hallucination lamp 4–8")
    expect_few()
    row.first.focus()
    marked.keyboard.press("End")
    expect(row.last).to_be_focused()
    expect(rows.last).to_have_attribute("aria-posinset", str(LAMPS))
    expect_few()
    marked.keyboard.press("PageUp")
    expect(marked.locator("[data-position]:focus")).to_be_in_viewport()
    expect_few()

    drag(marked, 18 * 150 + 9, 18 * 150 + 16)
    here = marked.get_by_test_id("span-list").locator("[aria-current]")
    expect(here).to_have_attribute("aria-posinset", "152")
    expect_few()
    assert here.evaluate(IN_SIGHT)
