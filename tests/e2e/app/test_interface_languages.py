"""The interface in other languages: switched during work, mirrored, and complete."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.interface_texts import english_on, foreign_to
from tests.e2e.site import PASSWORD, Site, item
from tests.e2e.workspace import drag, log_in, open_workspace

pytestmark = pytest.mark.e2e

SLUG = "tongues"
ANSWER = "La lampe fut allumée par Edwin Fernsby le 2 mars 1884, sous la pluie."
NAME, DATE, RAIN = (25, 38), (42, 53), (60, 68)


@pytest.fixture(scope="module")
def tongues(site: Site) -> Site:
    items = [item(f"n{n}", ANSWER, "FR", f"Qui alluma la lampe {n} ?") for n in range(1, 7)]
    people = {"noor": "annotator", "colette": "lead", "dolores": "lead"}
    site.project(SLUG, people, items, "--preset", "mu-shroom+labels")
    return site


def display(page: Page) -> Locator:
    """The display menu in the top bar, opened."""
    page.locator("header .btn.icon[popovertarget]").first.click()
    menu = page.get_by_test_id("display").first
    expect(menu).to_be_visible()
    return menu


def speak(page: Page, locale: str) -> None:
    """Choose a language, and wait until the server has it."""
    menu = display(page)
    with page.expect_response(lambda response: response.url.endswith("/preferences/")) as sent:
        menu.get_by_test_id("locale").select_option(locale)
    assert sent.value.status == 200
    expect(page.locator("html")).to_have_attribute("lang", locale)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_arabic_mirrors_the_page_during_work_and_persists(
    page: Page, tongues: Site, browser: Browser
) -> None:
    log_in(page, tongues, "noor")
    answer = open_workspace(page, tongues, SLUG)
    drag(page, *NAME)
    speak(page, "ar")

    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    listed = page.get_by_test_id("span-list")
    expect(listed).to_contain_text("Edwin Fernsby")
    expect(page.get_by_text("علامة واحدة", exact=True)).to_be_visible()
    drag(page, *DATE)
    expect(page.get_by_text("علامتان", exact=True)).to_be_visible()
    drag(page, *RAIN)
    expect(page.get_by_text("3 علامات", exact=True)).to_be_visible()
    # The page is mirrored, the answer keeps its own direction.
    brand = page.locator("header a").first.bounding_box()
    assert brand is not None
    assert brand["x"] > 640
    assert answer.evaluate("element => getComputedStyle(element).direction") == "ltr"
    expect(page.get_by_test_id("saved")).to_contain_text(re.compile(r"حُفظ.*\d\d:\d\d"))

    page.reload()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(3)

    elsewhere = browser.new_context(locale="en-GB")
    other = elsewhere.new_page()
    log_in(other, tongues, "noor")
    expect(other.locator("html")).to_have_attribute("lang", "ar")
    elsewhere.close()


def test_reading_texts_grow_at_once_and_stay_larger(page: Page, tongues: Site) -> None:
    log_in(page, tongues, "noor")
    answer = open_workspace(page, tongues, SLUG)
    size, leading = display(page).get_by_role("slider").all()
    expect(answer).to_have_css("font-size", "18px")
    size.press("End")
    expect(answer).to_have_css("font-size", "28.8px")
    with page.expect_response(lambda response: response.url.endswith("/preferences/")):
        leading.press("End")
    expect(answer).to_have_css("line-height", "72px")
    page.reload()
    expect(answer).to_have_css("font-size", "28.8px")
    expect(answer).to_have_css("line-height", "72px")


@pytest.mark.parametrize(("locale", "person"), [("fr", "colette"), ("es", "dolores")])
def test_no_page_shows_english(browser: Browser, tongues: Site, locale: str, person: str) -> None:
    foreign = foreign_to(locale)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=f"{locale}-CA")
    page = context.new_page()
    found: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_load_state("networkidle")
        if english := sorted(set(english_on(page, foreign))):
            found[where] = english

    page.goto(f"{tongues.url}/login")
    expect(page.locator("html")).to_have_attribute("lang", locale)
    look("login")
    page.locator("[name=username]").fill(person)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login" not in url)
    for path in ("", "/p/nowhere", *(f"/p/{SLUG}{each}" for each in ("", "/import", "/questions", "/mine"))):
        page.goto(f"{tongues.url}{path or '/'}")
        look(path)

    open_workspace(page, tongues, SLUG)
    drag(page, *NAME)
    look("workspace")
    page.get_by_test_id("submit").click()
    look("workspace, labels missing")
    for button in page.locator("header button[aria-expanded]:enabled, header button.keys").all():
        button.click()
        opened = page.locator("dialog[open], [data-panel]")
        expect(opened).to_be_visible()
        look(f"workspace, {button.get_attribute('title')}")
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
    display(page)
    look("display")
    page.keyboard.press("Escape")
    page.locator("header .who").click()
    look("account")

    page.goto(f"{tongues.url}/p/{SLUG}/items?order=ordinal")
    look("items")
    page.get_by_text("Qui alluma la lampe 1").first.click()
    page.get_by_test_id("item-answer").wait_for()
    look("item")
    page.goto(f"{tongues.url}/p/{SLUG}/items?language=xx")
    look("items of no language")
    assert found == {}
    context.close()
