"""Marking by touch: a long press selects, a tap on "Mark" marks; marks are tapped and their edges dragged.

Headless Chromium recognises a long press and makes no selection by it, so the test makes the one that Chromium on a
phone makes: the word under the finger, then what the browser's own handles are dragged to. All else is touch events.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, expect

from tests.e2e.conftest import watched_page
from tests.e2e.marking_page import MarkingPage, Point
from tests.e2e.scripts import TEXTS
from tests.e2e.site import Site
from tests.e2e.workspace import log_in, open_workspace, submit

pytestmark = pytest.mark.e2e

SCREENS = {"phone": (390, 800), "tablet": (1080, 810)}
LANGUAGES = {"phone": "fr", "tablet": "ar"}

SELECT = """
(answer, [start, end]) => {
  const text = [...answer.textContent];
  const utf16 = (points) => text.slice(0, points).join("").length;
  const node = answer.firstChild;
  document.getSelection().setBaseAndExtent(node, utf16(start), node, utf16(end));
}
"""


class Finger:
    def __init__(self, session: CDPSession) -> None:
        self._session = session

    def touch(self, kind: str, *points: Point) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def tap(self, point: Point) -> None:
        self.touch("touchStart", point)
        self.touch("touchEnd")

    def long_press(self, point: Point) -> None:
        x, y = point
        self._session.send(
            "Input.synthesizeTapGesture", {"x": x, "y": y, "duration": 700, "gestureSourceType": "touch"}
        )

    def drag(self, start: Point, end: Point) -> None:
        self.touch("touchStart", start)
        for share in (0.25, 0.5, 0.75, 1):
            self.touch("touchMove", tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)))
        self.touch("touchEnd")


@pytest.fixture(scope="module")
def touching(site: Site) -> Site:
    for slug, preset in (("touch", "mu-shroom"), ("touch-labels", "visions")):
        site.project(slug, {}, [TEXTS[language].item for language in LANGUAGES.values()], "--preset", preset)
        site.readers(slug, LANGUAGES)
    return site


@pytest.fixture(scope="module", params=SCREENS)
def opened(
    request: pytest.FixtureRequest, browser: Browser, touching: Site
) -> Iterator[tuple[MarkingPage, Finger]]:
    width, height = SCREENS[request.param]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    with watched_page(context, touching) as page:
        log_in(page, touching, request.param)
        open_workspace(page, touching, "touch")
        desk = MarkingPage(page, TEXTS[LANGUAGES[request.param]])
        yield desk, Finger(context.new_cdp_session(page))
    context.close()


@pytest.fixture
def desk(opened: tuple[MarkingPage, Finger]) -> MarkingPage:
    opened[0].reset()
    return opened[0]


@pytest.fixture
def finger(opened: tuple[MarkingPage, Finger]) -> Finger:
    return opened[1]


def select(desk: MarkingPage, finger: Finger, quote: str) -> None:
    finger.long_press(desk.middle(quote))
    desk.answer.evaluate(SELECT, list(desk.text.range_of(quote)))


def middle(thing: Locator) -> Point:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_long_press_selection_is_marked_by_a_button(desk: MarkingPage, finger: Finger) -> None:
    select(desk, finger, desk.text.word)
    strip = desk.page.get_by_test_id("selection-strip")
    expect(strip.locator("q")).to_have_text(desk.text.word)
    start, end = desk.text.range_of(desk.text.word)
    expect(strip.locator(".num")).to_have_text(f"{start}–{end}")
    button = desk.page.get_by_test_id("mark-selection")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert 400 < box["y"] < 800 - box["height"]
    finger.tap(middle(button))
    desk.expect_marks(desk.text.word)
    expect(strip).to_have_count(0)


def test_the_browsers_selection_handles_extend_the_mark(desk: MarkingPage, finger: Finger) -> None:
    touched, meant = desk.text.sloppy
    select(desk, finger, desk.text.word)
    desk.answer.evaluate(SELECT, list(desk.text.range_of(touched)))
    strip = desk.page.get_by_test_id("selection-strip")
    expect(strip.locator("q")).to_have_text(meant)
    finger.tap(middle(desk.page.get_by_test_id("mark-selection")))
    desk.expect_marks(meant)


LOSE_SELECTION = """
() => new Promise((resolve) => {
  document.getSelection().removeAllRanges();
  const look = () => {
    if (document.querySelector("[data-testid=readout]")) requestAnimationFrame(look);
    else resolve();
  };
  look();
})
"""


def test_a_selection_lost_on_tap_is_still_marked(desk: MarkingPage, finger: Finger) -> None:
    select(desk, finger, desk.text.word)
    button = desk.page.get_by_test_id("mark-selection")
    place = middle(button)
    finger.touch("touchStart", place)
    # The finger stays for two round trips only: a long press makes no mark.
    desk.page.evaluate(LOSE_SELECTION)
    finger.touch("touchEnd")
    desk.expect_marks(desk.text.word)


def test_a_tap_selects_a_mark_and_the_strip_changes_it(desk: MarkingPage, finger: Finger) -> None:
    desk.mark(desk.text.word)
    desk.page.keyboard.press("Escape")
    finger.tap(desk.middle(desk.text.word))
    expect(desk.rows.first).to_have_attribute("aria-current", "true")
    later = desk.button("End one character earlier")
    box = later.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    finger.tap(middle(later))
    start, end = desk.text.range_of(desk.text.word)
    expect(desk.rows.locator(".num")).to_have_text(f"{start}–{end - 1}")
    finger.tap(middle(desk.page.get_by_test_id("remove-mark")))
    desk.expect_marks()


def test_an_edge_is_dragged_by_an_imprecise_finger(desk: MarkingPage, finger: Finger) -> None:
    text = desk.text
    desk.mark(text.word)
    x, y = desk.handle("end")
    outward = -14 if text.language == "ar" else 14
    _, (to_x, to_y) = desk.ends(text.last)
    line = desk.middle(text.word)[1]
    # The edge follows the finger with the offset at which it grabbed the handle.
    grip = (x + outward, y + 12)
    finger.drag(grip, (to_x, grip[1] + to_y - line))
    desk.expect_marks(text.answer[text.range_of(text.word)[0] : text.range_of(text.last)[1]])


def test_a_tap_on_empty_space_removes_nothing(desk: MarkingPage, finger: Finger) -> None:
    desk.mark(desk.text.word)
    box = desk.answer.bounding_box()
    assert box is not None
    finger.tap((box["x"] + box["width"] / 2, box["y"] + box["height"] - 2))
    finger.tap(desk.middle(desk.text.last))
    desk.expect_marks(desk.text.word)


def test_one_of_several_labels_is_chosen_by_tap(desk: MarkingPage, finger: Finger, touching: Site) -> None:
    open_workspace(desk.page, touching, "touch-labels")
    select(desk, finger, desk.text.word)
    finger.tap(middle(desk.page.get_by_test_id("mark-as-OCR")))
    select(desk, finger, desk.text.last)
    finger.tap(middle(desk.page.get_by_test_id("mark-selection")))
    desk.expect_marks(desk.text.word, desk.text.last)
    finger.tap(desk.middle(desk.text.last))
    finger.tap(middle(desk.page.get_by_test_id("strip-label-other")))
    labels = [span["label"] for span in submit(desk.page)["spans"]]
    assert labels == ["OCR", "other"]
