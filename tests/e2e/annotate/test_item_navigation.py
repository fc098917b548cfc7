"""Item navigation: the next item is preloaded, and own items are browsed in order."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "flow"
PEOPLE = ("ada", "bo", "chen", "dana")
QUESTIONS = [f"Who kept lamp number {n} in order?" for n in range(1, 7)]

HELD = f"""
import json
from annotation.models import Assignment
rows = Assignment.objects.filter(project__slug="{SLUG}", annotator__user__username="%s").order_by("reserved_at", "pk")
print(json.dumps([[row.item.question, row.state, row.item.annotation_set.exists()] for row in rows]))
"""


@pytest.fixture(scope="module")
def flow(site: Site) -> Site:
    items = [
        item(f"lamp-{n}", f"Lamp {n} was kept by Ada Fell.", question=question)
        for n, question in enumerate(QUESTIONS, 1)
    ]
    site.project(
        SLUG, dict.fromkeys(PEOPLE, "annotator"), items, "--preset", "mu-shroom", "--redundancy", "4"
    )
    return site


def held(site: Site, person: str) -> list[Any]:
    """The person's assignments in order: question, state, and whether anything was saved."""
    rows: list[Any] = json.loads(site.manage("shell", "-v0", "-c", HELD % person))
    return rows


AHEAD = ["reserved"] * 5
"""In a pool as many items are loaded ahead, if there are so many."""


def expect_held(page: Page, site: Site, person: str, states: list[str]) -> None:
    """Wait until the person's assignments have these states, in order."""
    for _ in range(100):
        if (found := [state for _, state, _ in held(site, person)]) == states:
            return
        page.wait_for_timeout(100)
    assert found == states


def question(page: Page) -> Locator:
    return page.locator("main h1")


def say_nothing_and_submit(page: Page) -> None:
    page.keyboard.press("n")
    submit(page)


def test_the_next_item_is_loaded_before_the_submit(page: Page, flow: Site) -> None:
    log_in(page, flow, "ada")
    open_workspace(page, flow, SLUG)
    first = question(page).inner_text()
    expect(page.get_by_test_id("next")).to_be_enabled()
    expect_held(page, flow, "ada", ["reserved", *AHEAD])

    # From now on no request is answered except the save.
    waiting: list[Route] = []
    page.route("**/next/", lambda route: waiting.append(route))
    page.route("**/mine/", lambda route: waiting.append(route))
    say_nothing_and_submit(page)
    expect(question(page)).not_to_have_text(first)
    expect(question(page)).to_be_focused()
    (_, _, _), (second, _, begun), *_ = held(flow, "ada")
    expect(question(page)).to_have_text(second)
    assert not begun
    assert re.search(r"/annotate/\d+$", page.url)

    for route in waiting:
        route.continue_()
    page.unroute_all()
    expect(page.get_by_test_id("next")).to_be_enabled()
    # All six items of the project are reserved: none is loaded instead of the submitted one.
    expect_held(page, flow, "ada", ["submitted", *AHEAD])


def test_back_forward_and_reload_open_the_item_of_the_url(page: Page, flow: Site) -> None:
    log_in(page, flow, "ada")
    open_workspace(page, flow, SLUG)
    second = question(page).inner_text()
    say_nothing_and_submit(page)
    expect(question(page)).not_to_have_text(second)
    third = question(page).inner_text()
    page.go_back()
    expect(question(page)).to_have_text(second)
    page.reload()
    expect(question(page)).to_have_text(second)
    page.go_forward()
    expect(question(page)).to_have_text(third)


def test_previous_and_next_keys_lose_no_changes(page: Page, flow: Site) -> None:
    log_in(page, flow, "bo")
    open_workspace(page, flow, SLUG)
    first = question(page).inner_text()
    say_nothing_and_submit(page)
    expect(question(page)).not_to_have_text(first)
    second = question(page).inner_text()
    expect(page.get_by_test_id("prev")).to_be_enabled()
    with page.expect_response(lambda response: response.request.method == "PUT") as saved:
        page.keyboard.press("u")
        page.keyboard.press("Alt+ArrowUp")
    assert saved.value.json()["annotation"]["content"]["unsure"] is True
    expect(question(page)).to_have_text(first)
    page.keyboard.press("Alt+ArrowDown")
    expect(question(page)).to_have_text(second)
    expect(page.get_by_label("Unsure")).to_be_checked()
    # Browsing has reserved only the items after this one.
    expect(page.get_by_test_id("next")).to_be_enabled()
    expect_held(page, flow, "bo", ["submitted", *AHEAD])


def test_the_queues_open_any_own_item_by_keyboard(page: Page, flow: Site) -> None:
    log_in(page, flow, "bo")
    open_workspace(page, flow, SLUG)
    (first, _, _), *_ = held(flow, "bo")
    page.get_by_test_id("queue").press("Enter")
    panel = page.get_by_test_id("queues")
    expect(panel.get_by_test_id("queue-draft")).to_be_focused()
    expect(panel.get_by_text("Current")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(panel.get_by_test_id("queue-submitted")).to_be_focused()
    expect(panel.get_by_role("listitem")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.type("no such lamp")
    expect(panel.get_by_role("listitem")).to_have_count(0)
    panel.get_by_test_id("queue-search").fill("LAMP kept")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(question(page)).to_have_text(first)
    expect(panel.get_by_text("Current")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_an_earlier_version_is_viewed_restored_and_undone(page: Page, flow: Site) -> None:
    log_in(page, flow, "chen")
    open_workspace(page, flow, SLUG)
    drag(page, 0, 4)
    expect(page.get_by_test_id("saved")).to_contain_text("Saved")
    drag(page, 19, 22)
    expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(2)
    page.get_by_test_id("open-history").click()
    panel = page.get_by_test_id("history")
    expect(panel.get_by_test_id("revision-2")).to_contain_text("1 mark added")
    panel.get_by_test_id("revision-1").click()
    expect(panel.get_by_test_id("preview").locator("mark")).to_have_text("Lamp")
    panel.get_by_test_id("restore").click()
    expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(1)
    expect(panel.get_by_test_id("revision-3")).to_contain_text("1 mark removed")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(2)
    assert ranges(submit(page)) == [(0, 4), (19, 22)]


def test_changes_after_a_submit_are_shown_and_can_be_discarded(page: Page, flow: Site) -> None:
    log_in(page, flow, "dana")
    open_workspace(page, flow, SLUG)
    first = question(page).inner_text()
    drag(page, 0, 4)
    submit(page)
    expect(question(page)).not_to_have_text(first)
    page.keyboard.press("Alt+ArrowUp")
    expect(question(page)).to_have_text(first)
    drag(page, 19, 22)
    expect(page.get_by_test_id("saved")).to_contain_text("not submitted again")
    expect(page.get_by_test_id("submit")).to_contain_text("Submit again")
    with page.expect_response(lambda response: '"submit":true' in (response.request.post_data or "")) as sent:
        page.get_by_test_id("drop").click()
    assert ranges(sent.value.json()["annotation"]["content"]) == [(0, 4)]
    expect(page.get_by_test_id("saved")).to_contain_text("Submitted")
    expect(question(page)).to_have_text(first)
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(2)
