"""Without a network: each submit moves on to a preloaded item, and all are stored once and in order afterwards."""

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e import faults
from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

pytestmark = pytest.mark.e2e

STORED = """
    SELECT i.question, r.number, r.submit FROM annotation_annotationrevision r
    JOIN annotation_annotation a ON a.id = r.annotation_id
    JOIN annotation_item i ON i.id = a.item_id
    JOIN annotation_project p ON p.id = i.project_id
    WHERE p.slug = ? ORDER BY r.id
"""


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION,)


RESERVED = """
    SELECT count(*) FROM annotation_assignment a JOIN annotation_project p ON p.id = a.project_id WHERE p.slug = ?
"""


@pytest.fixture(scope="module", params=[("everyone", 10), ("pool", 5)], ids=["everyone", "pool"])
def ferry(site: Site, request: pytest.FixtureRequest) -> tuple[Site, str, int]:
    """A project with more items than are preloaded, and how many are."""
    policy, ahead = request.param
    slug = f"ferry-{policy}"
    items = [item(f"{slug}-{n}", f"Ferry {n} left at noon.", question=f"Ferry {n}?") for n in range(14)]
    site.project(
        slug, {f"finn-{policy}": "annotator"}, items, "--preset", "mu-shroom", "--assignment", policy
    )
    return site, slug, ahead


def asks_beside(request: Request) -> int | None:
    """The number of preloaded items that a request for another one names; None for other requests."""
    if not request.url.endswith("/next/"):
        return None
    return len((request.post_data_json or {}).get("ahead", []))


def test_all_preloaded_items_can_be_submitted(page: Page, ferry: tuple[Site, str, int]) -> None:
    site, slug, ahead = ferry
    log_in(page, site, slug.replace("ferry", "finn"))
    is_last = lambda request: asks_beside(request) == ahead - 1  # noqa: E731 — a one-line callback
    with page.expect_request_finished(is_last):
        open_workspace(page, site, slug)
    assert site.rows(RESERVED, slug) == [(ahead + 1,)]

    page.context.set_offline(True)
    shown = []
    for _ in range(ahead):
        question = page.locator("main h1").inner_text()
        shown.append(question)
        page.keyboard.press("n")
        page.keyboard.press("Control+Enter")
        expect(page.locator("main h1")).not_to_have_text(question)
    assert len(set(shown)) == ahead
    assert site.rows(STORED, slug) == []
    expect(page.get_by_test_id("unfinished")).to_contain_text(f"{ahead} items wait to be sent")

    page.context.set_offline(False)
    for _ in range(200):
        if len(stored := site.rows(STORED, slug)) >= ahead:
            break
        page.wait_for_timeout(100)
    expect(page.get_by_test_id("unfinished")).to_have_text("")
    assert [(question, number) for question, number, _ in stored] == [(question, 1) for question in shown]
    assert all(submit for _, _, submit in stored)
    # Work continues: the next items are loaded again.
    expect(page.get_by_test_id("next")).to_be_enabled()
