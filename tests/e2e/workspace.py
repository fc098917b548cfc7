"""Helpers for the workspace: log in, mark by mouse, submit, download."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import PASSWORD, Site

# The points at which a drag over the code points [start, end) begins and ends: the outer edges of the range on its
# first and last lines, in the direction of the paragraph.
ENDS_OF = """
(answer, [start, end]) => {
  const utf16 = (points) => [...answer.textContent].slice(0, points).join("").length;
  const range = document.createRange();
  const walker = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node; before += node.data.length, node = walker.nextNode()) {
    const inside = (at) => Math.min(Math.max(at - before, 0), node.data.length);
    if (before <= utf16(start) && utf16(start) < before + node.data.length) range.setStart(node, inside(utf16(start)));
    if (before < utf16(end) && utf16(end) <= before + node.data.length) range.setEnd(node, inside(utf16(end)));
  }
  const box = range.getBoundingClientRect();
  if (box.top < 60 || box.bottom > innerHeight - 120) {
    const scrolls = (each) =>
      each.contains(answer) &&
      each.scrollHeight > each.clientHeight + 4 &&
      getComputedStyle(each).overflowY !== "visible";
    const scroller = [...document.querySelectorAll("*")].find(scrolls) ?? document.scrollingElement;
    scroller.scrollTop += box.top - innerHeight / 2;
  }
  const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
  const line = (rect) => rects.filter((each) => Math.abs(each.top - rect.top) < 8);
  const rtl = getComputedStyle(answer).direction === "rtl";
  const edge = (line, right) => ({
    x: right ? Math.max(...line.map((rect) => rect.right)) - 0.5 : Math.min(...line.map((rect) => rect.left)) + 0.5,
    y: (line[0].top + line[0].bottom) / 2,
  });
  return [edge(line(rects[0]), rtl), edge(line(rects[rects.length - 1]), !rtl)];
}
"""


def log_in(page: Page, site: Site, username: str) -> None:
    page.goto(f"{site.url}/login")
    page.locator("[name=username]").fill(username)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login" not in url)


def create_project(page: Page, languages: str, preset: str) -> None:
    """Go on from the first step of a new project to its creation, without a file."""
    page.get_by_test_id("step-next").click()
    page.locator("[name=languages]").fill(languages)
    page.get_by_test_id("step-next").click()
    page.locator(f"[name=start][value='{preset}']").check()
    page.get_by_test_id("step-next").click()
    page.get_by_test_id("make").click()


def open_workspace(page: Page, site: Site, slug: str) -> Locator:
    page.goto(f"{site.url}/p/{slug}/annotate")
    answer = page.get_by_test_id("answer")
    expect(answer).to_be_visible()
    return answer


def snap_to(page: Page, what: str) -> None:
    """Choose words or characters with the switch above the answer."""
    page.get_by_test_id(f"snap-{what}").check(force=True)


def drag(page: Page, start: int, end: int) -> None:
    """Mark the code points [start, end) of the answer by dragging the mouse."""
    answer = page.get_by_test_id("answer")
    page.keyboard.press("Escape")
    first, last = answer.evaluate(ENDS_OF, [start, end])
    page.mouse.move(first["x"], first["y"])
    page.mouse.down()
    page.mouse.move((first["x"] + last["x"]) / 2, (first["y"] + last["y"]) / 2)
    page.mouse.move(last["x"], last["y"])
    page.mouse.up()


def submit(page: Page) -> dict[str, Any]:
    """Submit, and return the content that the server acknowledged."""
    with page.expect_response(
        lambda response: (
            response.request.method == "PUT" and '"submit":true' in (response.request.post_data or "")
        )
    ) as sent:
        page.get_by_test_id("submit").click()
    assert sent.value.status == 200, sent.value.text()
    content: dict[str, Any] = sent.value.json()["annotation"]["content"]
    return content


def submit_and_go_on(page: Page) -> None:
    """Submit, and wait for the next item."""
    asked = page.locator("main h1").inner_text()
    submit(page)
    expect(page.locator("main h1")).not_to_have_text(asked)


def ranges(content: dict[str, Any]) -> list[tuple[int, int]]:
    return [(span["start"], span["end"]) for span in content["spans"]]


def download(page: Page, trigger: Locator, directory: Path) -> Path:
    with page.expect_download() as started:
        trigger.click()
    path = directory / started.value.suggested_filename
    started.value.save_as(path)
    return path
