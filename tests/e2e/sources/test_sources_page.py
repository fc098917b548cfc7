"""The page of sources: import a run, read why items failed, and choose the place of a quote."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "sources"


@pytest.fixture(scope="module")
def sources(site: Site) -> Site:
    records = [item("two", "Ada met Ada."), item("other", "Fine.")]
    site.project(SLUG, {"lena": "lead", "ada": "annotator"}, records, "--preset", "mu-shroom")
    return site


def upload(page: Page, path: Path, name: str) -> None:
    page.get_by_test_id("source-file").set_input_files(path)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Import source").click()


def test_a_run_is_imported_and_its_quote_gets_the_chosen_place(
    page: Page, sources: Site, tmp_path: Path
) -> None:
    run = [{"id": "two", "spans": [{"quote": "Ada"}]}, {"id": "other", "output": "<b>Looks</b> fine."}]
    log_in(page, sources, "lena")
    page.goto(f"{sources.url}/p/{SLUG}/sources")
    upload(page, write_jsonl(tmp_path / "run.jsonl", run), "judge")
    row = page.get_by_test_id("sources")
    expect(row).to_contain_text("1 answered · 1 failed")
    expect(row).to_contain_text("1 quote without a place")
    page.get_by_text("Failed items and reasons").click()
    expect(row).to_contain_text("No label was found in the output.")
    expect(row).to_contain_text("<b>Looks</b> fine.")
    page.get_by_role("button", name="Choose occurrence 2 of “Ada”").click()
    expect(row).not_to_contain_text("without a place")
    page.get_by_role("button", name="Undo the choice for “Ada”").click()
    expect(row).to_contain_text("1 quote without a place")
    page.get_by_role("button", name="Leave out “Ada”").click()
    expect(row).not_to_contain_text("without a place")
    page.get_by_role("button", name="Archive judge 1").click()
    page.get_by_role("button", name="Restore judge 1").click()
    expect(page.get_by_role("button", name="Archive judge 1")).to_be_visible()


def test_a_wrong_run_is_refused_by_line(page: Page, sources: Site, tmp_path: Path) -> None:
    log_in(page, sources, "lena")
    page.goto(f"{sources.url}/p/{SLUG}/sources")
    upload(page, write_jsonl(tmp_path / "bad.jsonl", [{"id": "nobody", "score": 1}]), "wrong")
    expect(page.get_by_test_id("source-problems")).to_contain_text("The project has no item “nobody”.")
    page.get_by_role("button", name="Discard wrong 1").click()
    expect(page.get_by_test_id("source-problems")).to_have_count(0)
