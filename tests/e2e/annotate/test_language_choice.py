"""An annotator of several languages chooses one, stays in it until it is done, and is offered the next."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, submit

pytestmark = pytest.mark.e2e

SLUG = "two-languages"


@pytest.fixture(scope="module")
def tongues(site: Site) -> Site:
    items = [
        *(item(f"en-{n}", f"Lamp {n} was lit.", question=f"Lamp {n}?") for n in (1, 2)),
        *(item(f"fr-{n}", f"La lampe {n} brille.", "FR", f"Lampe {n} ?") for n in (1, 2)),
    ]
    site.project(SLUG, {"polly": "annotator"}, items, "--preset", "mu-shroom")
    site.change("UPDATE annotation_membership SET working_language = ''")
    return site


def language_of(page: Page) -> str | None:
    return page.get_by_test_id("answer").get_attribute("lang")


def test_the_choice_holds_until_the_language_is_done(page: Page, tongues: Site) -> None:
    log_in(page, tongues, "polly")
    page.goto(f"{tongues.url}/p/{SLUG}/annotate")
    expect(page.get_by_role("heading", name="Which language do you want to work in?")).to_be_visible()
    expect(page.get_by_test_id("languages")).to_contain_text("2 items")
    page.get_by_test_id("language-fr").click()

    # The choice is stored on the server: it survives a reload.
    expect(page.get_by_test_id("answer")).to_be_visible()
    page.goto(f"{tongues.url}/p/{SLUG}/annotate")
    for number in range(2):
        expect(page.locator("main h1")).to_contain_text("Lampe")
        assert language_of(page) == "fr"
        page.keyboard.press("n")
        first = page.locator("main h1").inner_text()
        submit(page)
        if number == 0:
            expect(page.locator("main h1")).not_to_have_text(first)

    expect(page.get_by_role("heading", name="French is done")).to_be_visible()
    page.get_by_test_id("language-en").click()
    expect(page.locator("main h1")).to_contain_text("Lamp ")
    assert language_of(page) == "en"


def test_the_language_can_be_changed_among_the_own_items(page: Page, tongues: Site) -> None:
    log_in(page, tongues, "polly")
    tongues.change("UPDATE annotation_membership SET working_language = 'en'")
    page.goto(f"{tongues.url}/p/{SLUG}/annotate")
    expect(page.get_by_test_id("answer")).to_be_visible()
    page.get_by_test_id("queue").click()
    page.get_by_test_id("working-language").select_option("fr")
    # Nothing is left in French.
    expect(page.get_by_role("heading", name="French is done")).to_be_visible()
