"""A lead decides on several items in a row, with everyone's marks in sight: by mouse and by keyboard."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import ENDS_OF, drag, log_in

pytestmark = pytest.mark.e2e

SLUG = "lanes"
ANSWER = "The mill was built in 1742 by the Sedley family, who ran it well. A fire in 1868 destroyed the upper floor."
ARABIC = "بُنيت الطاحونة عام 1742 على يد عائلة سيدلي، ودمرها حريق عام 1868."
FILLER = "The keeper of the mill wrote down every sack of grain that came up the lane. " * 14
LONG = f"{FILLER}{ANSWER} {FILLER}"
MARKS: Mapping[str, tuple[str, ...]] = {
    "wren-la": ("1742", "A fire"),
    "sorrel-la": ("1742", "fire"),
    "tansy-la": ("1742 by the Sedley family", "A fire in 1868"),
}
ARABIC_MARKS: Mapping[str, tuple[str, ...]] = {
    "wren-la": ("1742",),
    "sorrel-la": ("عام 1742",),
    "tansy-la": ("1742", "1868"),
}


def at(answer: str, quote: str) -> tuple[int, int]:
    """Where the quote is in the answer, in code points."""
    start = answer.index(quote)
    return start, start + len(quote)


def submitted(external_id: str, answer: str, marks: Mapping[str, tuple[str, ...]]) -> str:
    """A script that submits these marks, and prints the item's id."""
    lines = [
        "from django.contrib.auth.models import User",
        "from annotation.models import Item, Project",
        "from tests.people import annotate",
        f"project = Project.objects.get(slug={SLUG!r})",
        f"item = Item.objects.get(project=project, external_id={external_id!r})",
    ]
    for name, quotes in marks.items():
        spans = ", ".join(str(at(answer, quote)) for quote in quotes)
        lines.append(f"annotate(project, User.objects.get(username={name!r}), item, {spans})")
    return "\n".join([*lines, "print(item.pk)"])


@pytest.fixture(scope="module")
def curated(site: Site) -> Site:
    people = {"ria-la": "lead", **dict.fromkeys(MARKS, "annotator")}
    items = [item(name, ANSWER, question=f"Who built {name}?") for name in ("mill-1", "mill-2", "mill-3")]
    items.append(item("mill-ar", ARABIC, lang="AR", question="من بنى الطاحونة؟"))
    items.append(item("mill-long", LONG))
    site.project(SLUG, people, items, "--preset", "mu-shroom", "--redundancy", "3")
    for name in MARKS:
        site.manage("add_member", SLUG, name, "--role", "annotator", "--languages", "en,ar")
    site.manage("set_project", SLUG, "--adjudication", "on")
    return site


def gold(site: Site, tmp_path: Path) -> dict[str, list[list[int]]]:
    out = tmp_path / "gold.jsonl"
    site.manage("export_gold", SLUG, "--out", str(out))
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    return {row["id"]: row["hard_labels"] for row in rows if row["gold"]["source"] == "curated"}


def lane_of(page: Page, annotator: str, n: int) -> Locator:
    return page.locator(f"[data-mark-of][title='{annotator}']").nth(n)


def version(page: Page, name: str) -> Locator:
    """The row of a version of the current stretch."""
    return page.get_by_test_id("versions").get_by_role("button", name=name)


def click_text(page: Page, start: int, end: int) -> None:
    first, last = page.get_by_test_id("answer").evaluate(ENDS_OF, [start, end])
    page.mouse.click((first["x"] + last["x"]) / 2, first["y"])


