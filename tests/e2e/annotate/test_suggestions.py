"""Suggestions of a source in a real browser: accepted or dismissed one by one, at once or after a blind answer."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from annotation.queries.sources.exposure import stays_blind
from tests.e2e import inspection
from tests.e2e.conftest import watched_page
from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, snap_to, submit
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SHOWN, ARABIC, REVEALED, CLAIMS = "suggested", "suggested-ar", "revealed", "suggested-claims"
ANSWER = "The Marrow Bridge was opened in 1908 by Elin Torvald, who had built it alone."
YEAR, NAME, ALONE = (32, 36), (40, 52), (71, 76)
IN_ARABIC = "افتُتحت المكتبة عام 1936 في دار قديمة قرب السوق."
TWO_CLAIMS = "The bridge was opened in 1908. It was designed by Elin Torvald."


@pytest.fixture(scope="module")
def suggested(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    directory = tmp_path_factory.mktemp("suggested")
    for slug, mode, answer, lang, marks, options in (
        (SHOWN, "shown", ANSWER, "EN", [YEAR, NAME, ALONE], ("--preset", "mu-shroom")),
        (ARABIC, "shown", IN_ARABIC, "AR", [(20, 24), (38, 41)], ("--preset", "mu-shroom")),
        (REVEALED, "blind_then_reveal", ANSWER, "EN", [YEAR], ("--preset", "mu-shroom")),
        (CLAIMS, "shown", TWO_CLAIMS, "EN", [(25, 29)], ("--preset", "much")),
    ):
        people = {"lena": "lead", "ada": "annotator", "bo": "annotator"}
        site.project(slug, people, [item("q-1", answer, lang)], "--redundancy", "3", *options)
        run = [{"id": "q-1", "spans": [{"start": start, "end": end} for start, end in marks]}]
        path = write_jsonl(directory / f"{slug}.jsonl", run)
        site.manage("import_source", slug, str(path), "--name", "judge", "--source-version", "7")
        seed = next(seed for seed in range(1_000) if not stays_blind(seed, "q-1", 20))
        site.change("UPDATE annotation_project SET seed = ? WHERE slug = ?", seed, slug)
        if slug != SHOWN:  # A lead chooses that in the settings.
            choose = (
                "from annotation.models import Project, Source;"
                "from annotation.services.sources.exposure_policy import set_exposure_policy as choose;"
                f"project = Project.objects.get(slug='{slug}');"
                f"choose(project, mode='{mode}', source=Source.objects.get(project=project).pk)"
            )
            site.manage("shell", "-v0", "-c", choose)
    return site


def row(page: Page, quote: str) -> Locator:
    return page.get_by_test_id("suggestions").get_by_role("listitem").filter(has_text=quote)


def exposures(site: Site, slug: str, username: str) -> list[dict[str, Any]]:
    rows = site.rows(
        "SELECT r.exposure FROM annotation_annotationrevision r"
        " JOIN annotation_annotation a ON a.id = r.annotation_id JOIN annotation_annotator n ON n.id = a.annotator_id"
        " JOIN annotation_project p ON p.id = n.project_id JOIN auth_user u ON u.id = n.user_id"
        " WHERE p.slug = ? AND u.username = ? AND r.submit ORDER BY r.id",
        slug,
        username,
    )
    return [each if isinstance(each, dict) else json.loads(each) for (each,) in rows]


def test_a_lead_chooses_a_source_and_an_annotator_accepts_mark_by_mark(page: Page, suggested: Site) -> None:
    log_in(page, suggested, "lena")
    page.goto(f"{suggested.url}/p/{SHOWN}/settings")
    with page.expect_response(re.compile("exposure-policy/$")) as changed:
        page.get_by_test_id("exposure-shown").check(force=True)
    assert changed.value.status == 200
    expect(page.locator("[name=blind-share]")).to_have_value("20")

    page.context.clear_cookies()
    log_in(page, suggested, "ada")
    open_workspace(page, suggested, SHOWN)
    expect(page.get_by_test_id("open-suggestions")).to_have_text("3 open")
    expect(page.get_by_test_id("mark-count")).to_have_text("0 marks")  # nothing is accepted before
    expect(page.locator("[data-suggestion]")).to_have_count(3)
    expect(page.get_by_role("button", name=re.compile("accept all", re.IGNORECASE))).to_have_count(0)

    row(page, "1908").get_by_role("button", name="Accept").click()
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    expect(row(page, "1908")).to_have_attribute("data-state", "accepted")
    expect(page.locator("[data-suggestion]")).to_have_count(2)
    # The focus is on the next suggestion: the rest needs no mouse.
    expect(row(page, "Elin Torvald").get_by_role("button", name="Accept")).to_be_focused()
    page.keyboard.press("Delete")
    expect(row(page, "Elin Torvald")).to_have_attribute("data-state", "dismissed")
    expect(page.locator("main > [aria-live]")).to_contain_text("Dismissed: “Elin Torvald”")
    expect(row(page, "alone").get_by_role("button", name="Accept")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    expect(row(page, "alone")).to_have_attribute("data-state", "open")
    # A click on outlined text leads to its buttons.
    page.locator(f"[data-suggestion='{ALONE[0]}-{ALONE[1]}-hallucination']").evaluate(
        "each => each.scrollIntoView({block: 'center'})"
    )
    box = page.locator(f"[data-suggestion='{ALONE[0]}-{ALONE[1]}-hallucination']").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(row(page, "alone").get_by_role("button", name="Accept")).to_be_focused()

    assert inspection.findings(page) == []
    page.reload()
    expect(row(page, "Elin Torvald")).to_have_attribute("data-state", "dismissed")
    assert ranges(submit(page)) == [YEAR]
    [stored] = exposures(suggested, SHOWN, "ada")
    assert (stored["source"], stored["version"], stored["visible"]) == ("judge", "7", True)
    assert stored["accepted"] == [f"{YEAR[0]}-{YEAR[1]}-hallucination"]
    assert stored["dismissed"] == [f"{NAME[0]}-{NAME[1]}-hallucination"]


def test_a_blind_answer_is_frozen_then_kept(page: Page, suggested: Site) -> None:
    log_in(page, suggested, "ada")
    open_workspace(page, suggested, REVEALED)
    expect(page.get_by_test_id("suggestions")).to_have_count(0)
    snap_to(page, "characters")
    drag(page, *NAME)
    assert ranges(submit(page)) == [NAME]
    expect(page.get_by_test_id("revealed")).to_be_visible()
    expect(page.get_by_test_id("open-suggestions")).to_have_text("1 open")
    expect(page.get_by_test_id("submit")).to_contain_text("Keep & next")
    page.wait_for_timeout(500)  # A second click of the same gesture keeps nothing.
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("suggestions")).to_have_count(0)
    assert [each["visible"] for each in exposures(suggested, REVEALED, "ada")] == [False]


def test_a_blind_answer_is_frozen_then_revised(page: Page, suggested: Site) -> None:
    log_in(page, suggested, "bo")
    open_workspace(page, suggested, REVEALED)
    snap_to(page, "characters")
    drag(page, *NAME)
    submit(page)
    row(page, "1908").get_by_role("button", name="Accept").click()
    expect(page.get_by_test_id("submit")).to_contain_text("Submit again")
    assert ranges(submit(page)) == [YEAR, NAME]
    blind, revised = exposures(suggested, REVEALED, "bo")
    assert (blind["visible"], blind["accepted"]) == (False, [])
    assert (revised["visible"], revised["accepted"]) == (True, [f"{YEAR[0]}-{YEAR[1]}-hallucination"])


def test_suggestions_on_a_phone_from_right_to_left(browser: Browser, suggested: Site) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    with context, watched_page(context, suggested) as page:
        log_in(page, suggested, "ada")
        open_workspace(page, suggested, ARABIC)
        expect(page.locator("[data-suggestion]")).to_have_count(2)
        accept = row(page, "1936").get_by_role("button", name="Accept")
        accept.tap()
        expect(row(page, "1936")).to_have_attribute("data-state", "accepted")
        assert inspection.misfits(page) == []
        assert ranges(submit(page)) == [(20, 24)]


def test_a_suggested_claim_is_outlined_and_accepted(page: Page, suggested: Site) -> None:
    log_in(page, suggested, "ada")
    open_workspace(page, suggested, CLAIMS)
    outlined = page.locator("[data-claim][data-suggested]")
    expect(outlined).to_have_count(1)
    expect(outlined).to_contain_text("1908")
    page.get_by_test_id("suggestions").get_by_role("button", name="Accept").click()
    expect(outlined).to_have_count(0)
    expect(page.locator("[data-claim][aria-pressed=true]")).to_contain_text("1908")
