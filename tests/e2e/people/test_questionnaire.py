"""The questionnaire about annotators: set up by a lead, answered and withdrawn by an annotator, counted."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "about-you"


@pytest.fixture(scope="module")
def asked(site: Site) -> Site:
    items = [item("weir-1", "The weir was built in 1811.", question="Who built the weir?")]
    site.project(SLUG, {"greta": "lead", "ada": "annotator"}, items, "--preset", "mu-shroom")
    return site


def test_a_lead_asks_and_an_annotator_answers_and_withdraws(
    page: Page, asked: Site, other_page: Page
) -> None:
    lead, annotator = page, other_page
    log_in(lead, asked, "greta")
    lead.goto(f"{asked.url}/p/{SLUG}/people")
    lead.get_by_test_id("questionnaire").click()
    expect(lead.get_by_text("No one has answered yet")).to_be_visible()
    lead.get_by_test_id("questionnaire-open").check()
    for question in ("languages", "age", "note"):
        lead.get_by_test_id(f"ask-{question}").check()
    lead.get_by_test_id("consent-example").click()
    lead.get_by_test_id("save-questionnaire").click()
    expect(lead.get_by_role("status").filter(has_text="version 1")).to_be_visible()

    log_in(annotator, asked, "ada")
    annotator.goto(asked.url)
    annotator.get_by_test_id("questionnaire-invitation").get_by_role("link").click()
    expect(annotator.get_by_test_id("consent-text")).to_contain_text("paper about the dataset")
    annotator.get_by_test_id("add-language").click()
    annotator.get_by_role("combobox", name="Language 1", exact=True).fill("Basque")
    annotator.get_by_label("Age", exact=True).select_option("25-34")
    annotator.get_by_test_id("note").fill("From Bilbao.")
    annotator.get_by_test_id("send-answers").click()
    expect(annotator.get_by_text("only if you agree")).to_be_visible()
    annotator.get_by_test_id("agree").check()
    annotator.get_by_test_id("send-answers").click()
    expect(annotator.get_by_test_id("answer-state")).to_contain_text("Your answers are stored")
    annotator.goto(asked.url)
    expect(annotator.get_by_role("link", name="about-you")).to_be_visible()
    expect(annotator.get_by_test_id("questionnaire-invitation")).to_have_count(0)

    lead.reload()
    expect(lead.get_by_test_id("answered")).to_contain_text("1 person has answered")
    ages = lead.get_by_test_id("count-age").locator("tbody tr")
    expect(ages).to_have_text(["Other answers 1"], use_inner_text=True)
    with lead.expect_download() as download:
        lead.get_by_test_id("answers-jsonl").click()
    record = json.loads(download.value.path().read_text("utf-8"))
    assert record["languages"] == [{"language": "eu", "level": "native"}]
    assert (record["age"], record["note"]) == ("25-34", "From Bilbao.")
    assert record["annotator"].startswith("annotator_")

    annotator.goto(f"{asked.url}/p/{SLUG}/mine/statistics")
    annotator.get_by_role("link", name="About you as an annotator").click()
    annotator.get_by_test_id("withdraw").click()
    expect(annotator.get_by_test_id("answer-state")).to_contain_text("Your answers are deleted")
    expect(annotator.get_by_test_id("note")).to_have_value("From Bilbao.")
    lead.reload()
    expect(lead.get_by_text("No one has answered yet")).to_be_visible()


def test_a_dismissed_invitation_stays_away(page: Page, asked: Site) -> None:
    asked.manage(
        "shell",
        "-c",
        "from annotation.models import *; "
        f"Membership.objects.filter(project__slug='{SLUG}').update(questionnaire_dismissed=False); "
        f"Project.objects.filter(slug='{SLUG}').update(questionnaire_open=True)",
    )
    log_in(page, asked, "ada")
    page.goto(asked.url)
    page.get_by_test_id("questionnaire-invitation").get_by_role("button").click()
    expect(page.get_by_test_id("questionnaire-invitation")).to_have_count(0)
    page.reload()
    expect(page.locator("main h2").first).to_be_visible()
    expect(page.get_by_test_id("questionnaire-invitation")).to_have_count(0)
