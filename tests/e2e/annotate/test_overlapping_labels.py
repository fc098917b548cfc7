"""Several span labels: marks of the same label unite, others overlap and can each be selected."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import watched_page
from tests.e2e.marking_page import MarkingPage
from tests.e2e.scripts import Text
from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace, submit

pytestmark = pytest.mark.e2e

SLUG = "overlaps"
ANSWER = "The lamp was lit by Edwin Fernsby and Anna Brandt on 2 March 1884 in the rain."
TEXT = Text(
    "en",
    ANSWER,
    word="Edwin Fernsby",
    phrase="Fernsby and Anna",
    across="Edwin Fernsby and Anna Brandt",
    last="rain",
    sloppy=("dwin", "Edwin"),
)
PAINTERS = {"highlights": "", "runs": "delete CSS.highlights"}


@pytest.fixture(scope="module")
def overlaps(site: Site) -> Site:
    items = [item("only", ANSWER)]
    people = dict.fromkeys(PAINTERS, "annotator")
    site.project(SLUG, people, items, "--preset", "visions", "--redundancy", "3")
    return site


@pytest.fixture(scope="module", params=PAINTERS)
def opened(request: pytest.FixtureRequest, browser: Browser, overlaps: Site) -> Iterator[MarkingPage]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script(PAINTERS[request.param])
    with watched_page(context, overlaps) as page:
        log_in(page, overlaps, request.param)
        open_workspace(page, overlaps, SLUG)
        yield MarkingPage(page, TEXT)
    context.close()


@pytest.fixture
def desk(opened: MarkingPage) -> MarkingPage:
    opened.reset()
    opened.page.keyboard.press("1")
    return opened


def expect_labels(desk: MarkingPage, *names: str) -> None:
    expect(desk.rows).to_have_count(len(names))  # The code of the list comes after the first mark.
    for row, name in zip(desk.rows.all(), names, strict=True):
        expect(row.get_by_role("button", name=re.compile(f"^{name} "))).to_be_visible()


STYLES = """
(wanted) => {
  const marks = [...document.querySelectorAll("[data-testid=answer] mark")];
  const runs = marks.map(({ className }) => className.slice(2).replaceAll(" ", "-"));
  const styles = "highlights" in CSS ? CSS.highlights.keys() : runs;
  return [...new Set(styles)].sort().join() === wanted.join();
}
"""


LINES = """
() => {
  const answer = document.querySelector("[data-testid=answer]");
  return [1, 2, 3].map((color) => {
    const style =
      "highlights" in CSS
        ? getComputedStyle(answer, `::highlight(m${color})`)
        : getComputedStyle(answer.querySelector(`.m${color}`));
    const ink = getComputedStyle(answer).color;
    return { line: style.textDecorationStyle, color: style.textDecorationColor, ink };
  });
}
"""


CLOSE_AND_CLICK = """
(answer, [clientX, clientY]) => {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  for (const kind of ["mousedown", "mouseup"])
    answer.dispatchEvent(new MouseEvent(kind, { clientX, clientY, bubbles: true, detail: 1 }));
}
"""


def expect_lines(page: Page, *styles: str) -> None:
    """Expect the answer to be painted in these styles, sorted by name."""
    page.wait_for_function(STYLES, arg=styles)


def mark_three(desk: MarkingPage) -> None:
    for key, quote in (("1", TEXT.word), ("2", TEXT.phrase), ("3", TEXT.across)):
        desk.page.keyboard.press("Escape")
        desk.page.keyboard.press(key)
        desk.mark(quote)


def test_the_label_used_last_applies_to_the_next_mark(desk: MarkingPage) -> None:
    desk.page.get_by_test_id("span-label-miscounting").click()
    desk.mark(TEXT.word)
    desk.mark(TEXT.last)
    expect_labels(desk, "Miscounting", "Miscounting")
    desk.page.keyboard.press("2")
    expect_labels(desk, "Miscounting", "Mischaracterization")
    expect(desk.page.get_by_test_id("span-label-mischaracterization")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_only_marks_of_the_same_label_unite(desk: MarkingPage) -> None:
    desk.mark(TEXT.word)
    desk.mark(TEXT.phrase)
    desk.expect_marks("Edwin Fernsby and Anna")
    desk.page.keyboard.press("Control+z")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("2")
    desk.mark(TEXT.phrase)
    desk.expect_marks(TEXT.word, TEXT.phrase)


def test_overlapping_marks_have_separate_lines(desk: MarkingPage) -> None:
    mark_three(desk)
    desk.page.keyboard.press("Escape")
    desk.page.mouse.move(2, 400)
    desk.expect_marks(TEXT.across, TEXT.word, TEXT.phrase)
    # In reading order: the widest first, then each line below the one before.
    expect_lines(desk.page, "m1-second", "m2-third", "m3")


def test_lines_distinguish_labels_in_forced_colors(desk: MarkingPage) -> None:
    mark_three(desk)
    desk.page.keyboard.press("Escape")
    desk.page.emulate_media(forced_colors="active")
    looks = desk.page.evaluate(LINES)
    desk.page.emulate_media(forced_colors="none")
    assert [look["line"] for look in looks] == ["solid", "dashed", "wavy"]
    assert all(look["color"] == look["ink"] for look in looks)


def test_a_click_on_several_marks_asks_which_one(desk: MarkingPage) -> None:
    mark_three(desk)
    desk.page.keyboard.press("Escape")
    desk.page.mouse.click(*desk.middle("Fernsby"))
    choices = desk.page.get_by_test_id("mark-chooser").get_by_role("menuitemradio")
    expect(choices).to_have_count(3)
    expect(choices.first).to_be_focused()
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowDown")
    expect(choices.nth(2)).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(choices).to_have_count(0)
    desk.expect_chosen(TEXT.phrase)
    expect(desk.answer).to_be_focused()

    desk.page.mouse.click(*desk.middle("Fernsby"))
    expect(choices.nth(2)).to_be_focused()
    desk.page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    desk.expect_chosen(TEXT.phrase)

    desk.page.mouse.click(*desk.middle("Fernsby"))
    choices.nth(0).click()
    desk.expect_chosen(TEXT.across)

    # Close the menu and click again before the close event is handled.
    desk.page.mouse.click(*desk.middle("Fernsby"))
    expect(choices.first).to_be_focused()
    desk.answer.evaluate(CLOSE_AND_CLICK, desk.middle("Fernsby"))
    choices.nth(2).click()
    desk.expect_chosen(TEXT.phrase)
    desk.page.mouse.click(*desk.middle("Fernsby"))
    choices.nth(0).click()
    # A click on a single mark opens no menu.
    desk.page.keyboard.press("Escape")
    desk.page.mouse.click(*desk.middle("Brandt"))
    desk.expect_chosen(TEXT.across)


def test_a_label_is_changed_in_the_list_by_mouse_and_by_key(desk: MarkingPage) -> None:
    desk.mark(TEXT.word)
    desk.rows.first.get_by_role("button", name="Label of").click()
    choices = desk.page.get_by_test_id("mark-chooser").get_by_role("menuitemradio")
    expect(choices).to_have_count(5)
    choices.filter(has_text="OCR").click()
    expect_labels(desk, "OCR")
    desk.rows.first.locator("[data-position]").focus()
    desk.page.keyboard.press("4")
    expect_labels(desk, "Miscounting")
    desk.page.keyboard.press("Control+z")
    desk.page.keyboard.press("Control+z")
    expect_labels(desk, "Invention")


def test_a_submission_has_the_labels(desk: MarkingPage) -> None:
    mark_three(desk)
    spans = submit(desk.page)["spans"]
    found = {(span["start"], span["end"], span["label"]) for span in spans}
    assert found == {
        (*TEXT.range_of(TEXT.word), "invention"),
        (*TEXT.range_of(TEXT.phrase), "mischaracterization"),
        (*TEXT.range_of(TEXT.across), "OCR"),
    }
