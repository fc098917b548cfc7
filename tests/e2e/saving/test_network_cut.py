"""The network fails during work and returns: requests that never left, responses that never arrived."""

import itertools
import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.e2e import faults
from tests.e2e.faults import SEEDS, OpenPage, RandomEditor
from tests.e2e.site import Site

pytestmark = [pytest.mark.e2e, pytest.mark.save_safety]

SLUG = "cut"


@pytest.fixture(scope="module")
def cut(site: Site) -> Site:
    return faults.project(site, SLUG, ("ada", "bo"))


@pytest.fixture(autouse=True)
def expected_errors() -> tuple[str, ...]:
    return (faults.NO_CONNECTION,)


def never_leaves(route: Route) -> None:
    route.abort("connectionreset")


def is_not_answered(route: Route) -> None:
    """The server stores the save, but its response is lost."""
    route.fetch()
    route.abort("connectionreset")


def is_half_answered(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(status=answer.status, headers=answer.headers, body=answer.body()[:40])


@pytest.mark.parametrize("seed", SEEDS)
def test_twenty_edits_with_the_network_down_in_between(
    context: BrowserContext, watched: OpenPage, cut: Site, seed: int
) -> None:
    page = watched(context)
    faults.begin(page, cut, SLUG, "ada")
    asked = faults.question(page)
    hand = RandomEditor(page, seed)
    chance = random.Random(seed)
    before, without = chance.randint(1, 8), chance.randint(4, 10)
    hand.begin()
    hand.edit(before)
    if chance.random() < 0.5:
        faults.pause(page)
    context.set_offline(True)
    for _ in range(without):
        hand.edit()
        if chance.random() < 0.3:
            faults.pause(page)
    faults.pause(page)
    expect(faults.status(page)).to_contain_text("No connection")
    context.set_offline(False)
    hand.edit(19 - before - without)
    faults.wait_until_saved(page)
    faults.assert_screen_stored_once(cut, SLUG, "ada", page)
    shown = faults.submit_and_continue(page)
    faults.assert_stored_once(cut, SLUG, "ada", asked, shown, submissions=1)


@pytest.mark.parametrize("seed", SEEDS)
def test_twenty_edits_with_many_failing_saves(
    context: BrowserContext, watched: OpenPage, cut: Site, seed: int
) -> None:
    page = watched(context)
    faults.begin(page, cut, SLUG, "bo")
    asked = faults.question(page)
    chance = random.Random(seed)
    fates = [never_leaves, is_not_answered, is_half_answered, Route.continue_]
    chance.shuffle(fates)
    coming: Iterator[Callable[[Route], None]] = itertools.cycle(fates)
    saves = 0

    def meet(route: Route) -> None:
        nonlocal saves
        saves += 1
        next(coming)(route)

    page.route(faults.SAVES, meet)
    hand = RandomEditor(page, seed)
    hand.begin()
    for _ in range(19):
        hand.edit()
        if chance.random() < 0.5:
            faults.pause(page)
    for _ in range(100):  # saves may still be in progress or queued
        if saves >= len(fates):
            break
        hand.write()
        faults.retry(page)
    assert saves >= len(fates)
    coming = itertools.repeat(Route.continue_)
    faults.press_retry_until_saved(page)
    faults.assert_screen_stored_once(cut, SLUG, "bo", page)
    coming = itertools.chain([is_not_answered], itertools.repeat(Route.continue_))
    shown = faults.submit_and_continue(page)
    faults.retry(page)
    faults.wait_until_no_draft_is_stored(page)
    faults.assert_stored_once(cut, SLUG, "bo", asked, shown, submissions=1)
