"""Map the columns of a file to the fields of an item."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from morelkit.formats.column_content import guess_by_content
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import RecordFormat
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


def guess_mapping(
    columns: Sequence[str],
    record_format: RecordFormat = MUSHROOM,
    rows: Sequence[Mapping[str, Any]] = (),
) -> dict[str, str]:
    """Return field → column, matched by name without case, spaces and punctuation; earlier aliases win.

    The names of `record_format` come first. Fields without a matching column are left out. `rows`: the first ones, by
    which `guess_by_content` finds columns of fields that no name decides.
    """
    named = _guess_by_name(columns, record_format)
    return named | guess_by_content(columns, named, record_format, rows)


def guessed_fields(
    columns: Sequence[str], record_format: RecordFormat, mapping: Mapping[str, str]
) -> dict[str, str]:
    """Return the part of a guessed mapping whose columns were found by content, not by name."""
    named = _guess_by_name(columns, record_format)
    return {field: column for field, column in mapping.items() if field not in named}


def _guess_by_name(columns: Sequence[str], record_format: RecordFormat) -> dict[str, str]:
    by_name = {_fold_name(column): column for column in reversed(columns)}
    for each in FORMATS:
        if each is record_format or any(_fold_name(key) in by_name for key in each.signature):
            for key in each.not_fields:
                by_name.pop(_fold_name(key), None)
    mapping = {}
    for field in FIELDS:
        names = (record_format.key(field.name), *record_format.aliases.get(field.name, ()), *field.aliases)
        column = next((by_name[name] for name in map(_fold_name, names) if name in by_name), None)
        if column is None and field.name == "reference_url":
            column = next((each for name, each in by_name.items() if _LOCALIZED_URL.fullmatch(name)), None)
        if column is not None:
            mapping[field.name] = column
    return mapping


_LOCALIZED_URL: Final = re.compile("url_[a-z]{2,3}")


@lru_cache
def required_fields(record_format: RecordFormat = MUSHROOM, language: str = "") -> frozenset[str]:
    """Return the fields that a record must have. `language`: of all records, if it is known."""
    required = {field.name for field in FIELDS if field.required}
    return frozenset(required - ({"lang"} if language or not record_format.needs_language else set()))


def _fold_name(column: str) -> str:
    return re.sub(r"\W+", "_", column.strip().lower())


def has_reference(mapping: Mapping[str, str]) -> bool:
    """Return whether items get something that the answer is checked against. A title alone is none."""
    return any(name.startswith("reference_") and name != "reference_title" for name in mapping)


def check_mapping(
    mapping: Mapping[str, str],
    columns: Sequence[str],
    language: str = "",
    record_format: RecordFormat = MUSHROOM,
) -> list[Problem]:
    """Return all problems with a mapping of fields to a file's columns, reported for line 1.

    A `language` for all records makes the language column optional. An empty `columns` (no line of the file could be
    read) gives no problems, because reading the lines reports them.
    """
    if not columns:
        return []
    known = {field.name for field in FIELDS}
    required = required_fields(record_format, language)
    problems = [
        Problem(
            1,
            record_format.key(field.name),
            "missing_column",
            f"No column is named for the field “{field.name}”.",
        )
        for field in FIELDS
        if field.name in required and field.name not in mapping
    ]
    taken: dict[str, str] = {}
    for name, column in mapping.items():
        if name not in known:
            problems.append(Problem(1, column, "unknown_field", f"There is no field “{name}”."))
        elif column not in columns and "." not in column:
            problems.append(Problem(1, column, "missing_column", f"The file has no column “{column}”."))
        elif column in taken:
            detail = f"The column “{column}” is mapped twice: to “{taken[column]}” and to “{name}”."
            problems.append(Problem(1, column, "mapped_twice", detail))
        taken.setdefault(column, name)
    return problems
