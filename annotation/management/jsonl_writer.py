"""Write the records of an export as JSON Lines, CSV or TSV."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from foundation.errors import InvalidError
from morelkit.formats import jsonl_files
from morelkit.formats.table_files import TableFormat, table_lines

T = TypeVar("T")


def _nothing() -> None:
    return None


def write_records(
    records: Iterable[Mapping[str, Any]], out: str, record_export: Callable[[], None] = _nothing
) -> int:
    """Write records to a file, or to standard output for "-", and return their number. Raises InvalidError.

    `record_export` is called when the file is open, before the first record is read.
    """
    return _written(lambda: jsonl_files.write_records(_recorded(records, record_export), out), out)


def write_table(
    records: Iterable[Mapping[str, Any]],
    columns: Sequence[str],
    file_format: TableFormat,
    out: str,
    record_export: Callable[[], None] = _nothing,
) -> int:
    """Write records as `write_records` does, to a table with these columns."""
    lines = table_lines(_recorded(records, record_export), columns, file_format)
    return _written(lambda: jsonl_files.write_lines(lines, out), out) - 1


def write_text(lines: Iterable[str], out: str, record_export: Callable[[], None] = _nothing) -> None:
    """Write lines as `write_records` does."""
    _written(lambda: jsonl_files.write_lines(_recorded(lines, record_export), out), out)


def _written(write: Callable[[], int], out: str) -> int:
    try:
        return write()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error


def _recorded(records: Iterable[T], record_export: Callable[[], None]) -> Iterator[T]:
    record_export()
    yield from records
