"""Read the records of a gold or prediction file one by one, with their lines.

A file is JSONL, or one JSON list of records (SHROOM 2024), and may be compressed (`.gz`). A byte order mark, CRLF and
blank lines are accepted.
"""

import gzip
import json
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Final, NamedTuple, cast

from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.scoring.quick_json import quick_loads

MAX_LINE: Final = 2**27
"""Bytes of a line, far more than a million spans need, and of a JSON list, which is read at once."""
MAX_DECOMPRESSED: Final = 2**31
"""Bytes that a compressed file may contain."""


MAX_BLANK: Final = 2**20
"""Blank lines of a file: few bytes, compressed, hold billions."""
_SUFFIX: Final = ".gz"
_GZIP: Final = b"\x1f\x8b"  # a compressed file begins with it


def is_compressed(path: Path) -> bool:
    return path.suffix.lower() == _SUFFIX


class Row(NamedTuple):
    """A record, or why there is none, with its line from 1.

    `text`: of a record that was read by a fast reader, or that could not be read. A fast reader gives the same fields,
    but integers beyond 64 bits are floats. Before a value is reported, `exact` gives the record as it is in the file.
    """

    line: int
    record: dict[str, Any]
    error: JsonLineError | None = None
    text: bytes = b""

    @property
    def quick(self) -> bool:
        """Whether the record was read by a fast reader."""
        return bool(self.text) and self.error is None

    def exact(self) -> "Row":
        return _exact(self.line, self.text) if self.quick else self


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the records of a file. Memory does not grow with the file, except for a JSON list. Raises `OSError`."""
    compressed = is_compressed(path)
    line = 0
    with cast(BinaryIO, gzip.open(path)) if compressed else path.open("rb") as stream:
        file = _File(stream, MAX_DECOMPRESSED if compressed else None)
        try:
            first, line = _first_line(file)
            if first.startswith(_GZIP):
                yield _failure(
                    line, "compressed", f"The file is compressed, and its name does not end in {_SUFFIX}."
                )
                return
            for row in (_list_elements if first.startswith(b"[") else _lines)(file, first, line):
                line = row.line
                yield row
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            yield _failure(line, "bad_gzip", f"The compressed file is damaged after this line: {error}.")
        except _TooLargeError as error:
            yield _failure(line, "too_large", str(error))


@contextmanager
def decompressed(path: Path) -> Iterator[Path]:
    """Return the file, or a copy without compression. Raises `ValueError` if it is damaged or too large, `OSError`."""
    if not is_compressed(path):
        yield path
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, path.stem)
        try:
            with gzip.open(path) as stream, copy.open("wb") as out:
                file = _File(cast(BinaryIO, stream), MAX_DECOMPRESSED)
                while block := file.rest():
                    out.write(block)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise ValueError(f"{path}: The compressed file is damaged: {error}.") from error
        except _TooLargeError as error:
            raise ValueError(f"{path}: {error}") from None
        yield copy


class _TooLargeError(Exception):
    """The file is larger than may be. The message is a sentence."""


class _File:
    """A file of which at most `limit` bytes are read."""

    def __init__(self, file: BinaryIO, limit: int | None) -> None:
        self._file = file
        self._left = limit
        self._blank = 0

    def line(self) -> bytes:
        """Return the next line, or its first `MAX_LINE` bytes; empty at the end."""
        line = self._file.readline(MAX_LINE)
        if line == b"\n":
            self._blank += 1
            if self._blank > MAX_BLANK:
                raise _TooLargeError(f"The file has more than {MAX_BLANK:,} blank lines.")
        return self._counted(line)

    def rest(self) -> bytes:
        """Return the rest of the file, or its first `MAX_LINE` bytes."""
        return self._counted(self._file.read(MAX_LINE))

    def _counted(self, content: bytes) -> bytes:
        if self._left is not None:
            self._left -= len(content)
            if self._left < 0:
                raise _TooLargeError(f"The compressed file contains more than {MAX_DECOMPRESSED:,} bytes.")
        return content


def _first_line(file: _File) -> tuple[bytes, int]:
    """Return the first line that is not blank, without a byte order mark, and its number."""
    number = 1
    line = file.line().removeprefix(BOM_UTF8)
    while line and not line.strip():
        number += 1
        line = file.line()
    return line.lstrip(b" \t"), number


def _lines(file: _File, first: bytes, number: int) -> Iterator[Row]:
    for line in chain((first,), iter(file.line, b"")):
        if len(line) >= MAX_LINE:
            yield _failure(number, "line_too_long", f"The line has {MAX_LINE:,} bytes or more.")
            return
        if line.strip():
            yield _row(number, line)
        number += 1


def _list_elements(file: _File, first: bytes, number: int) -> Iterator[Row]:
    """Yield the elements of a JSON list with the lines where they begin."""
    content = first + file.rest()
    if len(content) >= MAX_LINE:
        yield _failure(number, "list_too_long", f"The JSON list has {MAX_LINE:,} bytes or more.")
        return
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        number += content.count(b"\n", 0, error.start)
        yield _failure(number, "not_utf8", f"Not UTF-8: byte {error.start + 1} of the list is no character.")
        return
    position = _next(text, 1)
    counted = 0
    after_comma = False
    while after_comma or text[position : position + 1] != "]":
        number += text.count("\n", counted, position)
        counted = position
        try:
            _, end = _SKIPPER.raw_decode(text, position)
        except (json.JSONDecodeError, RecursionError):
            yield _failure(number, "bad_json", "The list contains something here that is not JSON.")
            return
        yield _row(number, text[position:end].encode())
        position = _next(text, end)
        after_comma = text[position : position + 1] == ","
        if after_comma:
            position = _next(text, position + 1)
        elif text[position : position + 1] != "]":
            yield _failure(number, "truncated_json", "The list breaks off after the element in this line.")
            return
    if text[position + 1 :].strip(_BLANKS):
        number += text.count("\n", counted, position)
        yield _failure(number, "bad_json", "There is something after the end of the list.")


_SKIPPER: Final = json.JSONDecoder(parse_int=len, parse_float=len)
"""Finds the end of a value without converting numbers, which Python refuses for thousands of digits."""
_BLANKS: Final = " \t\r\n"


def _next(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANKS:
        position += 1
    return position


def _row(number: int, line: bytes) -> Row:
    record = quick_loads(line)
    return _exact(number, line) if record is None else Row(number, record, text=line)


def _exact(number: int, line: bytes) -> Row:
    try:
        return Row(number, loads(line))
    except JsonLineError as error:
        return Row(number, {}, error, line)


def _failure(number: int, code: str, detail: str) -> Row:
    return Row(number, {}, JsonLineError(code, detail))
