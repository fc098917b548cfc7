"""What verification finds: differences between a release and what follows from it, as many as anyone could read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

KEPT: Final = 10_000
"""Differences that are told one by one; the rest are counted."""

Tell = Callable[[str, str, str], None]
"""Takes file, item and detail; `item` is "" where it is about a whole file."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`item` is "" where it is about a whole file."""

    file: str
    item: str
    detail: str

    def __str__(self) -> str:
        """One line, whatever stands in the release."""
        return in_one_line(f"{self.file}: {f'item {self.item}: ' if self.item else ''}{self.detail}")


@dataclass
class Findings:
    """`beyond`: how many were found and not kept."""

    kept: list[Difference] = field(default_factory=list)
    beyond: int = 0

    def tell(self, file: str, item: str, detail: str) -> None:
        if len(self.kept) < KEPT:
            self.kept.append(Difference(file, item, detail))
        else:
            self.beyond += 1


def in_one_line(text: str) -> str:
    """With escapes for what would end the line, or hide in it."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape", "backslashreplace").decode()
        for each in text
    )
