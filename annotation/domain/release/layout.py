"""Where the files of a release stand.

gold/en.test.jsonl           items with their labels; as are the next ones, of one language and one split
unlabelled/en.test.jsonl     the same items without them
raw/en.test.jsonl            everyone's counted annotations, under pseudonyms
provenance/en.test.jsonl     which revisions went in, what was excluded and why, digests of the lines above
evidence/, comments/         where they were asked for; items that have some
decisions/en.test.jsonl      where curators decide: items on which one did, and what
tables/en.test.items.csv     a row an item
tables/en.test.spans.csv     a row a span and annotator
guidelines/en.v2.md          every version that somebody worked by
agreement.json, agreement.csv
README.md, croissant.json    the data set card and its metadata
CHANGES.md                   what is new since the release before
manifest.json                what was decided, and the sha256 of every other file
"""

import re
from typing import Final, NamedTuple

VERSION: Final = 1
"""Of this layout; a manifest names it."""

MANIFEST: Final = "manifest.json"
AGREEMENT: Final = "agreement.json"
AGREEMENT_TABLE: Final = "agreement.csv"
CARD: Final = "README.md"
CROISSANT: Final = "croissant.json"
CHANGES: Final = "CHANGES.md"
EMBARGO: Final = "EMBARGO.json"
"""Only in a download from which files are held back: it names them."""

WHOLE: Final = "full"
"""The one split of a release that is not split. (The hub keeps "all" for itself.)"""

LINES: Final = ("gold", "unlabelled", "raw", "provenance")
"""One line an item, in the same order."""
EXTRAS: Final = ("evidence", "comments", "decisions")
"""One line for each item that has some."""
TELLING: Final = ("gold", "raw", "provenance", *EXTRAS, "tables")
"""From these the gold of a split could be had: an embargo holds them back.

From provenance by guessing: it has digests of lines that say little more than a few spans of a text that is known.
"""

_LANGUAGE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SPLIT: Final = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")
_KEPT_BY_THE_HUB: Final = frozenset(("all",))


class Part(NamedTuple):
    """A language (lower case) and a split of it."""

    language: str
    split: str

    @property
    def stem(self) -> str:
        return f"{self.language}.{self.split}"


def lines_path(kind: str, part: Part) -> str:
    return f"{kind}/{part.stem}.jsonl"


def items_table(part: Part) -> str:
    return f"tables/{part.stem}.items.csv"


def spans_table(part: Part) -> str:
    return f"tables/{part.stem}.spans.csv"


def guidelines_path(language: str, version: int) -> str:
    return f"guidelines/{language}.v{version}.md"


def is_split(name: str) -> bool:
    """Whether it can name a split: in the names of files here, and on the hub."""
    return _SPLIT.fullmatch(name) is not None and name not in _KEPT_BY_THE_HUB


def is_part(part: Part) -> bool:
    """Whether files can be named by it."""
    return _LANGUAGE.fullmatch(part.language) is not None and is_split(part.split)


def is_guidelines(path: str) -> bool:
    return re.fullmatch(rf"guidelines/{_LANGUAGE.pattern}\.v[0-9]+\.md", path) is not None


def withheld_paths(paths: list[str], splits: frozenset[str]) -> list[str]:
    """Those among `paths` that would give away the gold of these splits."""
    held = []
    for path in paths:
        folder, _, name = path.partition("/")
        if folder in TELLING and name.split(".")[1:2] and name.split(".")[1] in splits:
            held.append(path)
    return held
