"""From a policy to its figures: a lead shows suggestions, annotators work blind and with them, the lead compares."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.queries.sources.exposure import stays_blind
from tests.e2e.conftest import watched_page
from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, open_workspace, ranges, snap_to, submit
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "weighed"
FIGURES = f"judges-{SLUG}"
ANSWER = "The Marrow Bridge was opened in 1908 by Elin Torvald, who had built it alone."
YEAR, NAME = (32, 36), (40, 52)
FIRST, SECOND, THIRD = (f"q-{n}" for n in range(3))


@pytest.fixture(scope="module")
def weighed(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A source marks the year in three answers, in this order: two would show it, and the second stays blind."""
    directory: Path = tmp_path_factory.mktemp("weighed")
    people = {"lena": "lead", "ada": "annotator", "bo": "annotator"}
    records = [item(name, ANSWER) for name in (FIRST, SECOND, THIRD)]
    site.project(SLUG, people, records, "--preset", "mu-shroom", "--redundancy", "2")
    run = [{"id": name, "spans": [{"start": YEAR[0], "end": YEAR[1]}]} for name in (FIRST, SECOND, THIRD)]
    site.manage("import_source", SLUG, str(write_jsonl(directory / "run.jsonl", run)), "--name", "judge")
    seed = next(
        seed
        for seed in range(10_000)
        if [stays_blind(seed, name, 20) for name in (FIRST, SECOND, THIRD)] == [False, True, False]
    )
    site.change("UPDATE annotation_project SET seed = ? WHERE slug = ?", seed, SLUG)
    # Annotators get items in the order of their ranks, which follow from the seed that the project was created with.
    for rank, name in enumerate((FIRST, SECOND, THIRD)):
        site.change(
            "UPDATE annotation_item SET rank = ? WHERE external_id = ? AND project_id ="
            " (SELECT id FROM annotation_project WHERE slug = ?)",
            rank,
            name,
            SLUG,
        )
    return site


def choose(page: Page, site: Site, mode: str) -> None:
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/{SLUG}/settings")
    with page.expect_response(re.compile("exposure-policy/$")) as changed:
        page.get_by_test_id(f"exposure-{mode}").check(force=True)
    assert changed.value.status == 200
    page.context.clear_cookies()


def cells(page: Page, table: str, row: str) -> list[str]:
    found = page.get_by_test_id(f"{FIGURES}-{table}").get_by_role("row", name=re.compile(f"^{row}"))
    return found.get_by_role("cell").all_inner_texts()


def test_a_lead_sees_what_suggestions_changed(page: Page, browser: Browser, weighed: Site) -> None:
    log_in(page, weighed, "lena")
    page.goto(f"{weighed.url}/p/{SLUG}/judges")
    work = page.get_by_test_id(f"{FIGURES}-work")
    expect(work).to_contain_text("All work is blind")
    expect(work.get_by_role("link", name="Open settings")).to_be_visible()
    page.context.clear_cookies()

    choose(page, weighed, "shown")
    # Ada accepts a suggestion, and works blind.
    log_in(page, weighed, "ada")
    open_workspace(page, weighed, SLUG)
    page.get_by_test_id("suggestions").get_by_role("button", name="Accept").click()
    assert ranges(submit(page)) == [YEAR]
    expect(page.get_by_test_id("suggestions")).to_have_count(0)
    snap_to(page, "characters")
    drag(page, *NAME)
    assert ranges(submit(page)) == [NAME]
    page.context.clear_cookies()

    choose(page, weighed, "blind_then_reveal")
    # Bo answers, sees the suggestion, and accepts it too.
    with browser.new_context() as context, watched_page(context, weighed) as bos:
        log_in(bos, weighed, "bo")
        open_workspace(bos, weighed, SLUG)
        snap_to(bos, "characters")
        drag(bos, *NAME)
        submit(bos)
        bos.get_by_test_id("suggestions").get_by_role("button", name="Accept").click()
        assert ranges(submit(bos)) == [YEAR, NAME]

    log_in(page, weighed, "lena")
    page.goto(f"{weighed.url}/p/{SLUG}/judges")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.get_by_test_id(f"{FIGURES}-revealed")).to_be_visible(timeout=60_000)
    shown = cells(page, "acceptance", "judge 1 All Suggestions shown")
    assert shown[2:] == ["1", "1", "1 (100 %)", "0 (0 %)", "0 (0 %)", "0 (0 %)"]
    after = cells(page, "acceptance", "judge 1 All After the reveal")
    assert after[2:] == ["1", "1", "1 (100 %)", "0 (0 %)", "0 (0 %)", "0 (0 %)"]
    iou = {
        name: cells(page, "conditions", f"judge 1 All {name}")[5]
        for name in ("Blind", "Suggestions shown", "First answer", "After the reveal")
    }
    # The year has 4 characters, the name 12.
    assert iou == {
        "Blind": "0.000 (n = 1)",
        "Suggestions shown": "1.000 (n = 1)",
        "First answer": "0.000 (n = 1)",
        "After the reveal": "0.250 (n = 1)",
    }
    assert cells(page, "revealed", "judge 1 All")[1:4] == ["1", "0 (0 %)", "1 (100 %)"]
    for button, file in (("SVG", f"{FIGURES}-closeness.svg"), ("CSV", f"{FIGURES}-closeness.csv")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=re.compile(f"{button}.*Closeness and agreement")).click()
        assert saved.value.suggested_filename == file
        assert Path(saved.value.path()).stat().st_size > 100
