"""Published figures of SHROOM and CAP on the pages of projects without spans."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import log_in
from tests.kit.agreement.test_crossed_labels import CAP_TABLE_3
from tests.kit.formats.test_cap import RECORD
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED
from tests.records import write_jsonl

FOLDER = REFERENCE_DATA / "shroom2024"
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        not FOLDER.is_dir() and not REFERENCE_DATA_REQUIRED,
        reason="No reference data: MOREL_REFERENCE_DATA names no folder with shroom2024/.",
    ),
]

COMPUTED_MS = 120_000


@pytest.fixture(scope="module")
def published(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    rows = [
        RECORD | {"has_factual_mistakes": gold, "question_type": kind}
        for kind, counts in CAP_TABLE_3.items()
        for gold, n in zip("ny", counts, strict=True)
        for _ in range(n)
    ]
    folder = tmp_path_factory.mktemp("cap")
    cap = str(write_jsonl(folder / "cap.jsonl", [row | {"index": n} for n, row in enumerate(rows)]))
    dev = [str(FOLDER / f"dev_{name}.json") for name in ("agnostic", "aware")]
    test = str(FOLDER / "test_agnostic.json")
    site.manage_all(
        ["create_project", "cap-published", "--no-guidelines", "--preset", "cap", "--redundancy", "1"],
        ["import_items", "cap-published", cap],
        ["import_annotations", "cap-published", cap],
        ["create_project", "judged", "--no-guidelines", "--preset", "shroom"],
        ["import_items", "judged", test],
        ["import_annotations", "judged", test],
        ["create_project", "dev", "--no-guidelines", "--preset", "shroom"],
        *(["import_items", "dev", file] for file in dev),
        *(["import_annotations", "dev", file] for file in dev),
        *(
            ["add_member", slug, "lewis", "--role", "lead", "--password", PASSWORD]
            for slug in ("cap-published", "judged", "dev")
        ),
    )
    return site


def test_a_lead_sees_the_majority_and_the_divided_votes_of_shroom(page: Page, published: Site) -> None:
    log_in(page, published, "lewis")
    page.goto(f"{published.url}/p/judged")
    headline = page.locator("p.num").filter(has_text="percentage agreement on labels")
    expect(headline).to_be_visible()
    expect(page.get_by_test_id("alpha-supported")).to_be_visible(timeout=COMPUTED_MS)
    page.get_by_role("link", name="Agreement, all languages").click()
    expect(page.get_by_text("0.592667 of 1,500 items")).to_be_visible()
    page.locator("figure summary").first.click()
    expect(page.get_by_test_id("split-supported-3-2")).to_have_text("436")


def test_a_lead_sees_the_tests_of_shares_by_task_and_track_of_shroom(page: Page, published: Site) -> None:
    log_in(page, published, "lewis")
    page.goto(f"{published.url}/p/dev/crossed")
    page.get_by_test_id("field-0").select_option("task")
    page.get_by_test_id("choice").select_option("no")
    expect(page.get_by_test_id("greater-MT-PG")).to_be_visible()
    page.get_by_test_id("field-1").select_option("file")
    aware = page.get_by_test_id("greater-MT · dev_aware.json-PG · dev_aware.json")
    expect(aware).to_have_text("1.72e\N{MINUS SIGN}8")
    agnostic = page.get_by_test_id("greater-DM · dev_agnostic.json-MT · dev_agnostic.json")
    expect(agnostic).to_have_text("0.0395")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV: Tests").click()
    assert "MT · dev_aware.json,PG · dev_aware.json,1.72" in Path(download.value.path()).read_text()


def test_a_lead_sees_the_table_of_question_types_of_cap(page: Page, published: Site) -> None:
    log_in(page, published, "lewis")
    page.goto(f"{published.url}/p/cap-published/crossed")
    page.get_by_test_id("field-0").select_option("question_type")
    page.get_by_test_id("label").select_option("has_factual_mistakes")
    expect(page.get_by_test_id("chi-square")).to_have_text("58.480449")
    expect(page.get_by_test_id("cramers-v")).to_have_text("0.258229")
    expect(page.get_by_text("14 degrees of freedom")).to_be_visible()
    row = page.get_by_role("row", name="Goal orientation")
    expect(row.locator("small")).to_have_text(["+3.243", "\N{MINUS SIGN}2.303"])
    row = page.get_by_role("row", name="Verification")
    expect(row.locator("small")).to_have_text(["+3.438", "\N{MINUS SIGN}2.442"])
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV: has_factual_mistakes").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert lines[0] == "question_type,n,y,n,residual n,residual y"
    assert lines[1].startswith("Assertion,0,1,1,")
