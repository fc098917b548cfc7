"""Map the columns of a file to the fields of an item."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from morelkit.formats.registry import FORMATS


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a file: line (from 1), column ("" for the whole line), stable code and a sentence."""

    line: int
    field: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an item that an import can fill. The first alias is its name in Mu-SHROOM files, or else ours."""

    name: str
    required: bool
    aliases: tuple[str, ...]
    max_length: int | None = None  # code points

    @property
    def source(self) -> str:
        return self.aliases[0]


def _field(name: str, *common_names: str, required: bool = False, max_length: int | None = None) -> Field:
    """Return a field whose aliases are its key in the written format, common names, and its keys in other formats."""
    written, *others = (record_format.keys.get(name) for record_format in FORMATS)
    aliases = (written or name, *common_names, *(key for key in others if key))
    return Field(name, required, tuple(dict.fromkeys(aliases)), max_length)


FIELDS: Final[tuple[Field, ...]] = (
    _field("id", "item_id", "index", "datapoint_id", max_length=500),
    _field("lang", "language", "locale", required=True, max_length=64),
    _field("question", "question", "input", "query", required=True),
    _field("answer", "answer", "output_text", "output", "response", required=True),
    _field("model_id", "model", "model_name"),
    _field("prompt"),
    _field("split"),
    _field("kind"),
    _field("explanation", "rationale"),
    _field("reference_url", "reference_url"),
    _field("reference_title", max_length=500),
    _field("reference_text", "reference", "ref"),
    _field("reference_target"),
    _field("reference_authors"),
    _field("reference_doi"),
)


def guess_mapping(columns: Sequence[str]) -> dict[str, str]:
    """Return field → column, matched by name without case, spaces and punctuation; earlier aliases win.

    Fields without a matching column are left out.
    """
    by_name = {_fold_name(column): column for column in reversed(columns)}
    for record_format in FORMATS:
        if any(_fold_name(key) in by_name for key in record_format.signature):
            for key in record_format.not_fields:
                by_name.pop(_fold_name(key), None)
    mapping = {}
    for field in FIELDS:
        column = next((by_name[name] for name in map(_fold_name, field.aliases) if name in by_name), None)
        if column is not None:
            mapping[field.name] = column
    return mapping


def _fold_name(column: str) -> str:
    return re.sub(r"\W+", "_", column.strip().lower())


def check_mapping(mapping: Mapping[str, str], columns: Sequence[str], language: str = "") -> list[Problem]:
    """Return all problems with a mapping of fields to a file's columns, reported for line 1.

    A `language` for all records makes the language column optional. An empty `columns` (no line of the file could be
    read) gives no problems, because reading the lines reports them.
    """
    if not columns:
        return []
    known = {field.name for field in FIELDS}
    problems = [
        Problem(1, field.source, "missing_column", f"No column is named for the field “{field.name}”.")
        for field in FIELDS
        if field.required and field.name not in mapping and not (field.name == "lang" and language)
    ]
    taken: dict[str, str] = {}
    for name, column in mapping.items():
        if name not in known:
            problems.append(Problem(1, column, "unknown_field", f"There is no field “{name}”."))
        elif column not in columns:
            problems.append(Problem(1, column, "missing_column", f"The file has no column “{column}”."))
        elif column in taken:
            detail = f"The column “{column}” is mapped twice: to “{taken[column]}” and to “{name}”."
            problems.append(Problem(1, column, "mapped_twice", detail))
        taken.setdefault(column, name)
    return problems
