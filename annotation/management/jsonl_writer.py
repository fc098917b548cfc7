"""Write the records of an export as JSON Lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from foundation.errors import InvalidError
from morelkit.formats import jsonl_files


def write_records(records: Iterable[Mapping[str, Any]], out: str) -> int:
    """Write records to a file, or to standard output for "-", and return their number. Raises InvalidError."""
    try:
        return jsonl_files.write_records(records, out)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error
