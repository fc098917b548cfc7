"""The page that compares sources with people: figures that were computed by hand, and what the address holds."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "compared"
GOLD = ["correct", "correct", "errors", "errors"]
SAID = {
    "careful": ["correct", "correct", "errors", None],
    "hasty": ["correct", "errors", "errors", "correct"],
}


@pytest.fixture(scope="module")
def compared(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Two judges of four answers: one abstains once and is right else, one is wrong twice."""
    directory: Path = tmp_path_factory.mktemp("compared")
    records = [item(f"q-{n}", "Ada was born in Paris.") for n in range(4)]
    site.project(SLUG, {"lena": "lead", "ada": "annotator"}, records, "--preset", "cap")
    votes = [
        {"id": f"q-{n}", "annotations": {"a": []}, "annotation_labels": {"a": {"factuality": choice}}}
        for n, choice in enumerate(GOLD)
    ]
    site.manage("import_annotations", SLUG, str(write_jsonl(directory / "votes.jsonl", votes)))
    for name, choices in SAID.items():
        run = [
            {"id": f"q-{n}", "labels": {"factuality": choice}}
            if choice
            else {"id": f"q-{n}", "status": "abstained"}
            for n, choice in enumerate(choices)
        ]
        site.manage("import_source", SLUG, str(write_jsonl(directory / f"{name}.jsonl", run)), "--name", name)
    return site


def test_sources_lead_to_their_comparison_with_people(page: Page, compared: Site) -> None:
    log_in(page, compared, "lena")
    page.goto(f"{compared.url}/p/{SLUG}/sources")
    page.get_by_role("link", name="Compare with people").click()
    labels = page.get_by_test_id(f"judges-{SLUG}-factuality")
    careful = labels.get_by_role("row", name=re.compile("^careful 1 All"))
    # n 3, one abstention, accuracy 1, κ 1
    expect(careful).to_contain_text("careful 1")
    assert careful.get_by_role("cell").all_inner_texts()[:5] == ["All", "3", "1", "1.000", "1.000"]
    hasty = labels.get_by_role("row", name=re.compile("^hasty 1 All"))
    # p_o = 1/2, p_e = (2 · 2 + 2 · 2) / 16 = 1/2
    assert hasty.get_by_role("cell").all_inner_texts()[:5] == ["All", "4", "0", "0.500", "0.000"]
    expect(page.get_by_test_id("judges-note")).to_contain_text("Policy mushroom-2025, 4 items")
    pairs = page.get_by_test_id(f"judges-{SLUG}-pairs")
    # Both answered q-0, q-1 and q-2: p_o = 2/3, p_e = (2 · 1 + 1 · 2) / 9 = 4/9, κ = 2/5
    both = pairs.get_by_role("row", name=re.compile("^careful 1 hasty 1 Factuality All"))
    assert both.get_by_role("cell").all_inner_texts()[1:4] == ["3", "0.667", "0.400"]
    page.get_by_label("Groups").select_option("By model")
    expect(labels.get_by_role("row", name=re.compile("^hasty 1 No model"))).to_be_visible()
    expect(page).to_have_url(re.compile("by=model"))
    page.reload()
    expect(labels.get_by_role("row", name=re.compile("^hasty 1 No model"))).to_be_visible()


def test_a_sample_is_previewed_drawn_and_undone(page: Page, compared: Site) -> None:
    log_in(page, compared, "lena")
    page.goto(f"{compared.url}/p/{SLUG}/judges")
    sample = page.get_by_test_id("sample")
    sample.get_by_text("Random sample for people to check").click()
    sample.get_by_label("Items per stratum").fill("1")
    sample.get_by_label("Strata").select_option("Language, and Factuality of hasty 1")
    expect(sample.get_by_role("row", name="English Correct 2 1")).to_be_visible()
    sample.get_by_label("Tag").fill("checked")
    sample.get_by_role("checkbox", name="ada").check()
    sample.get_by_role("button", name="Draw 2 items").click()
    expect(page.get_by_test_id("drawn")).to_contain_text("2 items drawn with the tag checked")
    sample.get_by_role("link", name="Compare on the sample").click()
    expect(page.get_by_test_id("judges-note")).to_contain_text("2 items")
    page.go_back()
    sample.get_by_role("button", name="Undo the draw").click()
    expect(sample).to_contain_text("The draw is undone.")
