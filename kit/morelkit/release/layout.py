"""The files of a release and their paths.

gold/en.test.jsonl           items with their labels, for one language and split; gold/test.jsonl: without a language
unlabelled/en.test.jsonl     the same items without labels
raw/en.test.jsonl            all counted annotations, under pseudonyms
provenance/en.test.jsonl     revisions used, annotations excluded with reasons, digests of the lines above
evidence/, comments/         optional; items that have some
decisions/en.test.jsonl      with adjudication: the curators' decisions
tables/en.test.items.csv     one row per item
tables/en.test.spans.csv     one row per span and annotator
guidelines/en.v2.md          every version that annotators worked with
guidelines/images/mark.png   the images that they show
images/5fd924….png           optional; the images of items, named after their sha256
agreement.json, agreement.csv
README.md, croissant.json    data set card and Croissant metadata
CHANGES.md                   changes since the previous release
manifest.json                settings, counts, and the sha256 of every other file
"""

import re
from typing import Final, NamedTuple

from morelkit.text.languages import NO_LANGUAGE

VERSION: Final = 1
"""The version of this layout, which every manifest states."""

MANIFEST: Final = "manifest.json"
AGREEMENT: Final = "agreement.json"
AGREEMENT_TABLE: Final = "agreement.csv"
CARD: Final = "README.md"
CROISSANT: Final = "croissant.json"
CHANGES: Final = "CHANGES.md"
OF_DOWNLOADS: Final = frozenset((CARD, CROISSANT))
"""Files that differ in a download under embargo, because they describe only what it holds."""

EMBARGO: Final = "EMBARGO.json"
"""Lists the withheld files; present only in a download under embargo."""

OF_HUBS: Final = (".git", ".gitattributes", ".cache/huggingface")
"""What a hub adds to a copy of a release. Verification names and ignores it."""

UNSPLIT: Final = "full"
"""The only split of a release without splits. (The Hugging Face hub reserves "all".)"""

LINES: Final = ("gold", "unlabelled", "raw", "provenance")
"""Folders with one line per item, in the same order."""
EXTRAS: Final = ("evidence", "comments", "decisions")
"""Folders with one line for each item that has such content."""
REVEALING: Final = ("gold", "raw", "provenance", *EXTRAS, "tables")
"""Folders that reveal gold and are withheld under an embargo.

Provenance has digests of short lines whose text is mostly known, so the lines could be guessed.
"""

_LANGUAGE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SPLIT: Final = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")
_GUIDELINES_IMAGE: Final = re.compile(r"guidelines/images/[a-z0-9][a-z0-9_-]*\.(png|jpe?g|webp|gif)")
_IMAGE: Final = re.compile(r"images/[0-9a-f]{64}\.(png|jpg|webp|gif)")
_RESERVED_BY_HUB: Final = frozenset(("all",))


_SUFFIX: Final = re.compile(r"\.jsonl$|\.(items|spans)\.(csv|parquet)$")

DEFAULT_CONFIG: Final = "default"
"""What the Hugging Face hub calls the configuration that is loaded if none is named."""


class Part(NamedTuple):
    """A language (lower case; `NO_LANGUAGE` for records without one) and one of its splits."""

    language: str
    split: str

    @property
    def stem(self) -> str:
        """How its files are named: records without a language are one set, named after the split."""
        return self.split if self.language == NO_LANGUAGE else f"{self.language}.{self.split}"

    @property
    def config(self) -> str:
        """The name of its language for data set loaders."""
        return DEFAULT_CONFIG if self.language == NO_LANGUAGE else self.language


def lines_path(kind: str, part: Part) -> str:
    return f"{kind}/{part.stem}.jsonl"


def items_table(part: Part) -> str:
    return f"tables/{part.stem}.items.csv"


def spans_table(part: Part) -> str:
    return f"tables/{part.stem}.spans.csv"


def guidelines_path(language: str, version: int) -> str:
    return f"guidelines/{language}.v{version}.md"


def is_split(name: str) -> bool:
    """Return whether the name is valid for a split, in file names and on the Hugging Face hub."""
    return _SPLIT.fullmatch(name) is not None and name not in _RESERVED_BY_HUB


def is_part(part: Part) -> bool:
    """Return whether language and split are valid in file names."""
    return _LANGUAGE.fullmatch(part.language) is not None and is_split(part.split)


def guidelines_image_path(name: str) -> str:
    """Return the path that a text in guidelines/ refers to as images/NAME."""
    return f"guidelines/images/{name}"


def image_path(sha256: str, media_type: str) -> str:
    """Return the path of an image of items. Raises `KeyError` for another media type than an image of items has."""
    return f"images/{sha256}.{_IMAGE_SUFFIXES[media_type]}"


_IMAGE_SUFFIXES: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}


def is_image(path: str) -> bool:
    """Return whether the path is that of an image of items."""
    return _IMAGE.fullmatch(path) is not None


def image_digest(path: str) -> str:
    """Return the sha256 in the path of an image of items."""
    return path.partition("/")[2].partition(".")[0]


def is_guidelines(path: str) -> bool:
    """Return whether the path is that of a text of guidelines or of an image in them."""
    return is_guidelines_text(path) or _GUIDELINES_IMAGE.fullmatch(path) is not None


def is_guidelines_text(path: str) -> bool:
    return re.fullmatch(rf"guidelines/{_LANGUAGE.pattern}\.v[0-9]+\.md", path) is not None


def withheld_paths(paths: list[str], splits: frozenset[str]) -> list[str]:
    """Return those of `paths` that reveal the gold of the splits."""
    withheld = []
    for path in paths:
        folder, _, name = path.partition("/")
        stem = _SUFFIX.sub("", name)
        if folder in REVEALING and stem != name and stem.rpartition(".")[2] in splits:
            withheld.append(path)
    return withheld
