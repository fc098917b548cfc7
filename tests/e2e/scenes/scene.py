"""A scene: the steps that open one state of one page."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.e2e.scenes.stage import View


@dataclass(frozen=True)
class Scene:
    name: str
    page: str
    """Name in the page table; "" for an unknown URL."""
    person: str | None
    narrow: bool
    """Whether it is also inspected in phone width."""
    apart: bool
    """Whether it changes state and needs its own browser context."""
    opener: str
    """Selector of the control that opens the dialog, panel or menu; "" if there is none."""
    play: Callable[[View], None]


SCENES: list[Scene] = []


def scene(
    page: str, person: str | None = None, *, narrow: bool = False, apart: bool = False, opener: str = ""
) -> Callable[[Callable[[View], None]], Callable[[View], None]]:
    def add(play: Callable[[View], None]) -> Callable[[View], None]:
        SCENES.append(Scene(play.__name__.replace("_", " "), page, person, narrow, apart, opener, play))
        return play

    return add
