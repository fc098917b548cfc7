"""Work by keyboard only, from the login page to the submitted annotation."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.marking_page import MarkingPage
from tests.e2e.scripts import TEXTS
from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import ranges

pytestmark = pytest.mark.e2e

SLUG = "keys"
FORWARD = {"fr": "ArrowRight", "ar": "ArrowLeft"}
BACK = {"fr": "ArrowLeft", "ar": "ArrowRight"}
# The first word of each answer: number of grapheme clusters before it and in it.
FIRST = {"fr": ("été", 2, 3), "ar": ("بُنيت", 0, 4)}


@pytest.fixture(scope="module")
def keys(site: Site) -> Site:
    items = [TEXTS[language].item for language in FORWARD]
    site.project(SLUG, {}, items, "--preset", "mu-shroom+labels")
    site.readers(SLUG, {f"keys-{language}": language for language in FORWARD})
    return site


def select_in_first_word(page: Page, language: str) -> None:
    """Select the first word without its last letter."""
    _, before, inside = FIRST[language]
    press(page, "Home")
    press(page, FORWARD[language], before)
    press(page, f"Shift+{FORWARD[language]}", inside - 1)


def tab_to(page: Page, wanted: Locator, *, key: str = "Tab") -> None:
    expect(wanted).to_be_visible()
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
    pytest.fail(f"Sixty times {key} did not lead to {wanted}.")


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def log_in(page: Page, site: Site, username: str) -> None:
    page.goto(f"{site.url}/login")
    tab_to(page, page.locator("[name=username]"))
    page.keyboard.type(username)
    press(page, "Tab")
    page.keyboard.type(PASSWORD)
    press(page, "Enter")
    page.wait_for_url(lambda url: "/login" not in url)


@pytest.mark.parametrize("language", FORWARD)
def test_from_login_to_submit(page: Page, keys: Site, language: str) -> None:
    log_in(page, keys, f"keys-{language}")
    tab_to(page, page.locator(f"a[href*='/{SLUG}/annotate']").first)
    press(page, "Enter")
    desk = MarkingPage(page, TEXTS[language])
    text = desk.text
    tab_to(page, desk.answer)

    word, _, _ = FIRST[language]
    select_in_first_word(page, language)
    # Marks snap to words as those of the mouse do, and Alt+Enter marks exactly what is selected.
    expect(page.get_by_test_id("selection-strip").locator("q")).to_have_text(word)
    press(page, "Alt+Enter")
    expect(desk.rows.locator("q")).to_have_text(word[:-1])
    press(page, "Control+z")
    select_in_first_word(page, language)
    press(page, "Enter")
    desk.expect_marks(word)

    # The last word, without its full stop.
    press(page, "Control+End")
    press(page, BACK[language])
    press(page, f"Shift+Control+{BACK[language]}")
    expect(page.get_by_test_id("selection-strip")).to_be_visible()
    press(page, "Enter")
    last = text.answer.split()[-1].rstrip(".")
    desk.expect_marks(word, last)

    # Enter selects the mark at the caret; Alt+. cycles through the marks.
    press(page, BACK[language])
    press(page, "Enter")
    desk.expect_chosen(last)
    press(page, "Alt+Period")
    desk.expect_chosen(word)

    # In the list, arrow keys move between marks, and Enter edits the edges.
    tab_to(page, desk.rows.first.locator(".row"))
    press(page, "ArrowDown")
    expect(desk.rows.nth(1).locator(".row")).to_be_focused()
    press(page, "Enter")
    edge = desk.button("Start one character earlier")
    expect(edge).to_be_focused()
    press(page, "ArrowRight")
    press(page, "Enter")
    start, end = text.range_of(last)
    expect(desk.rows.nth(1).locator(".num")).to_have_text(f"{start + 1}–{end}")
    press(page, "Control+z")
    desk.expect_marks(word, last)
    tab_to(page, desk.rows.nth(1).locator(".row"))
    press(page, "Backspace")
    desk.expect_marks(word)
    expect(desk.rows.nth(0).locator(".row")).to_be_focused()

    # Choose fluency and factuality by key, comment, and submit.
    press(page, "1")
    press(page, "5")
    tab_to(page, page.get_by_test_id("comment"))
    page.keyboard.type("Checked 1 2 3.")
    with page.expect_response(lambda response: '"submit":true' in (response.request.post_data or "")) as sent:
        press(page, "Control+Enter")
    content = sent.value.json()["annotation"]["content"]
    assert ranges(content) == [text.range_of(word)]
    assert content["labels"] == {"fluency": "well-formed", "factuality": "errors"}
    assert content["comment"] == "Checked 1 2 3."
    expect(page.get_by_role("heading", name="All done")).to_be_visible()


def test_actions_are_announced(page: Page, keys: Site) -> None:
    """Marks are announced politely."""
    log_in(page, keys, "keys-fr")
    page.goto(f"{keys.url}/p/{SLUG}/mine")
    tab_to(page, page.locator(f"a[href*='/{SLUG}/annotate/']").last)
    press(page, "Enter")
    desk = MarkingPage(page, TEXTS["fr"])
    announced = page.locator("main [aria-live=polite]").last
    tab_to(page, desk.answer)
    press(page, "Home")
    press(page, "Shift+ArrowRight", 2)
    expect(announced).to_have_text("Selected “L’”, 0 to 2")
    press(page, "Alt+Enter")
    expect(announced).to_have_text("Marked “L’”, 0 to 2")
    press(page, "u")
    press(page, "Control+z")
    expect(announced).to_have_text("Undone")
    # Screen readers skip a repeated text, so an inaudible space makes it different.
    heard = announced.text_content()
    press(page, "Control+z")
    desk.expect_marks("été")
    assert announced.text_content() != heard
    expect(announced).to_have_text("Undone")
