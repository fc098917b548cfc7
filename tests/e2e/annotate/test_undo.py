"""Undo and redo of fifty random, seeded edits restore every state.

Most runs are driven from within the page, by events that a script dispatches to
the page's own elements, which takes milliseconds an edit; one in twenty by the browser's own mouse and keyboard.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.case_counts import UNDO_RUNS
from tests.e2e.conftest import watched_page
from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace

pytestmark = pytest.mark.e2e

ANSWER = (
    "The lamp was lit by Edwin Fernsby 🙂 on 2 March 1884.\n"
    "Anna Brandt, وقالت Venn إنها 27 ليلة, kept it in the rain."
)
PRESETS = {"undo-visions": "visions", "undo-labels": "mu-shroom+labels"}
RUNS, EDITS = UNDO_RUNS // len(PRESETS), 50
BY_HAND = max(1, RUNS // 20)
IN_THE_PAGE = RUNS - BY_HAND
RUN = (Path(__file__).parent / "random_edits.js").read_text()
Edit = Callable[[], None]
SEEN = """
() => JSON.stringify([
  [...document.querySelectorAll("[data-testid=span-list] .row")].map((row) => row.textContent),
  [...document.querySelectorAll(".judge input, .flags input")].map((input) => input.checked),
  document.querySelector("[data-testid=comment]").value,
])
"""


@pytest.fixture(scope="module")
def undoing(site: Site) -> Site:
    for slug, preset in PRESETS.items():
        site.project(slug, {"ada": "annotator"}, [item("only", ANSWER)], "--preset", preset)
    return site


@pytest.fixture(scope="module", params=PRESETS)
def page(request: pytest.FixtureRequest, browser: Browser, undoing: Site) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    with watched_page(context, undoing) as page:
        log_in(page, undoing, "ada")
        open_workspace(page, undoing, request.param)
        # The marking tools are loaded by the first pointer event.
        page.get_by_test_id("answer").hover()
        expect(page.get_by_test_id("span-list")).to_be_attached()
        yield page
    context.close()


def test_undo_of_edits_by_page_events(page: Page) -> None:
    steps = [page.evaluate(RUN, seed) for seed in range(IN_THE_PAGE)]
    assert [each for each in steps if isinstance(each, str)] == []
    assert sum(steps) > IN_THE_PAGE * EDITS * 0.6, "Most edits should change something."


@pytest.mark.parametrize("seed", range(BY_HAND))
def test_undo_of_edits_by_mouse_and_keyboard(page: Page, seed: int) -> None:
    hand = RandomEditor(page, seed)
    states = [page.evaluate(SEEN)]
    last = None
    for _ in range(EDITS):
        # Consecutive letters are undone together.
        done = hand.edit(except_for=last if last == hand.comment else None)
        if page.evaluate(SEEN) != states[-1]:
            states.append(page.evaluate(SEEN))
            last = done
    assert len(states) > EDITS / 2
    for key, expected in (("Control+z", states[-2::-1]), ("Control+Shift+z", states[1:])):
        page.keyboard.press("Escape")
        for state in expected:
            page.keyboard.press(key)
            assert page.evaluate(SEEN) == state, f"seed {seed}, {key}"
    for _ in states:
        page.keyboard.press("Control+z")


class RandomEditor:
    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)

    def edit(self, except_for: Edit | None) -> Edit:
        often = [self.draw] * 4 + [self.shift_click, self.press, self.press, self.in_the_list, self.comment]
        edit = self.chance.choice([each for each in often if each != except_for])
        edit()
        return edit

    def draw(self) -> None:
        start = self.chance.randrange(len(ANSWER) - 8)
        drag(self.page, start, start + self.chance.randrange(2, 8))

    def shift_click(self) -> None:
        self.page.keyboard.press("Alt+Period")
        box = self.page.get_by_test_id("answer").bounding_box()
        assert box is not None
        self.page.keyboard.down("Shift")
        self.page.mouse.click(box["x"] + self.chance.random() * 400, box["y"] + self.chance.choice([15, 45]))
        self.page.keyboard.up("Shift")

    def press(self) -> None:
        keys = ["1", "2", "3", "4", "5", "6", "u", "n", "Alt+Period", "Backspace"]
        self.page.keyboard.press(self.chance.choice(keys))
        question = self.page.get_by_test_id("remove-marks")
        if question.is_visible():
            question.click()

    def in_the_list(self) -> None:
        rows = self.page.locator("[data-testid=span-list] .row")
        if rows.count() == 0:
            return
        rows.first.focus()
        for _ in range(self.chance.randrange(4)):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press(self.chance.choice(["Delete", "2", "3"]))

    def comment(self) -> None:
        field = self.page.get_by_test_id("comment")
        field.press_sequentially(self.chance.choice("abcdefgh"))
        field.blur()
