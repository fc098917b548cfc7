"""In which encoding a table was saved.

Spreadsheet programs write UTF-8 with or without a byte order mark, UTF-16, or the code page of their
system, and say nothing. A wrong guess damages every text silently, so a guess is declared as one, and a
file that is UTF-8 but for a few bytes is refused, not guessed at.
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
    """A file that is in none of the encodings; the message is a sentence, `line` its first line at fault."""

    def __init__(self, detail: str, line: int) -> None:
        super().__init__(detail)
        self.line = line


def detect_encoding(path: Path) -> tuple[str, bool]:
    """The Python codec of a text file, and whether it is a guess.

    A byte order mark decides (UTF-8, UTF-16); without one, the file is UTF-8 where it can be, else cp1252
    as a guess. Reads the file block by block to the end, so that reading it in the codec cannot fail later.
    Raises `UndecodableError`.
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
    """Do most non-ASCII bytes stand in UTF-8 sequences? In texts of one byte a character hardly any do."""
    inside = total = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            inside += sum(len(sequence) for sequence in _UTF8_SEQUENCE.findall(block))
            total += len(_NON_ASCII.findall(block))
    return 2 * inside > total
