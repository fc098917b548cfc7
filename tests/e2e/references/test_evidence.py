"""Evidence for marks: attached, changed, removed, required, shown to leads, and exported; in three scripts."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e.conftest import watched_page
from tests.e2e.reading import ANSWERS, TITLES, lighthouse, open_reading, painted, place, select_in_page
from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, submit

pytestmark = pytest.mark.e2e

ASKING, OFFERING = "evidence-asked", "evidence-offered"
LIT = "It was lit for the first time on 3 October 1891 and is 41 metres high."


@pytest.fixture(scope="module")
def site(library: Site) -> Site:
    bare = item("bare", "The lamp was lit in 1884.", "FR")
    options = ("--preset", "mu-shroom", "--redundancy", "20")
    library.project(OFFERING, {"lena": "lead"}, [lighthouse("en")], *options)
    library.readers(OFFERING, {"ann": "EN", "ben": "EN"})
    records = [*map(lighthouse, ANSWERS), bare]
    library.project(ASKING, {"lena": "lead"}, records, *options)
    library.readers(
        ASKING, {"ann": "EN", "ben": "EN", "amal": "AR", "amira": "AR", "hari": "HI", "fred": "FR"}
    )
    library.manage_all(
        ["set_project", OFFERING, "--evidence", "optional"],
        ["set_project", ASKING, "--evidence", "required"],
        *(["fetch_references", slug] for slug in (OFFERING, ASKING)),
    )
    return library


@pytest.fixture
def other_context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-GB")
    yield context
    context.close()


def bar(page: Page) -> Locator:
    return page.get_by_test_id("evidence")


def note(page: Page) -> Locator:
    """The note below a passage of the page."""
    return page.get_by_test_id("reference-text").locator(".proof.note")


def test_a_passage_is_attached_changed_removed_restored_and_shown_on_hover(page: Page, site: Site) -> None:
    open_reading(page, site, OFFERING, "ann")
    drag(page, *place("en", "43 metres"))
    select_in_page(page, "41 metres high")
    page.get_by_test_id("attach").click()
    expect(bar(page).locator("q")).to_have_text(["41 metres high"])
    expect(note(page)).to_contain_text("Evidence for “43 metres”")
    assert painted(page, "evidence") == ["41 metres high"]

    bar(page).get_by_role("button", name="Replace “41 metres high”").click()
    select_in_page(page, "3 October 1891 and is 41 metres")
    page.get_by_role("button", name="Attach instead").click()
    expect(bar(page).locator("q")).to_have_text(["3 October 1891 and is 41 metres"])
    page.keyboard.press("Control+z")
    expect(bar(page).locator("q")).to_have_text(["41 metres high"])

    detach = note(page).get_by_role("button", name="Detach")
    detach.focus()
    page.keyboard.press("u")
    expect(page.get_by_test_id("unsure")).to_be_checked()
    expect(detach).to_be_focused()
    detach.click()
    expect(bar(page).locator("li")).to_have_count(0)
    expect(note(page)).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(note(page)).to_have_count(1)

    page.keyboard.press("Escape")
    expect(bar(page)).to_have_count(0)
    page.get_by_test_id("span-list").get_by_role("listitem").hover()
    expect(bar(page).locator("q")).to_have_text(["41 metres high"])
    expect(bar(page).get_by_test_id("attach")).to_have_count(0)
    assert painted(page, "evidence-now") == ["41 metres high"]


def test_a_search_hit_is_attached_by_keyboard(page: Page, site: Site) -> None:
    open_reading(page, site, OFFERING, "ben")
    drag(page, *place("en", "October 3rd, 1891"))
    page.keyboard.press("l")
    expect(page.get_by_test_id("find-note")).to_have_text("The same date or number, written differently.")
    page.keyboard.press("e")
    expect(page.get_by_test_id("attach")).to_have_text(re.compile("^Attach the selection"))
    page.keyboard.press("e")
    expect(bar(page).locator("q")).to_have_count(1)
    assert painted(page, "evidence") == [LIT]

    drag(page, *place("en", "Tove Silver"))
    page.keyboard.press("l")
    expect(page.get_by_test_id("find-note")).to_contain_text("The nearest passage is marked.")
    assert "Tove Silfver" in painted(page, "nearest")[0]
    drag(page, *place("en", "Arvid Nystrom"))
    page.keyboard.press("l")
    expect(page.get_by_test_id("find-count")).to_have_text("1 of 1")
    assert painted(page, "hit-now") == ["Arvid Nyström"]


def test_missing_evidence_is_reported_where_it_is_entered(page: Page, site: Site) -> None:
    open_reading(page, site, ASKING, "ann")
    drag(page, *place("en", "43 metres"))
    drag(page, *place("en", "Tove Silver"))
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    missing = page.get_by_test_id("missing-evidence")
    expect(missing).to_contain_text("Evidence is asked for every mark, and 2 have none.")
    expect(bar(page)).to_contain_text("Evidence for “43 metres”")
    expect(page.get_by_test_id("attach")).to_be_focused()
    select_in_page(page, LIT)
    page.keyboard.press("e")
    page.get_by_role("button", name="Show the next one").click()
    expect(bar(page)).to_contain_text("Evidence for “Tove Silver”")
    page.get_by_test_id("silent").click()
    expect(missing).to_have_count(0)
    evidence = submit(page)["evidence"]
    assert [(each["kind"], each["exact"]) for each in evidence] == [("passage", LIT), ("silent", "")]


@pytest.mark.parametrize(
    ("person", "language", "wrong", "found"),
    [
        ("amal", "ar", "خمسة حراس", "ثلاثة حراس"),
        ("hari", "hi", "पाँच रखवाले", "तीन रखवाले"),
    ],
)
def test_evidence_in_every_script_reaches_leads_and_exports(
    page: Page,
    site: Site,
    watched: Callable[[BrowserContext], Page],
    other_context: BrowserContext,
    person: str,
    language: str,
    wrong: str,
    found: str,
) -> None:
    open_reading(page, site, ASKING, person)
    drag(page, *place(language, wrong))
    page.keyboard.press("l")
    expect(page.get_by_test_id("find-note")).to_contain_text("The nearest passage is marked.")
    assert found in painted(page, "nearest")[0]
    select_in_page(page, found)
    page.keyboard.press("e")
    expect(note(page)).to_contain_text(wrong)
    (kept,) = submit(page)["evidence"]
    extract = site.rows("SELECT extract FROM annotation_reference WHERE id = ?", kept["snapshot"])[0][0]
    assert extract[kept["start"] : kept["end"]] == kept["exact"] == found
    assert extract[kept["end"] :].startswith(kept["suffix"])

    lead = watched(other_context)
    log_in(lead, site, "lena")
    ((item_id,),) = site.rows(
        "SELECT item.id FROM annotation_item item JOIN annotation_project project ON project.id = project_id "
        "WHERE slug = ? AND external_id = ?",
        ASKING,
        f"light-{language}",
    )
    lead.goto(f"{site.url}/p/{ASKING}/items/{item_id}")
    expect(bar(lead).locator("dt")).to_have_text([wrong])
    expect(bar(lead).locator("mark")).to_have_text([found])
    source = bar(lead).get_by_role("link", name=TITLES[language])
    expect(source).to_have_attribute(
        "href", re.compile(rf"^https://{language}\.wikipedia\.org/w/index\.php\?")
    )
    record = json.loads(site.manage("export_annotations", ASKING, "--lang", language.upper(), "--out", "-"))
    ((taken,),) = record["annotation_evidence"].values()
    assert taken["span"] == list(place(language, wrong))
    assert taken["selector"][1]["exact"] == found


def test_silent_evidence_can_be_given_without_a_page(page: Page, site: Site) -> None:
    log_in(page, site, "fred")
    open_workspace(page, site, ASKING)
    drag(page, 4, 8)
    expect(page.get_by_test_id("attach")).to_have_count(0)
    page.get_by_test_id("silent").click()
    (kept,) = submit(page)["evidence"]
    assert (kept["kind"], kept["snapshot"]) == ("silent", None)


def test_the_page_and_its_controls_are_visible_on_a_phone_in_arabic(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ar")
    with watched_page(context, site) as page:
        log_in(page, site, "amira")
        open_workspace(page, site, ASKING)
        drag(page, *place("ar", "خمسة حراس"))
        page.get_by_test_id("submit").click()
        expect(page.get_by_test_id("attach")).to_be_focused()
        expect(page.locator("aside h2")).to_be_in_viewport()
        lowest = page.get_by_test_id("silent").bounding_box()
        strip = page.get_by_test_id("remove-mark").bounding_box()
        assert lowest is not None
        assert strip is not None
        assert lowest["y"] + lowest["height"] <= strip["y"]
        page.get_by_test_id("silent").click()
        expect(bar(page)).to_contain_text("المرجع لا يذكر شيئًا")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()
