"""Page object of the workspace: one item and the gestures that mark it."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.scripts import Text
from tests.e2e.workspace import ENDS_OF

Point = tuple[float, float]


class MarkingPage:
    def __init__(self, page: Page, text: Text) -> None:
        self.page = page
        self.text = text
        self.answer = page.get_by_test_id("answer")
        self.list = page.get_by_test_id("span-list")
        self.rows = self.list.get_by_role("listitem")

    def reset(self) -> None:
        """Undo everything and clear the selection."""
        self.page.keyboard.press("Escape")
        undo = self.button("Undo")
        while undo.get_attribute("aria-disabled") == "false":
            undo.click()
        self.page.mouse.move(2, 400)
        self.page.keyboard.press("Escape")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).first

    def ends(self, quote: str) -> tuple[Point, Point]:
        """The points at which a drag over the quote begins and ends."""
        first, last = self.answer.evaluate(ENDS_OF, list(self.text.range_of(quote)))
        return (first["x"], first["y"]), (last["x"], last["y"])

    def middle(self, quote: str) -> Point:
        (left, top), (right, bottom) = self.ends(quote)
        return (left + right) / 2, (top + bottom) / 2

    def drag(self, start: Point, end: Point, *, keys: str = "") -> None:
        self.begin(start, end)
        if keys:
            self.page.keyboard.down(keys)
        self.page.mouse.up()
        if keys:
            self.page.keyboard.up(keys)

    def begin(self, start: Point, end: Point) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)

    def mark(self, quote: str) -> None:
        self.drag(*self.ends(quote))

    def expect_marks(self, *quotes: str) -> None:
        """Expect these marks, in reading order."""
        shown = [f"{start}–{end}" for start, end in map(self.text.range_of, quotes)]
        expect(self.rows.locator(".num")).to_have_text(shown)

    def expect_chosen(self, quote: str) -> None:
        start, end = self.text.range_of(quote)
        readout = self.page.get_by_test_id("readout")
        expect(readout.locator("q")).to_have_text(quote.replace("\n", "⏎"))
        expect(readout.locator(".num")).to_have_text(f"{start}–{end}")

    def handle(self, edge: str) -> Point:
        box: Any = self.page.locator(f"[data-handle={edge}]").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
