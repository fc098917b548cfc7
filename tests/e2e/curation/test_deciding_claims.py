"""A lead decides by claim: a click marks a whole claim or takes its mark away, and nothing else can be marked."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.curation.test_lanes import click_text
from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in

pytestmark = pytest.mark.e2e

SLUG = "decided-claims"
ANSWER = "The Marrow Bridge was opened in 1908. It was designed by Elin Torvald."
CLAIMS = [[0, 18], [18, 29], [29, 38], [38, 54], [54, 70]]


def test_claims_are_decided_by_clicks(page: Page, site: Site, tmp_path: Path) -> None:
    items = [item("bridge", ANSWER) | {"claims": CLAIMS}]
    site.project(
        SLUG, {"ria-dc": "lead"}, items, "--preset", "much", "--records", "mushroom", "--redundancy", "2"
    )
    site.manage("set_project", SLUG, "--adjudication", "on")
    spans = tmp_path / "spans.jsonl"
    annotations = {"wren": [[18, 29], [29, 38]], "sorrel": [[18, 29], [54, 70]]}
    spans.write_text(json.dumps({"id": "bridge", "annotations": annotations}) + "\n", "utf-8")
    site.manage("import_annotations", SLUG, str(spans))

    log_in(page, site, "ria-dc")
    page.goto(f"{site.url}/p/{SLUG}/curation")
    page.get_by_test_id("start-deciding").click()
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    expect(page.get_by_text("Answer · 5 claims")).to_be_visible()
    expect(page.get_by_test_id("snap-words")).to_have_count(0)
    said = page.get_by_test_id("adjudicating").locator("p[aria-live=polite]")
    click_text(page, 57, 61)  # in "by Elin Torvald"
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    expect(said).to_have_text("“by Elin Torvald.”: incorrect")
    click_text(page, 22, 24)  # takes away "was opened"
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    expect(said).to_have_text("“was opened”: correct")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    drag(page, 4, 10)  # a part of "The Marrow Bridge" marks all of it
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    expect(page.locator("[data-handle]")).to_have_count(0)
    page.get_by_test_id("decide").click()
    expect(page.get_by_text("Nothing to decide")).to_be_visible()

    out = tmp_path / "gold.jsonl"
    site.manage("export_gold", SLUG, "--out", str(out))
    assert json.loads(out.read_text("utf-8"))["claim_labels"] == [1, 0, 0, 0, 1]


def test_settings_of_claims_offer_no_other_normalization(page: Page, site: Site) -> None:
    site.project("settled-claims", {"ria-sc": "lead"}, [], "--preset", "much", "--records", "mushroom")
    log_in(page, site, "ria-sc")
    page.goto(f"{site.url}/p/settled-claims/settings")
    expect(page.get_by_test_id("policy-of-claims")).to_have_text("raw")
    expect(page.get_by_test_id("policy-merged")).to_have_count(0)


def test_spans_of_a_file_are_projected_onto_claims_if_the_lead_says_so(
    page: Page, site: Site, tmp_path: Path
) -> None:
    slug = "projected-claims"
    site.project(
        slug,
        {"ria-pc": "lead"},
        [item("bridge", ANSWER) | {"claims": CLAIMS}],
        "--preset",
        "much",
        "--records",
        "mushroom",
    )
    file = tmp_path / "spans.jsonl"
    file.write_text(json.dumps({"id": "bridge", "annotations": {"wren": [[32, 36]]}}) + "\n", "utf-8")
    log_in(page, site, "ria-pc")
    page.goto(f"{site.url}/p/{slug}/import")
    page.get_by_test_id("import-kind-annotations").click()
    page.get_by_test_id("import-file").set_input_files(file)
    page.get_by_test_id("import-start").click()
    expect(page.get_by_text("is not exactly one claim of the answer")).to_be_visible()
    page.get_by_label("Spans mark the claims that they cover").check()
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_be_visible()
