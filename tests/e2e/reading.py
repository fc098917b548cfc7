"""Helpers for the reference panel, and its test pages about a lighthouse."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

WIKI = "https://{}.wikipedia.org/wiki/{}"
ANSWERS = {
    "en": (
        "Hallgrund Lighthouse was lit on October 3rd, 1891 and is 43 metres high. "
        "The engineer Tove Silver drew it, and Arvid Nystrom kept it."
    ),
    "ar": "أضيئت منارة هالغروند اول مره سنة 1891، وسكنها خمسة حراس.",
    "hi": "हालग्रुंड प्रकाशस्तंभ १८९१ में जलाया गया। मीनार में पाँच रखवाले रहते थे।",
}
TITLES = {"en": "Hallgrund Lighthouse", "ar": "منارة هالغروند", "hi": "हालग्रुंड प्रकाशस्तंभ"}


def lighthouse(language: str) -> dict[str, Any]:
    url = WIKI.format(language, TITLES[language].replace(" ", "_"))
    return item(f"light-{language}", ANSWERS[language], language.upper()) | {"wikipedia_url": url}


def place(language: str, quote: str) -> tuple[int, int]:
    """The range of the quote in the answer, in code points."""
    start = ANSWERS[language].index(quote)
    return start, start + len(quote)


def open_reading(page: Page, site: Site, slug: str, person: str) -> Locator:
    """Open the person's item and wait until its page can be searched. Return the search field."""
    log_in(page, site, person)
    open_workspace(page, site, slug)
    page.keyboard.press("/")
    find = page.get_by_test_id("find")
    expect(find).to_be_focused()
    find.press("Escape")
    find.press("Escape")
    return find


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def chips(page: Page) -> Locator:
    return page.locator(".links .chip")


def paste(page: Page, address: str) -> Locator:
    """Add a page by its URL. Return the field."""
    page.get_by_role("button", name="Wikipedia page").click()
    field = page.get_by_test_id("link-url")
    expect(field).to_be_focused()
    field.fill(address)
    field.press("Enter")
    return field


def select_in_page(page: Page, text: str) -> None:
    """Select the text from its beginning to its end."""
    page.get_by_test_id("reference-text").evaluate(
        """
        (root, text) => {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const start = node.data.indexOf(text);
            if (start < 0) continue;
            getSelection().setBaseAndExtent(node, start, node, start + text.length);
            return;
          }
          throw new Error(`Not on the page: ${text}`);
        }
        """,
        text,
    )


def painted(page: Page, name: str) -> list[str]:
    """The texts under a highlight of the page."""
    texts: list[str] = page.evaluate(
        "name => [...(CSS.highlights.get(name) ?? [])].map((range) => range.cloneContents?.().textContent ?? "
        "range.startContainer.data.slice(range.startOffset, range.endOffset))",
        name,
    )
    return texts
