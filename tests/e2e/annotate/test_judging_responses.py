"""Judging whole responses (OpenHalDet) by keyboard: acceptable and incorrect answers beside, empty answers never."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site
from tests.e2e.workspace import log_in, open_workspace
from tests.openhaldet import response, unlabelled

pytestmark = pytest.mark.e2e

SLUG = "responses"
ANSWERS = {1: "In 1889.", 2: "", 3: "In 1900, I think.", 4: "", 5: "I do not know."}
KEYS = {"In 1889.": "1", "In 1900, I think.": "2", "I do not know.": "3"}
CATEGORIES = {"qa-1": "correct", "qa-3": "hallucination", "qa-5": "abstention"}


@pytest.fixture(scope="module")
def responses(site: Site) -> Site:
    rows = [response(number, answer=answer) for number, answer in ANSWERS.items()]
    people = {"ada": "annotator", "lena": "lead"}
    site.project(SLUG, people, unlabelled(*rows), "--preset", "openhaldet", "--redundancy", "1")
    return site


def test_all_responses_are_judged_by_keyboard_and_no_empty_one_is_seen(page: Page, responses: Site) -> None:
    log_in(page, responses, "ada")
    answer = open_workspace(page, responses, SLUG)
    left = set(KEYS)
    while left:
        expect(answer).to_have_text(text_of(left))
        shown = answer.inner_text()
        lists = page.get_by_test_id("reference-text").get_by_role("list")
        expect(lists.nth(0).get_by_role("listitem")).to_have_text(["• 1889"])
        expect(lists.nth(1).get_by_role("listitem")).to_have_text(["• 1900", "• 1890"])
        page.keyboard.press(KEYS[shown])
        left.remove(shown)
        with page.expect_response(lambda response: response.request.method == "PUT" and response.ok):
            page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("answer")).to_have_count(0)
    stored = responses.rows(
        "SELECT i.external_id, r.labels FROM annotation_annotation a"
        " JOIN annotation_item i ON i.id = a.item_id"
        " JOIN annotation_annotationrevision r ON r.id = a.submitted_id"
        " JOIN annotation_project p ON p.id = i.project_id WHERE p.slug = ?",
        SLUG,
    )
    assert {name: json.loads(labels) for name, labels in stored} == {
        name: {"category": category} for name, category in CATEGORIES.items()
    }


def test_the_lead_reads_that_an_empty_answer_counts_as_an_abstention(page: Page, responses: Site) -> None:
    log_in(page, responses, "lena")
    ((item,),) = responses.rows(
        "SELECT i.id FROM annotation_item i JOIN annotation_project p ON p.id = i.project_id"
        " WHERE p.slug = ? AND i.external_id = 'qa-2'",
        SLUG,
    )
    page.goto(f"{responses.url}/p/{SLUG}/items/{item}")
    expect(page.get_by_text("Empty answer: counted as an abstention")).to_be_visible()
    expect(page.get_by_text("No annotations yet.")).to_have_count(0)


def text_of(answers: set[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, answers)))
