"""Consulted pages: added by URL and title, read in tabs, in other languages, and offline."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.reading import chips, lighthouse, open_reading, paste, tab
from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace
from tests.mediawiki import MediaWiki
from tests.mediawiki import Page as MediaWikiPage

pytestmark = pytest.mark.e2e

SLUG = "consulting"
OPEN = "other-sources"
READERS = ("ada", "bo", "chen", "dora", "eli", "fay")
DEUTSCH = "Leuchtturm Hallgrund"
HALL = "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"


@pytest.fixture(scope="module")
def site(library: Site) -> Site:
    lost = item("lost", "Der Turm steht im Meer.", "DE") | {
        "wikipedia_url": "https://de.wikipedia.org/wiki/Nirgendwo"
    }
    library.project(SLUG, {}, [lighthouse("en"), lighthouse("ar"), lost], "--redundancy", "20")
    library.readers(SLUG, {**dict.fromkeys(READERS, "EN"), "amal": "AR", "dieter": "DE"})
    library.project(OPEN, {"gus": "annotator"}, [lighthouse("en")])
    library.manage_all(
        ["set_project", OPEN, "--other-sources", "on"], *(["fetch_references", slug] for slug in (SLUG, OPEN))
    )
    return library


@pytest.fixture(autouse=True)
def a_healthy_wikipedia(wikipedia: MediaWiki) -> None:
    wikipedia.works_again()


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    """The console reports refused saves of links, and searches without a result."""
    return ("status of 422", "status of 503")


def test_five_forms_of_urls_open_pages(page: Page, site: Site) -> None:
    open_reading(page, site, SLUG, "ada")
    for shape, title in (
        ("https://en.wikipedia.org/wiki/Mercury_(river)", "Mercury (river)"),
        ("de.m.wikipedia.org/wiki/Leuchtturm_Hallgrund", DEUTSCH),
        (f"https://ar.wikipedia.org/wiki/{quote('منارة_هالغروند')}", "منارة هالغروند"),
        ("http://fr.wikipedia.org/wiki/Phare_de_Hallgrund#Histoire", "Phare de Hallgrund"),
        ("https://es.wikipedia.org/w/index.php?title=Faro_de_Hallgrund&oldid=17", "Faro de Hallgrund"),
    ):  # fmt: skip
        paste(page, shape)
        tab(page, title).click()
        text = page.get_by_test_id("reference-text")
        expect(text).to_be_visible()
        expect(page.locator("aside h2")).to_have_text(title)
    expect(chips(page)).to_have_count(5)
    tab(page, "منارة هالغروند").click()
    expect(page.get_by_test_id("reference-text")).to_have_attribute("dir", "rtl")


def test_a_page_under_two_titles_is_one_link_and_stays_open(page: Page, site: Site) -> None:
    open_reading(page, site, SLUG, "bo")
    paste(page, HALL)
    expect(tab(page, DEUTSCH)).to_be_visible()
    paste(page, "https://de.wikipedia.org/wiki/Hallgrundfeuer")
    page.get_by_role("tab").last.click()
    expect(page.locator("aside h2")).to_have_text(DEUTSCH)
    expect(page.get_by_role("tab")).to_have_count(2)
    expect(chips(page)).to_have_text([re.compile(DEUTSCH)])
    chips(page).get_by_role("button", name=f"Remove {DEUTSCH}").click()
    expect(page.get_by_role("tab")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(tab(page, DEUTSCH)).to_be_visible()


def test_a_title_is_found_while_typing_by_keyboard(page: Page, site: Site, wikipedia: MediaWiki) -> None:
    open_reading(page, site, SLUG, "chen")
    page.get_by_role("button", name="Wikipedia page").press("Enter")
    field = page.get_by_test_id("link-url")
    field.press_sequentially("merc")
    titles = page.get_by_role("listbox").get_by_role("option")
    expect(titles).to_have_text(["Mercury (river)", "Mercury River"])
    field.press("ArrowDown")
    expect(titles.first).to_have_attribute("aria-selected", "true")
    # The submit key first adds the page.
    field.press("Control+Enter")
    expect(field).to_have_count(0)
    expect(page.get_by_role("button", name="Wikipedia page")).to_be_focused()
    chips(page).get_by_role("button", name="Mercury (river)", exact=True).click()
    expect(page.get_by_test_id("reference-text")).to_contain_text("rises in two springs")
    page.get_by_role("button", name="Wikipedia page").click()
    page.get_by_label("Titles in").select_option("de")
    field.press_sequentially("zzz")
    expect(page.locator("form [role=status]")).to_have_text("No title begins with “zzz”.")
    wikipedia.fails("503")
    field.press_sequentially("z")
    expect(page.locator("form [role=alert]")).to_contain_text("Titles cannot be searched now")


def test_a_refused_link_is_returned_with_the_reason(page: Page, site: Site) -> None:
    open_reading(page, site, SLUG, "dora")
    for address, reason in (
        ("javascript:alert(1)", "This is not the address of a web page."),
        ("https://en.wikipedia.org/wiki/File:Tower.jpg", "This is not an article: only articles can be consulted."),
        ("https://commons.wikimedia.org/wiki/Towers", "This is another wiki, not a Wikipedia."),
        ("https://example.org/towers", "This is not the address of a Wikipedia page."),
        ("https://qq.wikipedia.org/wiki/Tower", "There is no Wikipedia in this language."),
    ):  # fmt: skip
        field = paste(page, address)
        expect(page.locator("form [role=alert]")).to_have_text(reason)
        expect(field).to_have_value(address)
        expect(chips(page)).to_have_count(0)
        page.get_by_role("button", name="Cancel").click()


def test_other_sources_are_links_where_the_project_allows_them(page: Page, site: Site) -> None:
    open_reading(page, site, OPEN, "gus")
    paste(page, "https://example.org/towers")
    expect(chips(page).get_by_role("link", name="example.org/towers")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_the_page_in_another_language_is_one_click_away(page: Page, site: Site) -> None:
    open_reading(page, site, SLUG, "amal")
    page.get_by_test_id("languages").click()
    page.get_by_role("button", name=re.compile("^Hindi")).click()
    text = page.get_by_test_id("reference-text")
    expect(text).to_have_attribute("lang", "hi")
    expect(text).to_contain_text("प्रकाशस्तंभ")
    own = tab(page, "منارة هالغروند")
    page.get_by_role("tab").last.focus()
    page.keyboard.press("ArrowLeft")
    expect(own).to_be_focused()
    expect(text).to_have_attribute("dir", "rtl")


def test_markup_in_titles_and_texts_is_shown_and_never_executed(page: Page, site: Site) -> None:
    open_reading(page, site, SLUG, "eli")
    title = page.title()
    paste(page, "https://en.wikipedia.org/wiki/Signs_%26_brackets_in_plain_text")
    tab(page, "Signs & brackets").click()
    text = page.get_by_test_id("reference-text")
    expect(text).to_contain_text('<script>document.title = "run"</script>')
    expect(text.get_by_role("heading")).to_have_text(["<b>A heading</b>"])
    assert text.locator("script, img, b").count() == 0
    assert page.title() == title


def test_a_page_that_fails_to_load_shows_the_reason_and_is_retried(
    page: Page, site: Site, wikipedia: MediaWiki
) -> None:
    state = page.get_by_test_id("reference-state")
    retry = page.get_by_test_id("reference-retry")
    text = page.get_by_test_id("reference-text")
    log_in(page, site, "dieter")
    open_workspace(page, site, SLUG)
    expect(state).to_have_text("This page could not be fetched: there is no page with this title.")

    wikipedia.fails("500")
    paste(page, "https://zh.wikipedia.org/wiki/听潮桥灯塔")
    tab(page, "听潮桥灯塔").click()
    expect(state).to_have_text("This page could not be fetched: Wikipedia reports a server error.")
    wikipedia.works_again()
    wikipedia.fails("hang")
    retry.click()
    expect(state).to_have_text("This page is being fetched. It appears here by itself.")
    expect(retry).to_have_count(0)
    wikipedia.works_again()
    expect(text).to_contain_text("塔高二十七米")

    wikipedia.wiki.add(MediaWikiPage("de", "Nirgendwo", "Nirgendwo ist ein Ort."))
    tab(page, "Nirgendwo").click()
    retry.click()
    expect(text).to_have_text("Nirgendwo ist ein Ort.")


@pytest.mark.parametrize("expected_errors", [("ERR_INTERNET_DISCONNECTED",)])
def test_loaded_pages_stay_readable_offline_and_others_report_it(
    page: Page, context: BrowserContext, site: Site
) -> None:
    find = open_reading(page, site, SLUG, "fay")
    paste(page, HALL)
    tab(page, DEUTSCH).click()
    expect(page.get_by_test_id("reference-text")).to_contain_text("Ejderhamn")
    tab(page, "Hallgrund Lighthouse").click()
    context.set_offline(True)
    find.fill("nystrom")
    expect(page.get_by_test_id("find-count")).to_have_text("1 of 1")
    tab(page, DEUTSCH).click()
    expect(page.get_by_test_id("reference-text")).to_contain_text("Ejderhamn")
    page.get_by_test_id("languages").click()
    page.get_by_role("button", name=re.compile("^Spanish")).click()
    state = page.get_by_test_id("reference-state")
    expect(state).to_contain_text("Morel cannot be reached, and this page is not in this browser yet.")
    page.get_by_test_id("reference-retry").click()
    expect(state).to_contain_text("Morel cannot be reached")
    context.set_offline(False)
    expect(page.get_by_test_id("reference-text")).to_contain_text("El faro de Hallgrund")
