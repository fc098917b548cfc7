"""A file without a language column is imported in one language, and its items are listed at once."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    """A wrong language is refused."""
    return ("422",)


def test_a_table_is_imported_in_one_language_and_its_items_are_listed(
    page: Page, site: Site, tmp_path: Path
) -> None:
    site.project("mills", {"lena": "lead"}, [], "--preset", "mu-shroom")
    path = tmp_path / "mills.csv"
    rows = [
        f"Wer baute Mühle {number}?,Mühle {number} wurde 17{number}0 von Anna Grau gebaut."
        for number in range(9, 0, -1)
    ]
    path.write_text("frage,text\n" + "\n".join(rows), "utf-8")
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/mills/import")
    page.get_by_test_id("import-file").set_input_files(path)
    expect(page.get_by_test_id("import-map-answer")).to_have_value("text")
    expect(page.get_by_test_id("import-guess-answer")).to_be_visible()
    start = page.get_by_test_id("import-start")
    expect(start).to_be_disabled()

    # A guess that is changed is none any more, and a wrong language is refused with what was chosen still there.
    page.get_by_test_id("import-map-answer").select_option("frage")
    expect(page.get_by_test_id("import-guess-answer")).to_have_count(0)
    page.get_by_test_id("import-map-question").select_option("text")
    page.get_by_test_id("import-map-answer").select_option("text")
    page.get_by_test_id("import-map-question").select_option("frage")
    page.get_by_test_id("import-language").fill("1!")
    start.click()
    expect(page.get_by_role("alert")).to_contain_text("“1!” is not a language tag")
    expect(page.get_by_test_id("import-map-question")).to_have_value("frage")

    # Without items, the page goes on with the upload after a reload.
    page.reload()
    expect(page.get_by_test_id("import-map-answer")).to_have_value("text")
    page.get_by_test_id("import-language").fill("German")
    start.click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 9 items")
    assert site.rows(
        "SELECT DISTINCT language FROM annotation_item WHERE project_id ="
        " (SELECT id FROM annotation_project WHERE slug = 'mills')"
    ) == [("de",)]
    page.get_by_test_id("import-items").click()
    items = page.locator("a[data-testid^=item-]")
    expect(items).to_have_count(9)
    expect(items.first).to_contain_text("Mühle 9")

    # Until there is agreement, the list has the order of import by itself.
    page.goto(f"{site.url}/p/mills/items")
    expect(items).to_have_count(9)
    expect(items.first).to_contain_text("Mühle 9")
