"""Which column of a file is which field of an item."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one place of a file: a line (from 1), and a column there ("" for the whole line)."""

    line: int
    field: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field an import can fill. The first alias is its name in Mu-SHROOM files, or ours if they lack it."""

    name: str
    required: bool
    aliases: tuple[str, ...]
    max_length: int | None = None  # code points

    @property
    def source(self) -> str:
        return self.aliases[0]


FIELDS: Final[tuple[Field, ...]] = (
    Field("id", False, ("id", "item_id", "index", "datapoint_id"), 500),
    Field("lang", True, ("lang", "language", "locale"), 64),
    Field("question", True, ("model_input", "question", "input", "query", "src")),
    Field("answer", True, ("model_output_text", "answer", "output_text", "output", "response", "hyp")),
    Field("model_id", False, ("model_id", "model", "model_name")),
    Field("prompt", False, ("prompt",)),
    Field("split", False, ("split",)),
    Field("kind", False, ("kind",)),
    Field("explanation", False, ("explanation", "rationale")),
    Field("reference_url", False, ("wikipedia_url", "reference_url", "url")),
    Field("reference_title", False, ("reference_title", "title"), 500),
    Field("reference_text", False, ("reference_text", "reference", "ref", "abstract")),
    Field("reference_target", False, ("reference_target", "tgt")),
    Field("reference_authors", False, ("reference_authors", "authors")),
    Field("reference_doi", False, ("reference_doi", "doi")),
)


def guess_mapping(columns: Sequence[str]) -> dict[str, str]:
    """Field → column, by name: case, blanks and punctuation do not matter; a more usual name wins.

    Fields without a column of any of their names are left out.
    """
    by_name = {_plain(column): column for column in reversed(columns)}
    if "tgt" in by_name:
        by_name.pop("ref", None)  # in files of SHROOM: which of src and tgt is the reference, not its text
    mapping = {}
    for field in FIELDS:
        column = next((by_name[alias] for alias in field.aliases if alias in by_name), None)
        if column is not None:
            mapping[field.name] = column
    return mapping


def _plain(column: str) -> str:
    return re.sub(r"\W+", "_", column.strip().lower())


def check_mapping(mapping: Mapping[str, str], columns: Sequence[str], language: str = "") -> list[Problem]:
    """All that is wrong with a mapping of fields to a file's columns, before any record is read (line 1).

    With a `language` for all of them, records need not say theirs.

    Where no columns are known, because none of a file's first lines could be read, nothing is: the lines
    themselves are what is wrong, and reading names them one by one.
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
