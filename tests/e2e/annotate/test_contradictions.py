"""A scheme's consistency rules: the quiet question at submission, its override, and what leads find afterwards."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "contradictions"
ANSWER = "The bell was cast by Ilse Quandt in 1702."
NAME = (21, 32)
QUESTION = "Text is marked, but “Factuality” is “Correct”."


@pytest.fixture(scope="module")
def bells(site: Site) -> Site:
    items = [item(f"bell-{n}", ANSWER, question=f"Who cast bell number {n}?") for n in range(1, 4)]
    people = {"cora": "annotator", "carl": "annotator", "lara": "lead"}
    site.project(SLUG, people, items, "--preset", "mu-shroom+labels")
    return site


def choose(page: Page, factuality: str) -> None:
    page.get_by_test_id("label-fluency-minor").check(force=True)
    page.get_by_test_id(f"label-factuality-{factuality}").check(force=True)


def filtered(page: Page, site: Site) -> Locator:
    """The questions of the items that break any rule."""
    page.goto(f"{site.url}/p/{SLUG}/items?order=ordinal&broken_rule=any")
    expect(page.get_by_test_id("filter-rule")).to_have_value("any")
    return page.get_by_role("link").filter(has_text="Who cast bell number")


def test_the_question_is_asked_once_and_can_be_answered_by_keyboard(
    page: Page, other_page: Page, bells: Site
) -> None:
    log_in(page, bells, "cora")
    open_workspace(page, bells, SLUG)
    first = page.locator("main h1").inner_text()
    drag(page, *NAME)
    choose(page, "correct")
    page.keyboard.press("Control+Enter")
    question = page.get_by_test_id("contradiction")
    expect(question).to_contain_text(QUESTION)
    expect(page.locator("main [aria-live=polite]")).to_contain_text(QUESTION)
    expect(page.locator("main h1")).to_have_text(first)

    # A change takes the question back; the fixed content is submitted without one.
    page.get_by_test_id("go-to-label").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("label-factuality-correct")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(question).to_have_count(0)
    assert submit(page)["labels"]["factuality"] == "errors"
    expect(page.locator("main h1")).not_to_have_text(first)

    # Submitted again, it is kept as it is.
    second = page.locator("main h1").inner_text()
    drag(page, *NAME)
    choose(page, "correct")
    page.get_by_test_id("submit").click()
    expect(question).to_be_visible()
    page.wait_for_timeout(450)  # a second click within 400 ms is the same gesture
    content = submit(page)
    assert (ranges(content), content["labels"]["factuality"]) == ([NAME], "correct")
    expect(page.locator("main h1")).not_to_have_text(second)

    lead = other_page
    log_in(lead, bells, "lara")
    found = filtered(lead, bells)
    expect(found).to_have_count(1)
    expect(lead.get_by_test_id("filter-chips")).to_contain_text("With any contradiction")
    found.filter(has_text=second).click()
    expect(lead.get_by_test_id("broken-rule")).to_have_text(QUESTION)


def test_a_double_click_does_not_answer_the_question(page: Page, bells: Site) -> None:
    log_in(page, bells, "carl")
    open_workspace(page, bells, SLUG)
    page.get_by_test_id("nothing-to-mark").check(force=True)
    choose(page, "errors")
    page.get_by_test_id("submit").dblclick()
    expect(page.get_by_test_id("contradiction")).to_contain_text("Nothing is marked")
    expect(page.get_by_test_id("submit")).to_contain_text("Submit & next")


def test_a_lead_states_a_rule_and_stored_annotations_are_checked(page: Page, bells: Site) -> None:
    log_in(page, bells, "lara")
    page.goto(f"{bells.url}/p/{SLUG}/settings")
    rules = page.get_by_test_id("rule")
    expect(rules).to_have_count(2)
    expect(rules.first.get_by_test_id("rule-sentence")).to_have_text(QUESTION)
    rules.last.get_by_role("button").click()
    rules.first.get_by_role("button").click()
    page.get_by_test_id("add-rule").click()
    rules.get_by_test_id("rule-condition").select_option(label="A mark: Hallucination")
    rules.get_by_test_id("rule-choice").select_option(label="Fluency: Minor")
    expect(rules.get_by_test_id("rule-sentence")).to_have_text(
        "Text is marked as “Hallucination”, but “Fluency” is “Minor”."
    )
    page.get_by_test_id("save-scheme").click()
    expect(page.get_by_test_id("scheme-state")).to_contain_text("Version 2")
    expect(rules).to_have_count(1)
    # Both submissions of cora break the new rule, once the check has run.
    for _ in range(40):
        found = filtered(page, bells)
        expect(
            page.get_by_test_id("checking-rules").or_(page.get_by_test_id("filter-rule")).first
        ).to_be_visible()
        page.wait_for_load_state("networkidle")
        if found.count() == 2:
            break
        page.wait_for_timeout(500)
    expect(found).to_have_count(2)
