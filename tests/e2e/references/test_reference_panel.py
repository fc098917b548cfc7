"""The reference panel: contents, search, and lookup from the answer, in three scripts."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import PASSWORD, Site, item
from tests.e2e.workspace import drag, log_in, open_workspace

pytestmark = pytest.mark.e2e

SLUG = "panel"

YARD = "\n".join(
    [
        "The Sundial Yard is a square in the old town of Pellan Quay.",
        "== Paving ==",
        *(f"Row {n} of the paving was laid by hand, and its stones are numbered." for n in range(1, 60)),
        "== Sundial ==",
        "The sundial was drawn by Jöran Välle and cast in bronze. Its gnomon is 2.4 metres long.",
        "=== Motto ===",
        "The motto was chosen by the schools: “I count the bright hours only.” Vallé's seal stands under it.",
        "== Market ==",
        *(f"In year {n} of the market, the stalls stood along the northern wall." for n in range(1, 40)),
    ]
)
LIBRARY = "\n".join(
    [
        "دارُ الكُتُب في مَرسى الزنبق أُسِّست سنة ١٨٤٧ على يد لبانة القطّان.",
        "== المبنى ==",
        "بُني المبنى من الحجر الأبيض، وفيه قاعة إسماعيل للخرائط ومكتـــبة صغيرة للأطفال.",
    ]
)
FERRY = "\n".join(
    [
        "नीलपत्तन की नाव-डाक सन १८९१ में शुरू हुई।",
        "== मार्ग ==",
        "पहली नाव का नाम फ़िरोज़ा था। वह हर रोज़ दो बार नदी पार करती थी।",
    ]
)
ITEMS = (
    (item("yard", "The sundial was drawn by Joran Valle and cast in copper."), "Sundial Yard", YARD),
    (item("library", "أسست دار الكتب سنة 1847.", "AR"), "دار الكتب", LIBRARY),
    (item("ferry", "पहली नाव का नाम फिरोजा था।", "HI"), "नाव-डाक", FERRY),
)


@pytest.fixture(scope="module", autouse=True)
def project(site: Site) -> None:
    items: list[dict[str, Any]] = [
        {**record, "reference_title": title, "reference_text": text} for record, title, text in ITEMS
    ]
    site.project(SLUG, {}, items)
    for person, language in (("yves", "EN"), ("amal", "AR"), ("hari", "HI")):
        site.manage(
            "add_member", SLUG, person, "--role", "annotator", "--languages", language, "--password", PASSWORD
        )


def open_reference(page: Page, site: Site, person: str) -> Locator:
    log_in(page, site, person)
    open_workspace(page, site, SLUG)
    find = page.get_by_test_id("find")
    page.keyboard.press("/")
    expect(find).to_be_focused()
    return find


def expect_hit(page: Page, text: str) -> None:
    """Expect the current hit to be highlighted on this text and visible."""
    page.wait_for_function(
        """text => {
          const [hit] = CSS.highlights.get("hit-now") ?? [];
          if (!hit) return false;
          const range = document.createRange();
          range.setStart(hit.startContainer, hit.startOffset);
          range.setEnd(hit.endContainer, hit.endOffset);
          const { top, bottom } = range.getBoundingClientRect();
          const box = document.querySelector("[data-testid=reference-text]").getBoundingClientRect();
          return range.toString() === text && top >= box.top && bottom <= box.bottom;
        }""",
        arg=text,
    )


def test_hits_are_counted_and_browsed_by_key(page: Page, site: Site) -> None:
    find = open_reference(page, site, "yves")
    count = page.get_by_test_id("find-count")
    find.press_sequentially("valle")
    expect(count).to_have_text("1 of 2")
    expect_hit(page, "Välle")
    find.press("Enter")
    expect(count).to_have_text("2 of 2")
    expect_hit(page, "Vallé")
    find.press("F3")
    expect(count).to_have_text("1 of 2")
    find.press("Shift+Enter")
    expect(count).to_have_text("2 of 2")
    find.fill("nowhere on this page")
    expect(count).to_have_text("No match")
    find.press("Escape")
    expect(find).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("reference-text")).to_be_focused()
    page.keyboard.press("Control+f")
    expect(find).to_be_focused()


def test_the_contents_open_sections_and_follow_scrolling(page: Page, site: Site) -> None:
    open_reference(page, site, "yves")
    contents = page.get_by_test_id("contents")
    text = page.get_by_test_id("reference-text")
    here = contents.locator("[aria-current]")
    expect(here).to_have_text("Top")
    contents.get_by_role("button", name="Market").click()
    expect(here).to_have_text("Market")
    expect(text.get_by_role("heading", name="Market")).to_be_in_viewport()
    text.get_by_text("Row 59 of the paving").evaluate("element => element.scrollIntoView()")
    expect(here).to_have_text("Paving")
    assert [each.inner_text() for each in text.get_by_role("heading").all()] == [
        "Paving",
        "Sundial",
        "Motto",
        "Market",
    ]


def test_a_mark_is_looked_up_with_one_key(page: Page, site: Site) -> None:
    open_reference(page, site, "yves").press("Escape")
    drag(page, 25, 36)  # Joran Valle
    page.keyboard.press("l")
    expect(page.get_by_test_id("find")).to_have_value("Joran Valle")
    expect(page.get_by_test_id("find-count")).to_have_text("1 of 1")
    expect_hit(page, "Jöran Välle")


def test_search_ignores_optional_arabic_marks(page: Page, site: Site) -> None:
    find = open_reference(page, site, "amal")
    text = page.get_by_test_id("reference-text")
    expect(text).to_have_attribute("dir", "rtl")
    expect(text).to_have_attribute("lang", "ar")
    for query, hit in (
        ("دار الكتب", "دارُ الكُتُب"),
        ("1847", "١٨٤٧"),
        ("قاعه اسماعيل", "قاعة إسماعيل"),
        ("مكتبة", "مكتـــبة"),
    ):
        find.fill(query)
        expect(page.get_by_test_id("find-count")).to_have_text("1 of 1")
        expect_hit(page, hit)


def test_search_ignores_optional_hindi_marks(page: Page, site: Site) -> None:
    find = open_reference(page, site, "hari")
    for query, hit in (("फिरोजा", "फ़िरोज़ा"), ("1891", "१८९१")):
        find.fill(query)
        expect(page.get_by_test_id("find-count")).to_have_text("1 of 1")
        expect_hit(page, hit)
