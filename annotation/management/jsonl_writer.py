"""Write the records of an export as JSON Lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from foundation.errors import InvalidError
from morelkit.formats import jsonl_files


def _nothing() -> None:
    return None


def write_records(
    records: Iterable[Mapping[str, Any]], out: str, record_export: Callable[[], None] = _nothing
) -> int:
    """Write records to a file, or to standard output for "-", and return their number. Raises InvalidError.

    `record_export` is called when the file is open, before the first record is read.
    """
    try:
        return jsonl_files.write_records(_recorded(records, record_export), out)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error


def _recorded(
    records: Iterable[Mapping[str, Any]], record_export: Callable[[], None]
) -> Iterator[Mapping[str, Any]]:
    record_export()
    yield from records
