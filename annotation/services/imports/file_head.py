"""Read the first records of a file, for its preview and to guess its columns."""

import json
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from morelkit.formats.column_mapping import Problem
from morelkit.formats.record_format import has, value_at
from morelkit.formats.registry import NESTED
from morelkit.formats.spreadsheets import FileFormat, iter_rows

PREVIEWED = 5  # rows
LINES = 100  # lines that are read
PREVIEW_LENGTH = 400  # characters of a cell
_SAMPLE_LENGTH = 2_000  # characters of a cell; more would keep long files in memory


@dataclass
class FileHead:
    """`preview`: the first readable rows, as text. `sample`: more of them, with the beginnings of their texts.

    `unreadable`: the number of unreadable lines before the last previewed row.
    """

    preview: list[dict[str, str]] = field(default_factory=list)
    sample: list[dict[str, Any]] = field(default_factory=list)
    unreadable: int = 0


def read_head(path: Path, file_format: FileFormat) -> FileHead:
    head = FileHead()
    for _, row in islice(iter_rows(path, file_format), LINES):
        previewed = len(head.preview) < PREVIEWED
        if isinstance(row, Problem):
            head.unreadable += previewed
            continue
        nested = {
            path: value_at(row, path) for path in NESTED if path in file_format.columns and has(row, path)
        }
        cells = row | nested
        if previewed:
            head.preview.append({key: _cell(value)[:PREVIEW_LENGTH] for key, value in cells.items()})
        texts = {key: value[:_SAMPLE_LENGTH] for key, value in cells.items() if isinstance(value, str)}
        head.sample.append(texts)
    return head


def _cell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
