"""The appearances in which scenes are inspected: theme × locale × width.

By default each scene is inspected in a few appearances that cover every theme, locale and width; two consecutive
scenes cover every pair. The keyboard goes round in phone width, and backwards, in one scene of each page. FULL=1
inspects each scene in all appearances.
"""

from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import ViewportSize

from tests.case_counts import FULL
from tests.e2e.scenes import NARROW, SCENES, WIDE, Scene

Theme = Literal["light", "dark"]

LOCALES = ("en", "ar")
THEMES: tuple[Theme, ...] = ("light", "dark")
# 1280 × 800 at 200 %, and the smallest width that WCAG 2.2 (1.4.10) requires.
ZOOMED: ViewportSize = {"width": 640, "height": 400}
LEAST: ViewportSize = {"width": 320, "height": 640}


@dataclass(frozen=True)
class Appearance:
    width: int
    height: int
    locale: str
    theme: Theme = "light"

    @property
    def size(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}


def for_axe(scene: Scene, full: bool = FULL) -> list[Appearance]:
    """The appearances for axe: wide in both themes; narrow in the light theme, if the scene is made for phones."""
    wide, narrow = (WIDE["width"], WIDE["height"]), (NARROW["width"], NARROW["height"])
    if full:
        everything = [Appearance(*wide, locale, theme) for locale in LOCALES for theme in THEMES]
        return everything + [Appearance(*narrow, locale) for locale in LOCALES if scene.narrow]
    first, second = _locales(scene)
    chosen = [Appearance(*wide, first, "light"), Appearance(*wide, second, "dark")]
    return chosen + [Appearance(*narrow, second)] * scene.narrow


def for_visibility(scene: Scene, full: bool = FULL) -> list[Appearance]:
    """The appearances in which everything must be visible."""
    sizes = [(size["width"], size["height"]) for size in (LEAST, ZOOMED, WIDE)]
    if full:
        return [Appearance(*size, locale) for locale in LOCALES for size in sizes]
    first, second = _locales(scene)
    return [Appearance(*size, locale) for size, locale in zip(sizes, (first, second, second), strict=True)]


def for_keyboard(scene: Scene, full: bool = FULL) -> list[ViewportSize]:
    """The sizes in which the keyboard goes round: wide; narrow, if the page has the scene first of those for phones."""
    narrow = [each for each in SCENES if each.page == scene.page and each.narrow]
    return [NARROW, WIDE] if scene in (narrow if full else narrow[:1]) else [WIDE]


def walks_back(scene: Scene, full: bool = FULL) -> bool:
    """Whether the keyboard also goes backwards: in the first scene of each page."""
    return full or scene == next(each for each in SCENES if each.page == scene.page)


def _locales(scene: Scene) -> tuple[str, str]:
    return LOCALES if SCENES.index(scene) % 2 == 0 else LOCALES[::-1]
