"""Accessibility of every page: axe finds nothing, everything is visible, and the keyboard reaches everything.

Each scene is opened once and inspected in several appearances (FULL=1: in all). Inspecting changes nothing of it.
"""

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import inspection
from tests.e2e.appearances import (
    LEAST,
    LOCALES,
    THEMES,
    Appearance,
    for_axe,
    for_keyboard,
    for_visibility,
    walks_back,
)
from tests.e2e.scenes import NARROW, SCENES, WIDE, Scene, Stage, View
from tests.paths import ROOT

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module", params=SCENES, ids=lambda scene: scene.name)
def scene(request: pytest.FixtureRequest) -> Scene:
    chosen: Scene = request.param
    return chosen


@pytest.fixture(scope="module")
def opened(stage: Stage, scene: Scene) -> Iterator[Page]:
    context = stage.context(scene.person) if scene.apart else stage.shared(scene.person)
    page = context.new_page()
    scene.play(View(stage, page))
    yield page
    if scene.apart:
        context.close()
    else:
        page.close()


@pytest.fixture
def page(opened: Page) -> Iterator[Page]:
    """The opened scene, reset to its initial state."""
    yield opened
    inspection.speak(opened, "en")
    inspection.space_text_out(opened, False)
    opened.emulate_media(color_scheme="light")
    opened.set_viewport_size(WIDE)


def test_axe_finds_nothing(page: Page, scene: Scene) -> None:
    found = {look: inspection.findings(shown(page, look)) for look in for_axe(scene)}
    assert not any(found.values()), listed(found)


def test_the_page_has_its_own_title(page: Page) -> None:
    assert re.fullmatch(r"\S.* · Morel", page.title())


def test_everything_is_visible_without_overlaps_at_every_width(page: Page, scene: Scene) -> None:
    found = {look: inspection.misplaced(shown(page, look)) for look in for_visibility(scene)}
    assert not any(found.values()), listed(found)


def test_everything_is_visible_with_increased_text_spacing(page: Page) -> None:
    inspection.space_text_out(page)
    assert inspection.misfits(page) == []
    page.set_viewport_size(LEAST)
    assert inspection.misfits(page) == []


def test_nothing_moves_with_reduced_motion(page: Page) -> None:
    assert inspection.moving(page) == []


def test_the_keyboard_reaches_everything_and_returns(page: Page, scene: Scene) -> None:
    for size in for_keyboard(scene):
        page.set_viewport_size(size)
        before = inspection.stops(page)
        there = inspection.walk(page)
        back = inspection.walk(page, backwards=True) if walks_back(scene) else there[::-1]
        after = inspection.stops(page)
        problems = {stop["name"]: stop["problems"] for stop in there + back if stop["problems"]}
        assert not problems, listed(problems)
        # The tools of a mark in the list are stops while it has the focus.
        lasting = [stop for stop in before if stop in after]
        assert [stop["id"] for stop in there if stop["id"] in lasting] == lasting
        assert [stop["id"] for stop in back if stop["id"] in lasting] == lasting[::-1]

        if scene.opener and size == WIDE:
            leave_by_esc(page, scene.opener)


def shown(page: Page, look: Appearance) -> Page:
    page.set_viewport_size(look.size)
    inspection.speak(page, look.locale)
    page.emulate_media(color_scheme=look.theme)
    return page


def listed(found: Mapping[Any, list[str]]) -> str:
    return "\n".join(f"{where}: {each}" for where, many in found.items() for each in many)


def leave_by_esc(page: Page, selector: str) -> None:
    """Expect Esc to close what the keyboard opened, and to restore the focus."""
    opener = page.locator(selector)
    overlay = page.locator("dialog[open], :popover-open, [data-panel]")
    for _ in range(3):
        page.keyboard.press("Escape")
    if overlay.count() > 0:
        opener.click()
    expect(overlay).to_have_count(0)
    opener.focus()
    page.keyboard.press("Enter")
    expect(overlay).to_have_count(1)
    expect(overlay.locator("a, button, input").first).to_be_visible()
    if overlay.locator(":focus").count() == 0:
        page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(overlay).to_have_count(0)
    expect(opener).to_be_focused()


def named_in(file: str, pattern: str) -> set[str]:
    return set(
        re.findall(pattern, (ROOT / "frontend" / "src" / file).read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_the_appearances_cover_every_pair_and_all_combinations_in_full() -> None:
    for scenes in itertools.pairwise(SCENES):
        looks = {(look.locale, look.theme) for scene in scenes for look in for_axe(scene, full=False)}
        assert looks == set(itertools.product(LOCALES, THEMES))
        looks = {(look.locale, look.width) for scene in scenes for look in for_visibility(scene, full=False)}
        assert looks == set(itertools.product(LOCALES, (320, 640, 1280)))
    for scene in SCENES:
        assert len(for_axe(scene, full=True)) == (6 if scene.narrow else 4)
        assert len(for_visibility(scene, full=True)) == 6
        assert len(for_keyboard(scene, full=True)) == (2 if scene.narrow else 1)
        assert walks_back(scene, full=True)
    assert {scene.page for scene in SCENES if walks_back(scene, full=False)} == {
        scene.page for scene in SCENES
    }
    for page in {scene.page for scene in SCENES if scene.narrow}:
        walked = [for_keyboard(scene, full=False) for scene in SCENES if scene.page == page]
        assert sum(NARROW in sizes for sizes in walked) == 1


def test_every_panel_has_a_scene() -> None:
    panels = named_in("pages/annotate/panels.ts", r"^  (\w+): \(\) => import")
    assert panels
    assert panels <= {scene.name for scene in SCENES}
