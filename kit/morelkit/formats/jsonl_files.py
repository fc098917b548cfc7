"""Write records to a JSONL file or a table, or to standard output."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from morelkit.formats.item_records import dumps

BLOCK: Final = 2**16
"""Characters: a smaller block costs a change of threads in the server for each few lines."""


def write_records(records: Iterable[Mapping[str, Any]], out: str) -> int:
    """Write one JSON object a line to the file `out`, or to standard output for "-", and return how many.

    A file is written whole or not at all. Raises `OSError`.
    """
    return write_lines((f"{dumps(record)}\n" for record in records), out)


def write_lines(lines: Iterable[str], out: str) -> int:
    """Write the lines as `write_records` does, and return how many."""
    if out == "-":
        return _write(lines, sys.stdout.buffer)
    path = Path(out)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as file:
            written = _write(lines, file)
        partial.replace(path)
    except OSError as error:
        error.filename = out  # not the name of the partial file
        raise
    finally:
        partial.unlink(missing_ok=True)
    return written


CLOSED_OUTPUT: Final = 141
"""Exit status of a command whose reader has stopped reading, such as `head`: 128 + SIGPIPE, as in a shell."""


@contextmanager
def quiet_if_unread() -> Iterator[None]:
    """Exit with `CLOSED_OUTPUT` and without a traceback if standard output is closed while it is written."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered would raise again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(CLOSED_OUTPUT) from None


def blocks(records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield the records as lines, in blocks of about 64 kB; an incomplete block comes last."""
    lines: list[str] = []
    size = 0
    for record in records:
        line = dumps(record)
        lines.append(line)
        size += len(line)
        if size >= BLOCK:
            yield _joined(lines).encode()
            lines, size = [], 0
    if lines:
        yield _joined(lines).encode()


def _joined(lines: Sequence[str]) -> str:
    return "\n".join((*lines, ""))


def _write(lines: Iterable[str], file: BinaryIO) -> int:
    written = 0
    for line in lines:
        file.write(line.encode())
        written += 1
    return written