def test_items_are_decided_in_a_row_by_keyboard_and_by_mouse(
    page: Page, curated: Site, tmp_path: Path
) -> None:
    for name in ("mill-1", "mill-2", "mill-3"):
        curated.manage("shell", "-v0", "-c", submitted(name, ANSWER, MARKS))
    log_in(page, curated, "ria-la")
    page.goto(f"{curated.url}/p/{SLUG}/curation?order=ordinal")
    page.get_by_test_id("start-deciding").click()

    # By keyboard: 1742 as two have it, and the fire as Tansy has it, its third version.
    expect(page.get_by_text("Stretch 1 of 2")).to_be_visible()
    versions = page.get_by_test_id("versions").get_by_role("button")
    expect(versions).to_have_count(3)
    expect(versions.nth(0)).to_have_accessible_name("“1742”: wren-la, sorrel-la · majority")
    expect(versions.nth(1)).to_have_accessible_name("“1742 by the Sedley family”: tansy-la")
    expect(versions.nth(2)).to_have_accessible_name("Not marked: No one")
    expect(versions.nth(0)).to_have_attribute("aria-keyshortcuts", "1")
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Stretch 1 of 2: 1742, decided")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Stretch 2 of 2")).to_be_visible()
    page.keyboard.press("3")
    expect(version(page, "“A fire in 1868”")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Control+z")
    expect(version(page, "“A fire in 1868”")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("0")
    page.keyboard.press("3")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Who built mill-2?")).to_be_visible()
    expect(page.get_by_text("Decided on mill-1.")).to_be_visible()

    # By mouse: a click on a lane takes that annotator's version, clicks on the text cycle through all.
    lane_of(page, "tansy-la", 0).click()
    expect(version(page, "“1742 by the Sedley family”")).to_have_attribute("aria-pressed", "true")
    fire = at(ANSWER, "fire")
    for pressed in ("“A fire”: wren-la", "“fire”: sorrel-la", "“A fire in 1868”: tansy-la", "Not marked"):
        click_text(page, *fire)
        expect(version(page, pressed)).to_have_attribute("aria-pressed", "true")
    drag(page, *at(ANSWER, "upper floor"))
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    page.get_by_test_id("decide").click()

    # The majority for the rest is the last item's decision; then the queue is empty.
    expect(page.get_by_role("heading", name="Who built mill-3?")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Stretch 2 of 2: A fire, decided")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Nothing to decide")).to_be_visible()

    assert gold(curated, tmp_path) == {
        "mill-1": [list(at(ANSWER, "1742")), list(at(ANSWER, "A fire in 1868"))],
        "mill-2": [list(at(ANSWER, "1742 by the Sedley family")), list(at(ANSWER, "upper floor"))],
        "mill-3": [list(at(ANSWER, "1742")), list(at(ANSWER, "A fire"))],  # two of three marked the article
    }


def test_lanes_lie_below_their_line_in_the_order_of_annotators_and_follow_arabic(
    page: Page, curated: Site
) -> None:
    weir = curated.manage("shell", "-v0", "-c", submitted("mill-ar", ARABIC, ARABIC_MARKS)).strip()
    log_in(page, curated, "ria-la")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{curated.url}/p/{SLUG}/items/{weir}?decide=1")
    expect(lane_of(page, "tansy-la", 1)).to_be_visible()
    tops = [lane_of(page, name, 0).evaluate("lane => lane.getBoundingClientRect().top") for name in MARKS]
    assert [round(top - tops[0]) for top in tops] == [0, 4, 8]
    inside = """lane => {
      const lanes = lane.getBoundingClientRect();
      const answer = document.querySelector("[data-testid=answer]").getBoundingClientRect();
      return lanes.left >= answer.left - 1 && lanes.right <= answer.right + 1;
    }"""
    assert page.locator("[data-mark-of]").first.evaluate(inside)
    rows = page.get_by_test_id("versions").get_by_role("button")
    assert all(row.evaluate("row => row.getBoundingClientRect().height") >= 44 for row in rows.all())
    # The text runs to the left, so the left arrow goes on.
    expect(page.get_by_text("Stretch 1 of 2")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Stretch 2 of 2")).to_be_visible()
    page.keyboard.press("0")
    expect(version(page, "Not marked: wren-la, sorrel-la · majority")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_ties_are_decided_by_a_rule_after_a_preview_and_undone(page: Page, site: Site) -> None:
    people = {"ria-tie": "lead", "una-tie": "annotator", "vic-tie": "annotator"}
    site.project("ties", people, [item("mill", ANSWER)], "--preset", "mu-shroom", "--redundancy", "2")
    site.manage("set_project", "ties", "--adjudication", "on")
    script = submitted("mill", ANSWER, {"una-tie": ("1742",), "vic-tie": ("1742", "upper floor")})
    mill = site.manage("shell", "-v0", "-c", script.replace(repr(SLUG), repr("ties"))).strip()
    log_in(page, site, "ria-tie")
    page.goto(f"{site.url}/p/ties/curation")
    page.get_by_role("link", name="Rules").click()
    page.get_by_test_id("rule-preview").click()
    expect(page.get_by_test_id("rule-found")).to_contain_text("Decides on 1 item. 1 open item examined")
    expect(page.get_by_role("link", name="mill")).to_be_visible()
    expect(page.locator("dd").last).to_have_text("1742upper floor")
    page.get_by_test_id("rule-apply").click()
    applied = page.get_by_test_id("rule-application")
    expect(applied).to_contain_text("Ties are gold")
    expect(applied).to_contain_text("1 item decided · ria-tie")
    gold = "SELECT spans FROM annotation_adjudication WHERE item_id = ? ORDER BY number"
    [(spans,)] = site.rows(gold, mill)
    marked = [[span["start"], span["end"]] for span in json.loads(spans)]
    assert marked == [list(at(ANSWER, "1742")), list(at(ANSWER, "upper floor"))]
    applied.get_by_role("button", name="Undo").click()
    expect(applied).to_contain_text("1 decision undone by ria-tie")
    page.get_by_role("link", name="Queue").click()
    expect(page.get_by_test_id(f"item-{mill}")).to_be_visible()


def test_the_stretch_to_decide_on_is_clear_of_the_panel(page: Page, curated: Site) -> None:
    mill = curated.manage("shell", "-v0", "-c", submitted("mill-long", LONG, MARKS)).strip()
    log_in(page, curated, "ria-la")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{curated.url}/p/{SLUG}/items/{mill}?decide=1")
    clear = """() => {
      const lanes = [...document.querySelectorAll("[data-mark-of].here")];
      const here = lanes.map((lane) => lane.getBoundingClientRect());
      const panel = document.querySelector("[data-testid=versions]").parentElement.getBoundingClientRect();
      return here.length > 0 && here.every(({ top, bottom }) => top > 40 && bottom < panel.top);
    }"""
    expect(page.get_by_text("Stretch 1 of 2")).to_be_visible()
    page.wait_for_function(clear)
    page.evaluate("scrollTo(0, 0)")
    assert not page.evaluate(clear)
    page.keyboard.press("1")
    page.wait_for_function(clear)
    page.evaluate("scrollTo(0, 0)")
    version(page, "Not marked").click()
    page.wait_for_function(clear)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Stretch 2 of 2")).to_be_visible()
    page.wait_for_function(clear)
