"""Map the columns of a file to the fields of an item."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final


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
    """Return field → column, matched by name without case, spaces and punctuation; earlier aliases win.

    Fields without a matching column are left out.
    """
    by_name = {_fold_name(column): column for column in reversed(columns)}
    if "tgt" in by_name:
        by_name.pop(
            "ref", None
        )  # in SHROOM files `ref` names the reference field (src or tgt); it is not its text
    mapping = {}
    for field in FIELDS:
        column = next((by_name[alias] for alias in field.aliases if alias in by_name), None)
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
