"""Items and their annotations from files: records of both, or records of each that are joined by their ids.

Readable are files of every record format, such as `.extra` files of Mu-SHROOM, exports of Morel, and the folders `gold`
and `raw` of a release: as JSONL, one JSON list, CSV or TSV. Files are read all or not at all: every problem is reported
with its file and line.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from morelkit.annotated import AnnotatedItem
from morelkit.formats.column_mapping import Problem, guess_mapping
from morelkit.formats.item_records import read_item, row_id, set_claims
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.raw_annotations import read_annotations
from morelkit.formats.record_format import RecordFormat, has
from morelkit.formats.spreadsheets import UnreadableFileError, detect, iter_rows
from morelkit.scheme.schemes import PRESETS, Scheme, SchemeError, from_json
from morelkit.text.languages import fold_tag

_LISTED: Final = 20  # problems in a message; the others are counted


class FilesError(ValueError):
    """Files that cannot be read, or do not belong together; `problems` has a line for each reason."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = [f"{len(problems) - _LISTED} more problems."] if len(problems) > _LISTED else []
        super().__init__("\n".join([*problems[:_LISTED], *more]))
        self.problems = tuple(problems)


def read_files(
    paths: Iterable[Path | str], scheme: Scheme | None = None, record_format: RecordFormat = MUSHROOM
) -> list[AnnotatedItem]:
    """Return the work items of all files in order, with their annotations.

    An item's annotations are in its own record or in another one with its id. With a `scheme`, labels that it does not
    have are refused. Raises `FilesError`.
    """
    reader = _Reader(scheme, record_format)
    for path in paths:
        reader.read(Path(path))
    return reader.items()


class _Reader:
    def __init__(self, scheme: Scheme | None, record_format: RecordFormat) -> None:
        self._scheme = scheme
        self._format = record_format
        self._items: dict[str, AnnotatedItem] = {}
        self._annotated: dict[str, tuple[str, dict[str, Any]]] = {}  # id → file and line, raw annotations
        self._problems: list[str] = []

    def read(self, path: Path) -> None:
        try:
            file_format = detect(path)
        except UnreadableFileError as error:
            self._problems.append(f"{path}: {error}")
            return
        except OSError as error:
            self._problems.append(f"{path}: {error.strerror}.")
            return
        mapping = guess_mapping(file_format.columns, self._format)
        for number, (line, row) in enumerate(iter_rows(path, file_format), start=1):
            if isinstance(row, Problem):
                self._report(path, [row])
            else:
                self._add(path, line, row, mapping, row_id(path.name, number))

    def items(self) -> list[AnnotatedItem]:
        for id_, (where, raw) in self._annotated.items():
            if id_ not in self._items:
                self._problems.append(f"{where}: No file has the item “{id_}”.")
                continue
            self._items[id_].annotations = raw["annotations"]
            self._items[id_].annotation_labels = raw["annotation_labels"]
        if self._problems:
            raise FilesError(self._problems)
        return [item for item in self._items.values() if item.record.kind == "work"]

    def _add(
        self, path: Path, line: int, row: dict[str, Any], mapping: Mapping[str, str], row_id: str
    ) -> None:
        has_item = has(row, mapping.get("answer", ""))
        has_annotations = "annotations" in row or not self._format.label_fields.keys().isdisjoint(row)
        if has_item:
            self._add_item(path, line, row, mapping, row_id)
        if has_annotations:
            self._add_annotations(path, line, row, mapping, row_id)
        if not has_item and not has_annotations:
            self._problems.append(f"{path}:{line}: The record has neither an answer nor “annotations”.")

    def _add_item(
        self, path: Path, line: int, row: dict[str, Any], mapping: Mapping[str, str], row_id: str
    ) -> None:
        record, problems = read_item(row, line, mapping, record_format=self._format, row_id=row_id)
        self._report(path, problems)
        if record is None:
            return
        if self._scheme and self._scheme.uses_claims:
            self._report(path, [Problem(line, *fault) for fault in set_claims(record)])
        item = self._items.setdefault(record.external_id, AnnotatedItem(record))
        if (item.record.answer, item.language) != (record.answer, fold_tag(record.language)):
            self._problems.append(
                f"{path}:{line}: Another item has the id “{item.id}” already, with another answer or language."
            )

    def _add_annotations(
        self, path: Path, line: int, row: dict[str, Any], mapping: Mapping[str, str], row_id: str
    ) -> None:
        read, problems = read_annotations(row, line, mapping, self._scheme, self._format, row_id)
        self._report(path, problems)
        if read is None:
            return
        id_ = read.external_id
        if id_ in self._annotated:
            self._problems.append(
                f"{path}:{line}: The annotations of “{id_}” are in {self._annotated[id_][0]} already."
            )
            return
        raw = {"annotations": read.annotations, "annotation_labels": read.annotation_labels}
        self._annotated[id_] = (f"{path}:{line}", raw)

    def _report(self, path: Path, problems: Iterable[Problem]) -> None:
        self._problems += [f"{path}:{each.line}: {each.detail}" for each in problems]


def read_scheme(name: str) -> Scheme:
    """Return the preset of this name, or the scheme in this JSON file: one of its own, or of a release's manifest.

    Raises `FilesError`.
    """
    if name in PRESETS:
        return PRESETS[name]
    try:
        value = json.loads(Path(name).read_bytes())
        return from_json(value["scheme"] if isinstance(value, dict) and "scheme" in value else value)
    except OSError as error:
        presets = ", ".join(PRESETS)
        raise FilesError([f"{name}: {error.strerror}; a scheme is a file or one of {presets}."]) from error
    except (SchemeError, ValueError, RecursionError) as error:
        raise FilesError([f"{name}: {error}"]) from error
