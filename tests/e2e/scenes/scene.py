"""A scene: how a person comes to see one state of one page."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.e2e.scenes.stage import View


@dataclass(frozen=True)
class Scene:
    name: str
    page: str
    """Its name in the page table; "" for an address that leads nowhere."""
    person: str | None
    narrow: bool
    """Is it one of those that are also looked at on a phone?"""
    apart: bool
    """Is something changed in it, so that it needs a browser of its own?"""
    opener: str
    """What opens the dialog, panel or menu of the scene, as a selector; "" where there is none."""
    play: Callable[[View], None]


SCENES: list[Scene] = []


def scene(
    page: str, person: str | None = None, *, narrow: bool = False, apart: bool = False, opener: str = ""
) -> Callable[[Callable[[View], None]], Callable[[View], None]]:
    def add(play: Callable[[View], None]) -> Callable[[View], None]:
        SCENES.append(Scene(play.__name__.replace("_", " "), page, person, narrow, apart, opener, play))
        return play

    return add
