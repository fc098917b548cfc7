"""Write the records of an export."""

from collections.abc import Iterable, Mapping
from typing import Any

from foundation.errors import InvalidError
from morelkit.formats import jsonl_files


def write_records(records: Iterable[Mapping[str, Any]], out: str) -> int:
    """As `jsonl_files.write_records`. Raises InvalidError where the file cannot be written."""
    try:
        return jsonl_files.write_records(records, out)
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error
