"""Detect the encoding of CSV and TSV files.

Spreadsheet programs write UTF-8 with or without a byte order mark, UTF-16, or the code page of their system, without
declaring it. A wrong guess silently damages every text, so guesses are reported, and a file that is UTF-8 except for a
few bytes is refused.
"""

import codecs
import re
from pathlib import Path
from typing import Final

_BLOCK: Final = 2**20
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UTF8_SEQUENCE: Final = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_NON_ASCII: Final = re.compile(rb"[\x80-\xff]")


class UndecodableError(ValueError):
    """The file has none of the supported encodings. The message is a sentence, `line` the first undecodable line."""

    def __init__(self, detail: str, line: int) -> None:
        super().__init__(detail)
        self.line = line


def detect_encoding(path: Path) -> tuple[str, bool]:
    """Return the Python codec of a text file, and whether it is a guess.

    A byte order mark decides (UTF-8, UTF-16). Without one, the file is UTF-8 if it decodes as such, else cp1252 as a
    guess. The whole file is read block by block, so decoding cannot fail later. Raises `UndecodableError`.
    """
    with path.open("rb") as file:
        head = file.read(4)
    encoding = next((name for mark, name in _MARKS if head.startswith(mark)), "utf-8")
    line = _first_undecodable_line(path, encoding)
    if line is None:
        return encoding, False
    if encoding == "utf-8" and not _mostly_utf8(path) and _first_undecodable_line(path, "cp1252") is None:
        return "cp1252", True
    name = encoding.removesuffix("-sig").upper()
    raise UndecodableError(f"The file is not {name}: line {line} holds bytes that are no characters.", line)


def _first_undecodable_line(path: Path, encoding: str) -> int | None:
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    with path.open("rb") as file:
        while True:
            block = file.read(_BLOCK)
            try:
                line += decoder.decode(block, final=not block).count("\n")
            except UnicodeDecodeError as error:
                before = error.object[: error.start]
                return line + before.decode(encoding, errors="ignore").count("\n")
            if not block:
                return None


def _mostly_utf8(path: Path) -> bool:
    """Return whether most non-ASCII bytes belong to UTF-8 sequences, which are rare in single-byte encodings."""
    inside = total = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            inside += sum(len(sequence) for sequence in _UTF8_SEQUENCE.findall(block))
            total += len(_NON_ASCII.findall(block))
    return 2 * inside > total
