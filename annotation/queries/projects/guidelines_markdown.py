"""Markdown of guidelines: its HTML, and the images that it refers to.

An image of the project is written `![description](images/NAME)`. Releases have the file at this path beside the text.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, html_inline, image
from markdown_it.token import Token

IMAGES: Final = "images/"

_IMAGE_NAME: Final = r"[a-z0-9][a-z0-9_-]{0,79}\.(?:png|jpe?g|webp|gif)"
_IMAGE_PATH: Final = re.compile(rf"{IMAGES}({_IMAGE_NAME})")
_IMAGE_ELEMENT: Final = re.compile(r"<img\b", re.IGNORECASE)
_RULES: Final = ("table", "strikethrough")


@dataclass(frozen=True, slots=True)
class ImageReference:
    """An image in a text. `name`: that of an image of the project; else "". `is_html`: an element, not Markdown."""

    line: int
    source: str
    name: str
    is_html: bool = False


def render(text: str, address_of: Callable[[str], str | None]) -> str:
    """Return safe HTML. `address_of`: the URL of an image of the project by its name, None if there is none.

    Of other images, in texts that earlier versions of Morel stored, the description remains: browsers ask for none.
    """
    tokens = _markdown.parse(text)
    for token in _inline(tokens):
        if token.type == "image":
            name = image_name(str(token.attrGet("src")))
            if address := address_of(name) if name else None:
                token.attrSet("src", address)
            else:
                token.type, token.tag = "text", ""
                token.content = "".join(part.content or " " for part in token.children or ())
    return nh3.clean(_markdown.renderer.render(tokens, _markdown.options, {}))


def image_references(text: str) -> list[ImageReference]:
    """Return the images in the text, in the order of their lines. Code has none."""
    if "![" not in text and not _IMAGE_ELEMENT.search(text):
        return []  # Parsing a long text takes a second.
    found = [*_markdown_images(_all_sources.parse(text)), *_image_elements(_with_html.parse(text))]
    return sorted(found, key=lambda each: each.line)


def image_name(source: str) -> str:
    """Return the name of the image of a project that the source is the path of, or ""."""
    match = _IMAGE_PATH.fullmatch(source)
    return match[1] if match else ""


def is_image_name(name: str) -> bool:
    return re.fullmatch(_IMAGE_NAME, name) is not None


def _markdown_images(tokens: list[Token]) -> Iterator[ImageReference]:
    for block in tokens:
        for token in block.children or ():
            if token.type == "image":
                source = str(token.attrGet("src"))
                yield ImageReference(_line(block, token), source, image_name(source))


def _image_elements(tokens: list[Token]) -> Iterator[ImageReference]:
    for block in tokens:
        for token in (block, *(block.children or ())):
            if token.type in {"html_block", "html_inline"}:
                for match in _IMAGE_ELEMENT.finditer(token.content):
                    before = token.content.count("\n", 0, match.start())
                    yield ImageReference(_line(block, token) + before, match[0], "", is_html=True)


def _inline(tokens: list[Token]) -> Iterator[Token]:
    for block in tokens:
        yield from block.children or ()


def _line(block: Token, token: Token) -> int:
    first = block.map[0] if block.map else 0
    return first + 1 + int(token.meta.get("line", 0))


class _AllSources(MarkdownIt):
    """Reads images with any source as images, as other programs may."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 — the name in markdown-it
        del url
        return True


def _with_line(
    rule: Callable[[StateInline, bool], bool],
) -> Callable[[StateInline, bool], bool]:
    """Make a rule store in its token how many lines of the block precede it."""

    def stored(state: StateInline, silent: bool) -> bool:
        start = state.pos
        applies = rule(state, silent)
        if applies and not silent:
            state.tokens[-1].meta["line"] = state.src.count("\n", 0, start)
        return applies

    return stored


_markdown: Final = MarkdownIt("commonmark", {"html": False}).enable(_RULES)
_all_sources: Final = _AllSources("commonmark", {"html": False}).enable(_RULES)
_all_sources.inline.ruler.at("image", _with_line(image))
_with_html: Final = MarkdownIt("commonmark", {"html": True}).enable(_RULES)
_with_html.inline.ruler.at("html_inline", _with_line(html_inline))
