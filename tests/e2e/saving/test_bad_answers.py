"""A response that is not the server's acknowledges nothing: drafts are kept until the server does."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.e2e import faults
from tests.e2e.faults import OpenPage, RandomEditor
from tests.e2e.site import Site

pytestmark = pytest.mark.e2e

SLUG = "answers"
PAGE = "<!doctype html><title>Free Wi-Fi</title><p>Please accept our terms."

ANSWERS: dict[str, dict[str, Any]] = {
    "the page of a hotel's network": {"status": 200, "content_type": "text/html", "body": PAGE},
    "the page of a proxy": {"status": 502, "content_type": "text/html", "body": PAGE},
    "nothing": {"status": 200, "body": ""},
    "nothing, as JSON": {"status": 200, "content_type": "application/json", "body": ""},
    "JSON of another kind": {"status": 200, "json": {"ok": True}},
    "half of the JSON": {"status": 200, "content_type": "application/json", "body": '{"annotation": {"revi'},
    "no content": {"status": 204},
    "a server that is overrun": {"status": 503, "json": {}, "headers": {"Retry-After": "1"}},
    "the refusal of a firewall": {"status": 403, "content_type": "text/html", "body": PAGE},
    "nothing found by a proxy": {"status": 404, "content_type": "text/html", "body": PAGE},
}


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return (r"status of (403|404|502|503)",)


def fulfilling(answer: dict[str, Any]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(**answer)


def test_only_an_acknowledged_save_counts_as_saved(
    context: BrowserContext, watched: OpenPage, site: Site
) -> None:
    faults.project(site, SLUG, items=1)
    page = watched(context)
    faults.begin(page, site, SLUG)
    hand = RandomEditor(page, 1)
    hand.mark()
    faults.wait_until_saved(page)
    acknowledged = len(faults.revisions(site, SLUG, "ada")[faults.question(page)])
    for name, answer in ANSWERS.items():
        page.route(faults.SAVES, fulfilling(answer))
        hand.edit()
        hand.write()
        faults.pause(page)
        expect(faults.status(page), name).to_contain_text("The server does not answer")
        expect(faults.status(page), name).to_contain_text("not sent yet. Kept in this browser")
    stored = faults.revisions(site, SLUG, "ada")[faults.question(page)]
    assert len(stored) == acknowledged
    page.unroute_all(behavior="wait")
    faults.press_retry_until_saved(page)
    faults.assert_screen_stored_once(site, SLUG, "ada", page)
