"""A scene: how a person comes to see one state of one page."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.e2e.scenes.stage import View


@dataclass(frozen=True)
class Scene:
    name: str
    page: str
    """Its name in routes.ts; "" for an address that leads nowhere."""
    person: str | None
    narrow: bool
    """Is it one of those that are also looked at on a phone?"""
    modal: bool
    """Does a dialog hold the keyboard?"""
    play: Callable[[View], None]


SCENES: list[Scene] = []


def scene(
    page: str, person: str | None = None, *, narrow: bool = False, modal: bool = False
) -> Callable[[Callable[[View], None]], Callable[[View], None]]:
    def add(play: Callable[[View], None]) -> Callable[[View], None]:
        SCENES.append(Scene(play.__name__.replace("_", " "), page, person, narrow, modal, play))
        return play

    return add
