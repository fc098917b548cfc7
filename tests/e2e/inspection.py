"""What a machine can say of a page: axe's findings, what does not fit, what moves, where the keyboard goes."""

from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from playwright.sync_api import Page

from tests.paths import ROOT

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MOST_STOPS = 150


class Stop(TypedDict):
    """A control at which the keyboard can stand."""

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
    """What axe has to say, of any impact."""
    found: list[str] = _ask(page, "findings", TAGS)
    return found


def speak(page: Page, locale: str) -> None:
    """Changes the language of the page that is open."""
    if page.evaluate("document.documentElement.lang") != locale:
        _ask(page, "speak", locale)
        page.wait_for_function("(locale) => document.documentElement.lang === locale", arg=locale)


def misfits(page: Page) -> list[str]:
    """What is not in sight though it should be."""
    found: list[str] = _ask(page, "misfits")
    return found


def space_text_out(page: Page, on: bool = True) -> None:
    """As a person does who cannot read it otherwise."""
    _ask(page, "spaceOut", on)


def moving(page: Page) -> list[str]:
    """The animations and transitions that run."""
    found: list[str] = _ask(page, "moving")
    return found


def stops(page: Page) -> list[str]:
    """Where the keyboard should get to; where a dialog is open, in the dialog."""
    found: list[Stop] = _ask(page, "stops")
    return [stop["id"] for stop in found]


def walk(page: Page, key: str = "Tab") -> list[Stop]:
    """One round of the keyboard from the first stop. Between two rounds browsers may stand with the page itself, where
    nothing has the focus, or not."""
    _ask(page, "toTheStart")
    met: list[Stop] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        here: Stop | None = _ask(page, "standing")
        if met and (here is None or here["id"] == met[0]["id"]):
            return met
        if here is not None:
            met.append(here)
    raise AssertionError(f"The keyboard never comes round: {[stop['name'] for stop in met[-4:]]}")
