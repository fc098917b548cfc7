"""The tables of interface texts, to find untranslated texts on a page."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page

from tests.paths import ROOT

SOURCE = ROOT / "frontend" / "src"
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')

# All texts, accessible names and titles of a page.
PAGE_TEXTS = """
() => {
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) said.push(walker.currentNode.data);
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) said.push(each.getAttribute(name));
  }
  return said.filter((text) => text?.trim());
}
"""


def texts_of(locale: str) -> set[str]:
    """All strings of the locale's tables, keys included."""
    tables = SOURCE.glob(f"i18n/**/{locale}.ts")
    return {_plain(text) for table in tables for text in LITERAL.findall(table.read_text())}


def foreign_to(locale: str) -> list[re.Pattern[str]]:
    """Patterns of English texts that the locale does not have. A text with placeholders needs two words of its own."""
    english = texts_of("en") - texts_of(locale)
    return [_pattern(text) for text in english if len(_words(text)) >= (2 if "{" in text else 1)]


def english_on(page: Page, foreign: list[re.Pattern[str]]) -> Iterator[str]:
    for text in page.evaluate(PAGE_TEXTS):
        for part in re.split(r" · | — |[\n\u2068\u2069]", text):
            if any(pattern.fullmatch(part.strip(" .·:")) for pattern in foreign):
                yield text


def _plain(literal: str) -> str:
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), literal)


def _words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", text))


def _pattern(text: str) -> re.Pattern[str]:
    escaped = re.escape(text.strip(" .·:"))
    return re.compile(re.sub(r"\\{(n|\w+)\\}", lambda found: r"\d+" if found[1] == "n" else ".+", escaped))
