"""A lead edits the settings of a project: amounts, scheme and guidelines."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "rules"
TEXT = "# Mark little\n\nOnly what the reference **denies**. <script>alert(1)</script>"


@pytest.fixture(scope="module")
def rules(site: Site) -> Site:
    items = [item("r-1", "The mill burnt in 1790."), item("r-2", "مصنع", lang="AR")]
    site.project(SLUG, {"rita": "lead", "ada": "annotator"}, items, "--preset", "mu-shroom")
    return site


@pytest.fixture
def annotator(other_page: Page) -> Page:
    return other_page


def settings(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/p/{SLUG}/settings")
    expect(page.locator("[name=redundancy]")).to_be_visible()


def fill(page: Page, name: str, value: str) -> None:
    field = page.locator(f"[name={name}]")
    field.fill(value)
    field.press("Enter")


def test_fields_are_saved_automatically_and_report_invalid_values(page: Page, rules: Site) -> None:
    log_in(page, rules, "rita")
    settings(page, rules)
    fill(page, "project-name", "Rules of thumb")
    expect(page.get_by_test_id("settings-saved")).to_contain_text("Saved")
    fill(page, "redundancy", "many")
    expect(page.get_by_text("Enter a whole number")).to_be_visible()
    fill(page, "redundancy", "5")
    fill(page, "quota", "40")
    page.get_by_text("Another number for a language").click()
    fill(page, "redundancy-ar", "7")
    page.get_by_test_id("evidence-optional").check(force=True)
    page.get_by_label("Links may lead elsewhere").check()
    expect(page.get_by_test_id("settings-saved")).to_contain_text("Saved")
    settings(page, rules)
    expect(page.locator("[name=project-name]")).to_have_value("Rules of thumb")
    expect(page.locator("[name=redundancy]")).to_have_value("5")
    expect(page.locator("[name=quota]")).to_have_value("40")
    expect(page.locator("[name=redundancy-ar]")).to_have_value("7")
    expect(page.get_by_test_id("evidence-optional")).to_be_checked()
    expect(page.get_by_label("Links may lead elsewhere")).to_be_checked()


def test_guidelines_are_written_with_a_preview_published_and_accepted(
    page: Page, rules: Site, annotator: Page
) -> None:
    log_in(page, rules, "rita")
    settings(page, rules)
    page.get_by_test_id("guide-language").select_option("en")
    expect(page.get_by_test_id("guide-text")).to_be_enabled()
    page.get_by_test_id("guide-text").fill(TEXT)
    preview = page.get_by_test_id("guide-preview")
    expect(preview.get_by_role("heading", name="Mark little")).to_be_visible()
    expect(preview).to_contain_text("<script>alert(1)</script>")
    expect(page.get_by_test_id("guide-state")).to_contain_text("Not published yet")
    settings(page, rules)
    page.get_by_test_id("guide-language").select_option("en")
    expect(page.get_by_test_id("guide-text")).to_have_value(TEXT)
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_test_id("guide-state")).to_contain_text("Version 1")

    log_in(annotator, rules, "ada")
    annotator.goto(f"{rules.url}/p/{SLUG}/annotate")
    expect(annotator.get_by_test_id("read-first").get_by_text("Only what the reference")).to_be_visible()
    annotator.get_by_test_id("accept").click()
    expect(annotator.get_by_test_id("answer")).to_be_visible()
    while annotator.get_by_test_id("answer").get_attribute("lang") != "en":
        annotator.keyboard.press("s")
        annotator.get_by_test_id("skip-reason").fill("Another language")
        annotator.get_by_test_id("skip-confirm").click()
        expect(annotator.get_by_test_id("answer")).to_have_attribute("lang", "en")
    expect(annotator.get_by_title("Guidelines")).to_be_visible()
    annotator.keyboard.press("h")
    expect(annotator.get_by_test_id("guidelines").get_by_text("Only what the reference")).to_be_visible()

    settings(page, rules)
    page.get_by_test_id("guide-language").select_option("en")
    page.get_by_text("Versions").click()
    expect(page.get_by_test_id("guide-versions")).to_contain_text("accepted by 1 of 1")


@pytest.mark.parametrize("expected_errors", [("status of 409",)])  # the console reports refused requests
def test_a_text_does_not_replace_a_version_that_someone_else_has_published(
    page: Page, rules: Site, tmp_path: Path
) -> None:
    log_in(page, rules, "rita")
    settings(page, rules)
    page.get_by_test_id("guide-language").select_option("ar")
    page.get_by_test_id("guide-text").fill("# Mine")
    (tmp_path / "theirs.md").write_text("# Theirs")
    rules.manage("set_guidelines", SLUG, "ar", str(tmp_path / "theirs.md"))
    settings(page, rules)  # the draft remembers the version that it was written on
    page.get_by_test_id("guide-language").select_option("ar")
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_text("Someone else published another version")).to_be_visible()
    expect(page.get_by_test_id("guide-text")).to_have_value("# Mine")
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_test_id("guide-state")).to_contain_text("Version 2")
