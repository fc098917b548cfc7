"""Automatic checks of a page: axe findings, clipped content, animations, and keyboard stops."""

from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from playwright.sync_api import Page

from tests.paths import ROOT

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MOST_STOPS = 250


class Stop(TypedDict):
    """A control that the keyboard can focus."""

    id: str
    name: str
    problems: list[str]


@cache
def _scripts() -> str:
    axe = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
    own = Path(__file__).with_suffix(".js")
    return ";\n".join(path.read_text(encoding="utf-8") for path in (axe, own))


def _ask(page: Page, name: str, *arguments: Any) -> Any:
    if not page.evaluate("'inspection' in window"):
        session = page.context.new_cdp_session(page)
        loaded = session.send("Runtime.evaluate", {"expression": _scripts()})
        assert "exceptionDetails" not in loaded, loaded
        session.detach()
    return page.evaluate("([name, given]) => inspection[name](...given)", [name, arguments])


def findings(page: Page) -> list[str]:
    """The findings of axe, of any impact."""
    found: list[str] = _ask(page, "findings", TAGS)
    return found


def speak(page: Page, locale: str) -> None:
    """Change the interface language of the open page."""
    if page.evaluate("document.documentElement.lang") != locale:
        _ask(page, "speak", locale)
        page.wait_for_function("(locale) => document.documentElement.lang === locale", arg=locale)


def misfits(page: Page) -> list[str]:
    """Content that should be visible and is not."""
    found: list[str] = _ask(page, "misfits")
    return found


def overlaps(page: Page) -> list[str]:
    """Texts that lie over each other."""
    found: list[str] = _ask(page, "overlaps")
    return found


def edges(page: Page) -> list[str]:
    """What does not begin at the edge that bar, title and content share. Empty on pages without the shared frame."""
    found: list[str] = _ask(page, "edges")
    return found


def misplaced(page: Page) -> list[str]:
    """Everything that misfits, overlaps or is beside the edge."""
    return misfits(page) + overlaps(page) + edges(page)


def space_text_out(page: Page, on: bool = True) -> None:
    """Set or unset the text spacing of WCAG 1.4.12."""
    _ask(page, "spaceOut", on)


def moving(page: Page) -> list[str]:
    """The running animations and transitions."""
    found: list[str] = _ask(page, "moving")
    return found


def stops(page: Page) -> list[str]:
    """Keys of the controls that the keyboard should reach; of the open dialog, if there is one."""
    found: list[Stop] = _ask(page, "stops")
    return [stop["id"] for stop in found]


def walk(page: Page, *, backwards: bool = False) -> list[Stop]:
    """The stops of one round of the keyboard. A date field has several, for day, month and year: they count as one."""
    _ask(page, "beginWalk", backwards)
    met: list[Stop] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        here: Stop | None = page.evaluate("inspection.standing()")
        if here is None:
            _ask(page, "endWalk")
            return met
        if here["problems"] and met:
            here["name"] += f" after {met[-1]['name']}"
        if not met or met[-1]["id"] != here["id"]:
            met.append(here)
    raise AssertionError(f"The keyboard never comes round: {[stop['name'] for stop in met[-4:]]}")
