"""Read the records of a file that is one JSON list as a stream, in constant memory."""

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from morelkit.formats.column_mapping import Problem
from morelkit.formats.jsonl import JsonLineError, loads

Row: TypeAlias = tuple[int, dict[str, Any] | Problem]

_BLOCK: Final = 2**16
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_ESCAPE: Final = len("\\u0041") + 1
_DECODER: Final = json.JSONDecoder()


def list_records(path: Path, most: int) -> Iterator[Row]:
    """Yield the records of the list with the line that each begins on, and a `Problem` for each that cannot be read.

    If the list breaks off or is no JSON, a problem is the last row. `most`: characters of a record.
    """
    with path.open("rb") as file:
        yield from _ListReader(file, most).rows()


class _ListError(Exception):
    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class _ListReader:
    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file = file
        self._most = most
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0  # what is before is passed
        self._line = 1  # of `_at`
        self._ended = False

    def rows(self) -> Iterator[Row]:
        found = 0
        try:
            self._expect("[", "The file must begin with [.")
            if self._next() == "]":
                self._pass(1)
            else:
                while True:
                    yield self._record()
                    found += 1
                    if self._next() == "]":
                        self._pass(1)
                        break
                    self._expect(",", "A comma or the end of the list must follow a record.")
            if self._next():
                raise _ListError("after_list", "Something follows the end of the list.")
        except _ListError as error:
            yield self._line, Problem(self._line, "", error.code, f"{error} Records read before: {found}.")
        except UnicodeDecodeError:
            yield self._line, Problem(self._line, "", "not_utf8", "Not UTF-8 on this line or after it.")

    def _record(self) -> Row:
        self._next()
        line, size = self._line, self._value_size()
        text = self._text[self._at : self._at + size]
        self._pass(size)
        try:
            return line, loads(text.encode())
        except JsonLineError as fault:
            return line, Problem(line, fault.field, fault.code, str(fault).replace("The line", "The record"))

    def _value_size(self) -> int:
        """Read until a whole value follows, and return its length."""
        while True:
            size = len(self._text) - self._at
            try:
                _, end = _DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                raise _ListError("too_deep", "Objects and lists are nested too deep.") from None
            except ValueError as error:
                if size > self._most:
                    detail = f"No record ends within {self._most:,} characters."
                    raise _ListError("line_too_long", detail) from None
                place = getattr(error, "pos", self._at) - self._at
                if not self._read(size):
                    raise self._syntax_error(error, place) from None
            else:
                if end < len(self._text) or not self._read():  # what follows may belong to a number
                    return end - self._at

    def _syntax_error(self, error: ValueError, place: int) -> _ListError:
        left = len(self._text.rstrip()) - self._at - place
        cut_escape = left < _ESCAPE and "escape" in str(error)
        if left <= 0 or cut_escape or str(error).startswith("Unterminated string"):
            return _ListError("truncated_json", "The list breaks off in the middle of a record.")
        self._pass(place)
        return _ListError("bad_json", f"Not JSON: {getattr(error, 'msg', error)}.")

    def _expect(self, mark: str, detail: str) -> None:
        found = self._next()
        if not found:
            raise _ListError("truncated_json", "The list breaks off: its last ] is missing.")
        if found != mark:
            raise _ListError("bad_json", f"Not JSON: {detail}")
        self._pass(1)

    def _next(self) -> str:
        """Pass white space and return the next character, "" at the end."""
        while True:
            space = _SPACE.match(self._text, self._at)
            self._pass(space.end() - self._at if space else 0)
            if self._at < len(self._text) or not self._read():
                return self._text[self._at : self._at + 1]

    def _pass(self, size: int) -> None:
        self._line += self._text.count("\n", self._at, self._at + size)
        self._at += size

    def _read(self, least: int = 0) -> bool:
        """Read another block of at least this size, and return whether there was one.

        An incomplete record is parsed again after each block: `least` doubles, so that long ones are not slow.
        """
        if self._ended:
            return False
        block = self._file.read(max(_BLOCK, least))
        self._ended = not block
        self._text = self._text[self._at :] + self._decoder.decode(block, final=self._ended)
        self._at = 0
        return not self._ended
