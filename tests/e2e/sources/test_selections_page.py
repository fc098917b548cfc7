"""Selections in the browser: what stays, saved, and chosen in a release."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "selected"
GOLD = ["correct", "correct", "errors", "errors"]
SAID = {
    "careful": ["correct", "correct", "errors", None],
    "hasty": ["correct", "errors", "errors", "correct"],
}
ANSWER = "Ada was born in Paris."  # 22 code points


@pytest.fixture(scope="module")
def selected(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Two judges of four answers. They agree on q-0 and q-2."""
    directory: Path = tmp_path_factory.mktemp("selected")
    records = [item(f"q-{n}", ANSWER) for n in range(4)]
    people = {"lena": "lead", "ada": "annotator"}
    site.project(SLUG, people, records, "--preset", "shroom-cap", "--redundancy", "1")
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


def test_a_selection_is_previewed_saved_and_released(page: Page, selected: Site) -> None:
    log_in(page, selected, "lena")
    page.goto(f"{selected.url}/p/{SLUG}/sources")
    page.get_by_role("link", name="Selections for releases").click()
    form = page.get_by_test_id("selection-form")
    expect(form).to_contain_text("Choose two sources, or a source and people, to see what stays.")
    form.get_by_label("Agreement on").select_option("Factuality")
    form.get_by_role("checkbox", name="careful 1").check()
    form.get_by_role("checkbox", name="hasty 1").check()
    expect(page.get_by_test_id("attrition-note")).to_contain_text("2 of 4 items stay")
    row = form.get_by_role("row", name=re.compile("^All"))
    assert row.get_by_role("cell").all_inner_texts() == ["4", "2", "22.0", "22.0"]
    labels = form.get_by_role("table", name="Labels by person or source")
    hasty = labels.get_by_role("row", name=re.compile("^hasty 1"))
    assert hasty.get_by_role("cell").all_inner_texts() == ["2", "1", "2", "1"]
    form.get_by_label("Name").fill("Both agree")
    form.get_by_role("button", name="Save selection").click()
    saved = page.get_by_test_id("selections")
    expect(saved).to_contain_text("Factuality: careful 1, hasty 1")
    saved.get_by_role("button", name="Archive Both agree").click()
    saved.get_by_role("button", name="Restore Both agree").click()
    expect(saved.get_by_role("button", name="Archive Both agree")).to_be_visible()
    out = selected.directory / "released"
    said = selected.manage(
        *("build_release", SLUG, "v1", "--selection", "Both agree", "--out", str(out)),
    )
    assert "2 items" in said
    assert "all is as it should be" in selected.manage("verify_release", str(out))
    page.goto(f"{selected.url}/p/{SLUG}/releases")
    expect(page.get_by_text("Selection: Both agree")).to_be_visible()


def test_a_new_release_offers_the_selections_in_use(page: Page, selected: Site) -> None:
    log_in(page, selected, "lena")
    page.goto(f"{selected.url}/p/{SLUG}/releases")
    page.get_by_test_id("new-release").click()
    page.locator("[name=name]").fill("v2")
    page.get_by_test_id("next-step").click()
    page.get_by_role("dialog").get_by_label("Selection").select_option("Both agree")
    for _ in range(2):
        page.get_by_test_id("next-step").click()
    page.get_by_test_id("build").click()
    card = page.get_by_test_id("release").filter(has=page.get_by_role("heading", name="v2"))
    expect(card).to_contain_text("Ready", timeout=60_000)
    expect(card).to_contain_text("Selection: Both agree")
    expect(card).to_contain_text("2 items")
