"""Findings of a verification: differences between a release and what follows from its raw annotations."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MAX_LISTED: Final = 10_000
"""Findings that are listed; the others are only counted."""

ReportFinding = Callable[[str, str, str], None]
"""Reports file, item ("" for the whole file) and a sentence."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `item` is "" if it concerns the whole file."""

    file: str
    item: str
    detail: str

    def __str__(self) -> str:
        """Return one line, with control characters from the release escaped."""
        return in_one_line(f"{self.file}: {f'item {self.item}: ' if self.item else ''}{self.detail}")


@dataclass
class Findings:
    """A list of findings of limited length. `unlisted`: how many more there are."""

    listed: list[Finding] = field(default_factory=list)
    unlisted: int = 0

    def report(self, file: str, item: str, detail: str) -> None:
        if len(self.listed) < MAX_LISTED:
            self.listed.append(Finding(file, item, detail))
        else:
            self.unlisted += 1


def in_one_line(text: str) -> str:
    """Return the text with line breaks and other unprintable characters escaped."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape", "backslashreplace").decode()
        for each in text
    )
