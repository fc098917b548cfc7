"""The import page: preview, problems by line, progress, repeated import, and undo."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.kit.formats.files import example

pytestmark = pytest.mark.e2e

SLUG = "imports"


@pytest.fixture(scope="module")
def imports(site: Site) -> Site:
    site.project(
        SLUG, {"lena": "lead", "ada": "annotator"}, [item("seed", "A seed.")], "--preset", "mu-shroom"
    )
    return site


def upload(page: Page, site: Site, path: Path) -> None:
    page.goto(f"{site.url}/p/{SLUG}/import")
    page.get_by_test_id("import-file").set_input_files(path)


def test_a_table_is_previewed_mapped_and_imported(page: Page, imports: Site, tmp_path: Path) -> None:
    table = tmp_path / "answers.csv"
    table.write_text("key;language;prompt text;output\nc-1;EN;Why?;Because <b>so</b>\n", encoding="utf-8")
    log_in(page, imports, "lena")
    upload(page, imports, table)
    expect(page.get_by_text("Because <b>so</b>")).to_be_visible()
    page.get_by_label("question").first.select_option("prompt text")
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 1 item")


def test_a_file_is_read_in_another_format(page: Page, imports: Site, tmp_path: Path) -> None:
    table = tmp_path / "answers.txt"
    table.write_text("id\tlang\tquestion;answer;more;\n", encoding="utf-8")
    log_in(page, imports, "lena")
    upload(page, imports, table)
    chosen = page.get_by_label("Format", exact=True)
    expect(chosen).to_have_value("csv")
    chosen.select_option("tsv")
    expect(page.get_by_test_id("import-map-lang")).to_have_value("lang")
    expect(chosen).to_have_value("tsv")
    chosen.select_option("csv")
    expect(page.get_by_test_id("import-map-lang")).to_have_value("")


def test_every_problem_is_reported_and_nothing_is_imported(page: Page, imports: Site, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    records = [
        item("good", "Fine."),
        {"id": "bad", "lang": "EN", "model_input": "Why?"},
        item("good", "Again."),
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    log_in(page, imports, "lena")
    upload(page, imports, path)
    page.get_by_test_id("import-start").click()
    problems = page.get_by_test_id("import-problems")
    expect(problems).to_contain_text("model_output_text")
    expect(problems).to_contain_text("This id stands in line 1 already.")
    exported = imports.manage("agreement", SLUG, "--by", "item", "--json")
    assert "good" not in exported


def test_importing_the_same_file_again_adds_nothing_and_undo_removes_the_items(
    page: Page, imports: Site, tmp_path: Path
) -> None:
    path = tmp_path / "more.jsonl"
    path.write_text("".join(json.dumps(item(f"more-{number}", "Some answer.")) + "\n" for number in range(3)))
    log_in(page, imports, "lena")
    upload(page, imports, path)
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 3 items")
    upload(page, imports, path)
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("3 existed already")
    page.goto(f"{imports.url}/p/{SLUG}/import")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("Undone").first).to_be_visible()
    listed = json.loads(imports.manage("agreement", SLUG, "--by", "item", "--json"))
    assert not [row for row in listed if row["id"].startswith("more-")]


def test_a_json_list_of_votes_is_imported_in_one_language(page: Page, site: Site, tmp_path: Path) -> None:
    site.project(
        "sem", {"lena": "lead"}, [{"id": 1, "src": "a", "tgt": "b", "hyp": "c"}], "--preset", "shroom"
    )
    path = tmp_path / "dev.json"
    path.write_text(json.dumps([example("shroom")]), "utf-8")
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/sem/import")
    page.get_by_test_id("import-file").set_input_files(path)
    expect(page.get_by_test_id("import-map-answer")).to_have_value("hyp")
    expect(page.locator("dl")).to_contain_text("shroom")
    page.get_by_label("All items are in").fill("German")
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 1 item")
    page.goto(f"{site.url}/p/sem/import")
    page.get_by_test_id("import-file").set_input_files(path)
    page.get_by_test_id("import-as-annotations").click()
    expect(page.get_by_text("Votes are read from these columns")).to_contain_text(
        "labels, label, p(Hallucination)"
    )
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 3 annotations")
