"""The workspace for screen readers: names, roles and announcements."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

pytestmark = pytest.mark.e2e

SLUG = "read-out"
ANSWER = "The lamp was lit in 1884."

# Record the texts of live regions in order.
LISTEN = """
() => {
  window.said = [];
  const last = new Map();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
      const text = region.textContent.trim().replace(/\\s+/g, " ");
      if (text !== (last.get(region) ?? "") && text) window.said.push(text);
      last.set(region, text);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


@pytest.fixture(scope="module")
def spoken(site: Site) -> Site:
    people = {"uma": "annotator", "vera": "annotator"}
    site.project(SLUG, people, [item(f"lamp-{n}", ANSWER) for n in range(3)], "--preset", "mu-shroom")
    return site


@pytest.fixture
def desk(page: Page, spoken: Site, request: pytest.FixtureRequest) -> Page:
    log_in(page, spoken, request.param)
    open_workspace(page, spoken, SLUG)
    page.evaluate(LISTEN)
    return page


def mark_lamp(page: Page) -> None:
    page.get_by_test_id("answer").focus()
    page.keyboard.press("Control+Home")
    for _ in "The ":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Control+ArrowRight")
    page.keyboard.press("Enter")


def expect_said(page: Page, text: str) -> None:
    page.wait_for_function("(text) => said.some((each) => each.startsWith(text))", arg=text)
    # Later announcements are kept for the next expectation.
    page.evaluate("(text) => said.splice(0, said.findLastIndex((each) => each.startsWith(text)) + 1)", text)


@pytest.mark.parametrize("desk", ["uma"], indirect=True)
def test_everything_has_a_name_and_a_role(desk: Page) -> None:
    mark_lamp(desk)
    expect(desk.locator("main")).to_match_aria_snapshot(
        """
        - main:
          - heading "What happened?" [level=1]
          - radiogroup "Snap to":
            - radio "Words" [checked]
            - radio "Characters"
          - button "Undo"
          - button "Redo" [disabled]
          - textbox "Answer"
          - group "Answer with its marks":
            - paragraph:
              - text: The
              - mark: "[mark: Hallucination] lamp [end of mark]"
              - text: was lit in 1884.
          - heading "1 mark · Hallucination" [level=2]
          - list "Marks":
            - listitem:
              - button "Hallucination lamp 4–8"
              - button "Remove “lamp”"
          - checkbox "Nothing to mark"
          - checkbox "Unsure"
          - textbox "Comment"
          - status
          - button /Submit/
        """
    )
    answer = desk.get_by_test_id("answer")
    expect(answer).to_have_attribute("aria-readonly", "true")
    expect(answer).to_have_attribute("lang", "en")
    expect(answer).to_have_text(ANSWER)
    expect(answer).to_have_accessible_description(
        "Arrow keys move a caret, with Shift they select, Enter marks what is selected. "
        "The list of marks follows the answer."
    )
    expect(desk.get_by_role("complementary")).to_have_accessible_name("Reference")


@pytest.mark.parametrize("desk", ["vera"], indirect=True)
def test_changes_are_announced(desk: Page) -> None:
    mark_lamp(desk)
    expect_said(desk, "Marked “lamp”, 4 to 8")
    desk.keyboard.press("Control+z")
    expect_said(desk, "Undone")
    desk.keyboard.press("Control+Shift+z")
    expect_said(desk, "Redone")
    expect_said(desk, "Saved")
    desk.get_by_role("button", name="Hallucination lamp").focus()
    desk.keyboard.press("Backspace")
    expect_said(desk, "Removed the mark “lamp”")
    desk.keyboard.press("Control+z")
    expect_said(desk, "Undone")
    desk.keyboard.press("n")
    expect_said(desk, "There is 1 mark. Remove it?")
