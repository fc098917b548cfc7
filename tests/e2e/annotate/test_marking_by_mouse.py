"""Every mouse gesture in two scripts (FULL=1: four) marks the intended text, wherever the button is released."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.case_counts import cases
from tests.e2e.conftest import watched_page
from tests.e2e.marking_page import MarkingPage
from tests.e2e.scripts import TEXTS
from tests.e2e.site import Site
from tests.e2e.workspace import log_in, open_workspace, snap_to

pytestmark = pytest.mark.e2e

SLUG = "mouse"
# Repeated in the hardest script without the Custom Highlight API.
SITTINGS = {**{language: (language, "") for language in TEXTS}, "ar-runs": ("ar", "delete CSS.highlights")}


@pytest.fixture(scope="module")
def mouse(site: Site) -> Site:
    items = [text.item for text in TEXTS.values()]
    site.project(SLUG, {}, items, "--preset", "mu-shroom", "--redundancy", "4")
    site.readers(SLUG, {f"reader-{name}": language for name, (language, _) in SITTINGS.items()})
    return site


# One right-to-left script with joined letters, and one without spaces between words.
@pytest.fixture(scope="module", params=cases(SITTINGS, "ar", "zh"))
def opened(request: pytest.FixtureRequest, browser: Browser, mouse: Site) -> Iterator[MarkingPage]:
    language, script = SITTINGS[request.param]
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script(script)
    with watched_page(context, mouse) as page:
        log_in(page, mouse, f"reader-{request.param}")
        open_workspace(page, mouse, SLUG)
        yield MarkingPage(page, TEXTS[language])
    context.close()


@pytest.fixture
def desk(opened: MarkingPage) -> MarkingPage:
    opened.reset()
    return opened


def test_a_drag_in_either_direction_marks_the_text_between(desk: MarkingPage) -> None:
    start, end = desk.ends(desk.text.phrase)
    desk.drag(start, end)
    desk.expect_marks(desk.text.phrase)
    desk.expect_chosen(desk.text.phrase)
    desk.page.keyboard.press("Backspace")
    desk.expect_marks()
    desk.drag(end, start)
    desk.expect_marks(desk.text.phrase)


def test_a_drag_across_lines_includes_the_line_break(desk: MarkingPage) -> None:
    start, end = desk.ends(desk.text.across)
    desk.drag(end, start)
    desk.expect_marks(desk.text.across)


def test_a_drag_previews_the_mark(desk: MarkingPage) -> None:
    touched, _ = desk.text.sloppy
    desk.begin(*desk.ends(touched))
    desk.expect_chosen(desk.text.taken)
    expect(desk.page.get_by_test_id("preview").first).to_be_visible()
    desk.page.mouse.up()
    desk.expect_marks(desk.text.taken)
    desk.expect_chosen(desk.text.taken)


def test_alt_or_the_switch_changes_how_a_drag_snaps(desk: MarkingPage) -> None:
    text = desk.text
    touched, _ = text.sloppy
    first, other = ("characters", "words") if text.language == "zh" else ("words", "characters")
    desk.drag(*desk.ends(touched), keys="Alt")
    desk.expect_marks(text.other)
    desk.page.keyboard.press("Backspace")
    snap_to(desk.page, other)
    desk.drag(*desk.ends(touched))
    desk.expect_marks(text.other)
    desk.page.keyboard.press("Backspace")
    desk.drag(*desk.ends(touched), keys="Alt")
    desk.expect_marks(text.taken)
    snap_to(desk.page, first)


@pytest.mark.parametrize("where", ["below", "in the list", "above", "beside", "outside the window"])
def test_a_drag_marks_wherever_the_button_is_released(desk: MarkingPage, where: str) -> None:
    text = desk.text
    (start, y), _ = desk.ends(text.last)
    box = desk.answer.bounding_box()
    assert box is not None
    place = {
        "below": (start, box["y"] + box["height"] + 12),
        "in the list": (start, box["y"] + box["height"] + 60),
        "above": (start, box["y"] - 60),
        "beside": (5 if text.language == "ar" else 1000, y),
        "outside the window": (start, 900),
    }[where]
    desk.drag((start, y), place)
    at = text.range_of(text.last)[0]
    if where == "above":
        desk.expect_marks(text.answer[:at].rstrip())
    else:
        # Words do not include the full stop.
        rest = text.answer[at:]
        desk.expect_marks(rest if text.language == "zh" else rest.rstrip(".।"))


def test_a_double_click_marks_a_word_and_a_triple_click_its_line(desk: MarkingPage) -> None:
    text = desk.text
    desk.page.mouse.dblclick(*desk.middle(text.last))
    desk.expect_marks(text.last)
    desk.page.mouse.click(*desk.middle(text.last), click_count=3)
    desk.expect_marks(text.answer.split("\n")[1])
    desk.button("Undo").click()
    desk.expect_marks(text.last)


def test_the_clicks_of_a_triple_click_are_undone_together(desk: MarkingPage) -> None:
    desk.page.mouse.click(*desk.middle(desk.text.last), click_count=3)
    desk.expect_marks(desk.text.answer.split("\n")[1])
    desk.button("Undo").click()
    desk.expect_marks()


def test_a_shift_click_extends_the_selected_mark_either_way(desk: MarkingPage) -> None:
    text = desk.text
    desk.mark(text.word)
    desk.page.keyboard.down("Shift")
    desk.page.mouse.click(*desk.ends(text.last)[1])
    desk.page.keyboard.up("Shift")
    desk.expect_marks(text.answer[text.range_of(text.word)[0] : text.range_of(text.last)[1]])
    before, _ = desk.ends(text.answer[:2])
    desk.page.keyboard.down("Shift")
    desk.page.mouse.click(*before)
    desk.page.keyboard.up("Shift")
    desk.expect_marks(text.answer[: text.range_of(text.last)[1]])


def test_a_shift_click_without_a_selected_mark_marks_from_the_caret(desk: MarkingPage) -> None:
    (start, y), _ = desk.ends(desk.text.phrase)
    desk.page.mouse.click(start, y)
    _, end = desk.ends(desk.text.phrase)
    desk.page.keyboard.down("Shift")
    desk.page.mouse.click(*end)
    desk.page.keyboard.up("Shift")
    desk.expect_marks(desk.text.phrase)


def test_an_edge_is_dragged_to_another_line_and_back(desk: MarkingPage) -> None:
    text = desk.text
    desk.mark(text.word)
    _, end = desk.ends(text.last)
    desk.drag(desk.handle("end"), end)
    whole = text.answer[text.range_of(text.word)[0] : text.range_of(text.last)[1]]
    desk.expect_marks(whole)
    _, end = desk.ends(text.word)
    desk.drag(desk.handle("end"), end)
    desk.expect_marks(text.word)
    desk.button("Undo").click()
    desk.expect_marks(whole)


def test_a_dragged_edge_snaps_and_esc_cancels(desk: MarkingPage) -> None:
    text = desk.text
    desk.mark(text.last)
    start, _ = desk.ends(text.sloppy[0])
    moved = text.answer[text.range_of(text.taken)[0] : text.range_of(text.last)[1]]
    desk.begin(desk.handle("start"), start)
    begins, ends = text.range_of(moved)
    expect(desk.page.get_by_test_id("readout").locator(".num")).to_have_text(f"{begins}–{ends}")
    desk.page.keyboard.press("Escape")
    desk.page.mouse.up()
    desk.expect_marks(text.last)
    desk.drag(desk.handle("start"), start)
    desk.expect_marks(moved)


def test_the_steps_of_the_strip_are_grapheme_clusters(desk: MarkingPage) -> None:
    desk.mark(desk.text.word)
    desk.page.mouse.click(*desk.middle(desk.text.word))
    start, end = desk.text.range_of(desk.text.word)
    graphemes = desk.answer.evaluate(
        """(answer, [start, end, language]) => {
            const characters = new Intl.Segmenter(language, { granularity: "grapheme" });
            const word = [...answer.textContent].slice(start, end).join("");
            const sizes = [...characters.segment(word)].map(({ segment }) => [...segment].length);
            return [sizes[0], sizes[sizes.length - 1]];
        }""",
        [start, end, desk.text.language],
    )
    desk.button("Start one character later").click()
    expect(desk.rows.locator(".num")).to_have_text(f"{start + graphemes[0]}–{end}")
    desk.button("Start one character earlier").click()
    desk.button("End one character earlier").click()
    expect(desk.rows.locator(".num")).to_have_text(f"{start}–{end - graphemes[1]}")
    desk.button("End one character later").click()
    desk.expect_marks(desk.text.word)


def test_list_and_answer_stay_in_sync(desk: MarkingPage) -> None:
    desk.mark(desk.text.word)
    desk.mark(desk.text.last)
    desk.expect_marks(desk.text.word, desk.text.last)
    expect(desk.rows.nth(1)).to_have_attribute("aria-current", "true")
    desk.page.mouse.click(*desk.middle(desk.text.word))
    expect(desk.rows.nth(0)).to_have_attribute("aria-current", "true")
    # The strip may cover the other mark.
    desk.page.keyboard.press("Escape")
    desk.page.mouse.move(*desk.middle(desk.text.last))
    expect(desk.rows.nth(1)).to_contain_class("hover")
    desk.rows.nth(1).get_by_role("button").first.click()
    desk.expect_chosen(desk.text.last)
    expect(desk.page.get_by_test_id("remove-mark")).to_be_visible()
    desk.button("Clear all").click()
    desk.expect_marks()
    desk.button("Undo").click()
    desk.expect_marks(desk.text.word, desk.text.last)


def test_a_click_on_empty_space_deselects_and_removes_nothing(desk: MarkingPage) -> None:
    desk.mark(desk.text.word)
    box = desk.answer.bounding_box()
    assert box is not None
    desk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 3)
    desk.page.mouse.click(box["x"] - 20, box["y"] + 5)
    desk.page.mouse.click(*desk.middle(desk.text.last))
    desk.expect_marks(desk.text.word)
    expect(desk.page.get_by_test_id("readout")).to_have_count(0)


def test_a_drag_may_begin_in_a_keyboard_selection(desk: MarkingPage) -> None:
    text = desk.text
    desk.page.mouse.click(*desk.middle(text.last))
    desk.page.keyboard.press("Control+Home")
    desk.page.keyboard.press("Shift+Control+End")
    expect(desk.page.get_by_test_id("selection-strip")).to_be_visible()
    desk.mark(text.phrase)
    desk.expect_marks(text.phrase)
    expect(desk.page.get_by_test_id("selection-strip")).to_have_count(0)


def test_esc_cancels_a_drag(desk: MarkingPage) -> None:
    desk.begin(*desk.ends(desk.text.phrase))
    desk.page.keyboard.press("Escape")
    desk.page.mouse.up()
    desk.expect_marks()
