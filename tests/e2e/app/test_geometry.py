"""The geometry checks find what they are there for: overlapping texts, cut-off texts, several left edges."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e import inspection

pytestmark = pytest.mark.e2e

FRAME = """<style>
  body {{ margin: 0; font: 14px/20px sans-serif }} main {{ padding: 26px 48px }} {style}
</style>
<header class="bar"><a class="brand" href="#" style="margin-left: 44px">M</a></header>
<main class="page-frame"><header class="page-head"><h1>Items</h1></header>{content}</main>"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 800, "height": 600}) as context:
        yield context.new_page()


def draw(page: Page, content: str, style: str = "") -> None:
    page.set_content(FRAME.format(content=content, style=style))


def test_a_page_in_order_has_no_findings(page: Page) -> None:
    draw(page, "<p>One line</p><p>and <b>another</b> one</p>")
    assert inspection.misplaced(page) == []


def test_name_and_time_in_a_circle_overlap(page: Page) -> None:
    # As in a thread whose first line took the style of the account menu.
    circle = "display: grid; place-items: center; width: 28px; height: 28px; border-radius: 50%"
    draw(page, f"<p style='{circle}'><b>Lena Okafor</b><span>2 min ago</span></p><p>A town or a county?</p>")
    assert inspection.overlaps(page)


def test_lines_that_are_set_too_tight_overlap(page: Page) -> None:
    draw(page, "<p>Words of a line<br>Words of the next</p><p style='margin-top: -32px'>Words over them</p>")
    assert any("Words over them" in found for found in inspection.overlaps(page))


def test_what_floats_may_cover_the_page(page: Page) -> None:
    floating = "position: fixed; top: 30px; left: 48px; background: white"
    draw(page, f"<p>Words below</p><div style='{floating}'>A menu over them</div>")
    assert inspection.overlaps(page) == []


def test_a_text_that_is_cut_off_is_found(page: Page) -> None:
    draw(page, "<p style='width: 40px; white-space: nowrap; overflow: hidden'>A long line of text</p>")
    assert any(found.startswith("Cut off") for found in inspection.misfits(page))


@pytest.mark.parametrize("offset", ["margin-left: 40px", "margin-left: -20px"])
def test_content_beside_the_edge_is_found(page: Page, offset: str) -> None:
    draw(page, f"<section style='{offset}'>A list</section>")
    assert len(inspection.edges(page)) == 1


def test_a_bar_beside_the_edge_is_found(page: Page) -> None:
    draw(page, "<p>A list</p>", ".bar { padding-left: 20px }")
    assert inspection.edges(page) == ["The brand begins 20 px beside the title."]
