"""The main journey: three people mark one item differently, the lead sees their agreement and downloads gold."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import download, drag, log_in, open_workspace, ranges, submit

pytestmark = [pytest.mark.e2e, pytest.mark.page]

SLUG = "journey"
ANSWER = "The lamp was lit by Edwin Fernsby on 2 March 1884 in the rain."
NAME, SURNAME, DATE, YEAR = (20, 33), (26, 33), (37, 49), (45, 49)

# By hand, in characters. Ada: name 13 + date 12 = 25. Bo: surname 7 + year 4 = 11. Chen: name 13.
# Together 25 + 11 + 13 = 49 marked, over a union of 25, by three people: 49 / (3 · 25).
AGREEMENT = 49 / 75
# Majority: the whole name (Ada, Chen), and only the year of the date (Ada, Bo).
GOLD = ["Edwin Fernsby", "1884"]
MARKS = {"ada": [NAME, DATE], "bo": [SURNAME, YEAR], "chen": [NAME]}


@pytest.fixture(scope="module")
def journey(site: Site) -> Site:
    people = dict.fromkeys(MARKS, "annotator") | {"lena": "lead", "outsider": "annotator"}
    site.project(SLUG, people, [item("only", ANSWER)], "--preset", "mu-shroom+labels")
    return site


@pytest.mark.parametrize("person", MARKS)
def test_a_person_marks_labels_and_submits(page: Page, journey: Site, person: str) -> None:
    log_in(page, journey, person)
    answer = open_workspace(page, journey, SLUG)
    assert answer.evaluate("element => element.textContent") == ANSWER
    for start, end in MARKS[person]:
        drag(page, start, end)
    for start, end in MARKS[person]:
        expect(page.get_by_test_id("span-list")).to_contain_text(ANSWER[start:end])
    page.get_by_test_id("label-fluency-well-formed").check(force=True)
    page.get_by_test_id("label-factuality-errors").check(force=True)
    page.get_by_test_id("comment").fill(f"Checked by {person} <b>twice</b>.")
    content = submit(page)
    assert ranges(content) == MARKS[person]
    assert content["labels"] == {"fluency": "well-formed", "factuality": "errors"}
    assert content["comment"] == f"Checked by {person} <b>twice</b>."


def test_the_lead_sees_the_agreement_and_everyones_marks(page: Page, journey: Site) -> None:
    log_in(page, journey, "lena")
    page.goto(f"{journey.url}/p/{SLUG}")
    expect(page.get_by_test_id("agreement")).to_have_text(f"{AGREEMENT:.3f}")
    page.get_by_text("What happened?").first.click()
    expect(page.get_by_test_id("item-agreement")).to_have_text(f"{AGREEMENT:.3f}")
    for words in GOLD:
        expect(page.get_by_test_id("gold-list")).to_contain_text(words)
    expect(page.get_by_text("Checked by ada <b>twice</b>.")).to_be_visible()


def test_what_arrives_late_moves_nothing_under_the_pointer(page: Page, journey: Site) -> None:
    log_in(page, journey, "lena")
    held: list[Route] = []
    page.route("**/references/", lambda route: held.append(route))
    with page.expect_request("**/references/"):
        page.goto(f"{journey.url}/p/{SLUG}")
    page.get_by_text("What happened?").first.hover()
    page.mouse.down()
    held[0].continue_()
    expect(page.get_by_test_id("references")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_test_id("item-agreement")).to_be_visible()


def test_the_downloaded_gold_cuts_the_expected_words(page: Page, journey: Site, tmp_path: Path) -> None:
    log_in(page, journey, "lena")
    page.goto(f"{journey.url}/p/{SLUG}")
    path = download(page, page.get_by_test_id("download-gold-en"), tmp_path)
    [record] = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [ANSWER[start:end] for start, end in record["hard_labels"]] == GOLD
    assert record["item_labels"]["factuality"] == {"value": "errors", "share": 1.0, "n": 3, "tie": False}
    printed = json.loads(journey.manage("agreement", SLUG, "--json"))
    assert printed[0]["agreement"] == AGREEMENT


def test_a_complete_item_is_offered_to_nobody(page: Page, journey: Site) -> None:
    log_in(page, journey, "outsider")
    page.goto(f"{journey.url}/p/{SLUG}/annotate")
    expect(page.get_by_role("heading", name="All done")).to_be_visible()


def test_an_annotator_cannot_open_pages_of_leads(page: Page, journey: Site) -> None:
    log_in(page, journey, "ada")
    page.goto(f"{journey.url}/p/{SLUG}/items")
    expect(page.get_by_text(ANSWER)).to_have_count(0)
    answer = page.request.get(f"{journey.url}/api/v1/projects/{SLUG}/summary/")
    assert answer.status == 403


def test_a_submitted_annotation_can_be_edited(page: Page, journey: Site, browser: Browser) -> None:
    log_in(page, journey, "chen")
    page.goto(f"{journey.url}/p/{SLUG}/mine")
    page.get_by_text("What happened?").click()
    expect(page.get_by_test_id("span-list")).to_contain_text("Edwin Fernsby")
    drag(page, *YEAR)
    assert ranges(submit(page)) == [NAME, YEAR]
    # Chen now has 13 + 4: 53 / (3 · 25).
    printed = json.loads(journey.manage("agreement", SLUG, "--json"))
    assert printed[0]["agreement"] == 53 / 75
