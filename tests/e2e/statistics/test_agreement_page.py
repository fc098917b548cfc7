"""The published statistics of Mu-SHROOM on the pages: Table 1, α and F1, figure 2."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import log_in
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED

FILES = sorted((REFERENCE_DATA / "mushroom").glob("mushroom.*-tst.v1.extra.jsonl"))
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        not FILES and not REFERENCE_DATA_REQUIRED,
        reason="No reference data: MOREL_REFERENCE_DATA names no folder with mushroom/.",
    ),
]

SLUG = "published-figures"
MEASURES = ("agreement", "alpha", "character_f1", "exact_f1", "overlap_f1")
PUBLISHED = {
    "ar": (0.757736, 0.476457, 0.750435, 0.430103, 0.877192),
    "de": (0.718128, 0.504873, 0.674578, 0.372004, 0.826597),
    "en": (0.485954, 0.291898, 0.578640, 0.290993, 0.745011),
    "es": (0.514418, 0.298280, 0.549763, 0.291508, 0.739775),
    "hi": (0.801658, 0.688376, 0.782641, 0.558430, 0.933172),
    "zh": (0.584843, 0.203894, 0.554252, 0.120789, 0.738925),
}
CURVES = {  # 2 … 5 annotators
    "en": (0.746287, 0.654888, 0.603803, 0.570136),
    "es": (0.730643, 0.628817, 0.573738, 0.538727),
    "zh": (0.726885, 0.649722, 0.614850, 0.594971),
}
MOST = {"en": 12, "es": 6, "zh": 7}  # annotators of an item
COMPUTED_MS = 120_000


@pytest.fixture(scope="module")
def published(site: Site) -> Site:
    assert len(FILES) == 6
    files = [str(file) for file in FILES]
    site.manage_all(
        ["create_project", SLUG, "--no-guidelines", "--preset", "mu-shroom"],
        ["add_member", SLUG, "lewis", "--role", "lead", "--password", PASSWORD],
        ["import_items", SLUG, *files],
        ["import_annotations", SLUG, *files],
    )
    return site


def shows(figure: Locator, value: float) -> None:
    """Expect three decimals as text, and the exact value in the markup."""
    expect(figure).to_have_text(f"{value:.3f}")
    assert round(float(figure.get_attribute("data-value") or "nan"), 6) == value


def test_a_lead_sees_the_published_statistics(page: Page, published: Site) -> None:
    log_in(page, published, "lewis")
    page.goto(f"{published.url}/p/{SLUG}")
    for language, (agreement, *_) in PUBLISHED.items():
        shows(page.get_by_test_id(f"agreement-{language}"), agreement)

    # The slow statistics are computed because the page is open.
    page.get_by_role("link", name="Agreement, all languages").click()
    expect(page.get_by_test_id("alpha-en")).to_be_visible(timeout=COMPUTED_MS)
    for language, values in PUBLISHED.items():
        for measure, value in zip(MEASURES, values, strict=True):
            shows(page.get_by_test_id(f"{measure}-{language}"), value)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as LaTeX: Languages").click()
    table = Path(download.value.path()).read_text()
    assert table.startswith("% Agreement by language, policy mushroom-2025\n\\begin{tabular}{lrrrrrrrrrr}\n")
    for language, values in PUBLISHED.items():
        [row] = [line for line in table.splitlines() if line.startswith(f"{language} & ")]
        printed = row.removesuffix(r" \\").split(" & ")
        assert [printed[4], *printed[7:]] == [f"{value:.3f}" for value in values]
    page.locator("figure summary").nth(1).click()
    for language, points in CURVES.items():
        for k, value in enumerate(points, 2):
            shows(page.get_by_test_id(f"curve-{language}-{k}"), value)
        shows(page.get_by_test_id(f"curve-{language}-{MOST[language]}"), PUBLISHED[language][0])

    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("English")
    for measure, value in zip(MEASURES, PUBLISHED["en"], strict=True):
        shows(page.get_by_test_id(measure), value)
    expect(page.get_by_test_id("floor")).to_have_text("floor 1/n: 0.083")

    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV: Agreement with fewer annotators").click()
    rows = Path(download.value.path()).read_text().splitlines()
    assert rows[0] == "language,k,agreement,standard_error"
    assert [round(float(row.split(",")[2]), 6) for row in rows[1:5]] == list(CURVES["en"])
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as SVG: Agreement with fewer annotators").click()
    drawing = Path(download.value.path()).read_text()
    assert drawing.startswith("<svg")
    assert "var(" not in drawing


def test_a_report_is_one_file_that_asks_nobody(page: Page, published: Site, tmp_path: Path) -> None:
    log_in(page, published, "lewis")
    page.goto(f"{published.url}/p/{SLUG}/agreement")
    page.get_by_role("link", name="Create report").click()
    download_button = page.get_by_test_id("report")
    expect(download_button).to_be_enabled(timeout=COMPUTED_MS)
    with page.expect_download() as download:
        download_button.click()
    file = tmp_path / "report.html"
    download.value.save_as(file)

    asked: list[str] = []
    reader = page.context.new_page()
    reader.on("request", lambda request: asked.append(request.url))
    reader.goto(file.as_uri())
    expect(reader.get_by_role("heading", name=f"Report on {SLUG}")).to_be_visible()
    for language, (agreement, *_) in PUBLISHED.items():
        shows(reader.get_by_test_id(f"agreement-{language}"), agreement)
    expect(reader.get_by_role("img", name="Histogram")).to_be_visible()
    expect(reader.get_by_text("mushroom-2025").first).to_be_visible()
    expect(reader.locator("script, button, link")).to_have_count(0)
    assert asked == [file.as_uri()]
    # The page's styles came along: the headline figure is larger than its text.
    sizes = reader.locator("b.num").first.evaluate(
        "(b) => [b, b.parentElement.querySelector('p')].map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert sizes[0] > 2 * sizes[1]
