"""Convert a record of a file to an item and back."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from morelkit.formats.column_mapping import FIELDS, Field, Problem
from morelkit.formats.publications import read_authors, read_doi
from morelkit.formats.registry import FORMATS
from morelkit.text.languages import LanguageError, canonical

KINDS: Final = ("work", "training", "check")
LABEL_FIELDS: Final = ("soft_labels", "hard_labels", "span_labels", "item_labels")
OTHER_LABELS: Final = tuple(key for each in FORMATS for key in each.imported_labels)
"""Label fields of other formats: kept with the item, never used in computations."""
ANNOTATION_FIELDS: Final = (
    "annotations",
    "annotation_labels",
    "annotation_evidence",
    "annotation_guidelines",
)
_COMPUTED_FIELDS: Final = frozenset((*LABEL_FIELDS, *ANNOTATION_FIELDS, "dawid_skene"))

# Read into attributes, and kept in the metadata verbatim.
_ONLY_READ: Final = frozenset(("explanation", "reference_target", "reference_authors", "reference_doi"))

# Written under their Mu-SHROOM names, whatever their columns were called.
_RENAMED: Final = frozenset(("id", "lang", "question", "answer"))
_FIELD: Final = {each.name: each for each in FIELDS}
_ATTRIBUTE: Final = {each.name: each.name for each in FIELDS} | {"id": "external_id", "lang": "language"}
_ATTRIBUTE_OF_KEY: Final = {
    each.source: _ATTRIBUTE[each.name] for each in FIELDS if each.name not in _ONLY_READ
}

_GOLD_FIELDS: Final = {name: keys for each in FORMATS for name, keys in each.gold_fields.items()}


@dataclass(slots=True)
class ItemRecord:
    """An item as it was imported.

    `metadata` holds, verbatim and under their own keys, all fields that the attributes cannot restore: fields that
    Morel does not use, values that are not strings, and texts under an unusual key. `key_order`: the keys of the
    written record. `labels`, `annotations` and `annotation_labels` are the imported fields, unread.
    """

    external_id: str
    language: str  # as spelled in the file
    question: str
    answer: str
    model_id: str = ""
    prompt: str = ""
    split: str = ""
    kind: str = "work"
    explanation: str = ""
    reference_url: str = ""
    reference_title: str = ""
    reference_text: str = ""
    reference_target: str = ""
    reference_authors: tuple[dict[str, str], ...] = ()
    reference_doi: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    key_order: tuple[str, ...] = ()
    labels: dict[str, Any] = field(default_factory=dict)
    annotations: Any = None
    annotation_labels: Any = None

    @property
    def extract(self) -> str:
        """The text that the answer is checked against: the reference text, or source and target (SHROOM)."""
        if self.reference_text or not self.reference_target:
            return self.reference_text
        return f"== Source ==\n{self.question}\n\n\n== Target ==\n{self.reference_target}"


def read_item(
    row: Mapping[str, Any], line: int, mapping: Mapping[str, str], language: str = "", kind: str = "work"
) -> tuple[ItemRecord | None, list[Problem]]:
    """Return the item in `row`, or None and every problem. Texts are kept exactly as they are.

    `mapping`: the column of each field. `language` and `kind` are defaults for records without one. A record without
    an id (absent, null or "") gets a hash of its content without labels and annotations, so that its labelled and
    unlabelled versions have the same id.
    """
    mapping = {"id": "id", **mapping}
    problems = [
        Problem(line, column, code, f"“{column}” {detail}")
        for column, code, detail in _faults(row, mapping, language)
    ]
    if problems:
        return None, problems
    names = {column: name for name, column in mapping.items()}
    attributes: dict[str, str] = {
        "external_id": external_id(row, mapping),
        "language": language,
        "kind": kind,
    }
    metadata: dict[str, Any] = {}
    keys: list[str] = []
    for column, value in row.items():
        name = names.get(column)
        key = _FIELD[name].source if name in _RENAMED else column
        keys.append(key)
        if name is None:
            if key not in _COMPUTED_FIELDS:
                metadata[key] = value
            continue
        if isinstance(value, str) and value and name not in _ONLY_READ:
            attributes[_ATTRIBUTE[name]] = value
        if not _is_restored(name, key, value):
            metadata[key] = value
    target = row.get(mapping.get("reference_target", ""))
    explanation = row.get(mapping.get("explanation", ""))
    authors = read_authors(row.get(mapping.get("reference_authors", "")))
    doi = read_doi(row.get(mapping.get("reference_doi", "")))
    if "reference_title" in attributes and not ("reference_text" in attributes or authors or doi):
        # Without a text or a publication, a title is metadata like any other field.
        metadata[mapping["reference_title"]] = attributes.pop("reference_title")
    return ItemRecord(
        **attributes,
        explanation=explanation if isinstance(explanation, str) else "",
        reference_target=target if isinstance(target, str) else "",
        reference_authors=authors,
        reference_doi=doi,
        metadata=metadata,
        key_order=tuple(keys),
        labels={key: row[key] for key in LABEL_FIELDS if key in row},
        annotations=row.get("annotations"),
        annotation_labels=row.get("annotation_labels"),
    ), []


def _is_restored(name: str, key: str, value: object) -> bool:
    """Return whether the attribute alone restores `value`. A missing id is replaced by the generated one."""
    if name == "id" and (value is None or value == ""):
        return True
    if name in _ONLY_READ or (name == "kind" and value == ""):
        return False
    return isinstance(value, str) and key == _FIELD[name].source


def external_id(row: Mapping[str, Any], mapping: Mapping[str, str]) -> str:
    """Return the id of the item in `row`, generated from its content if it has none."""
    value = row.get(mapping.get("id", "id"))
    if value is not None and value != "":
        return str(value)
    content = {key: row[key] for key in row if key not in _COMPUTED_FIELDS}
    return "item-" + hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


Fault = tuple[str, str, str]
"""Column, code, and the rest of a sentence that starts with the column."""


def _faults(row: Mapping[str, Any], mapping: Mapping[str, str], language: str) -> Iterator[Fault]:
    for each in FIELDS:
        column = mapping.get(each.name)
        if column is None:
            if each.required and not (each.name == "lang" and language):
                yield each.source, "missing", f"is missing: no column is mapped to the field {each.name}."
            continue
        if each.name in _RENAMED and column != each.source and each.source in row and column in row:
            yield each.source, "name_taken", f"is not mapped, and “{column}” would be written under its name."
        if column in row:
            yield from (
                id_faults(row[column], column)
                if each.name == "id"
                else _field_faults(each, row[column], column)
            )
        elif each.required:
            yield column, "missing", "is missing."


def id_faults(value: object, column: str) -> Iterator[Fault]:
    """Yield what is wrong with an id. It must be a string or an integer; null and "" mean that it is missing."""
    if isinstance(value, bool | float | list | dict):
        yield column, "not_text", f"must be a text or a whole number, not {type_name(value)}."
    elif isinstance(value, str) and value and not value.strip():
        yield column, "empty", "is blank."
    elif isinstance(value, str | int) and len(str(value)) > (limit := _FIELD["id"].max_length or 0):
        yield column, "too_long", f"has more than {limit} characters."


def _field_faults(each: Field, value: object, column: str) -> Iterator[Fault]:
    if not isinstance(value, str):
        if each.required:
            yield column, "not_text", f"must be a text, not {type_name(value)}."
        return
    if each.max_length is not None and len(value) > each.max_length:
        yield column, "too_long", f"has more than {each.max_length} characters."
    if each.required and not (value if each.name == "answer" else value.strip()):
        yield column, "empty", "is empty."
    elif each.name == "lang":
        try:
            canonical(value)
        except LanguageError as error:
            yield column, "bad_language", f"is no language: {error}"
    elif each.name == "kind" and value and value not in KINDS:
        yield column, "unknown_kind", f"must be one of {', '.join(KINDS)}."


def type_name(value: object) -> str:
    """Return the JSON type of `value` with its article, for messages."""
    if isinstance(value, bool):
        return "true or false"
    names = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "null")


def write_item(item: ItemRecord, **labels: object) -> dict[str, Any]:
    """Return the record of `item` with its original key order, with the given label fields and no others.

    `labels`: any of soft_labels, hard_labels, span_labels, item_labels, dawid_skene, annotations, annotation_labels.
    A field that the record was imported with keeps its position; others go where Mu-SHROOM files have them.
    """
    record: dict[str, Any] = {}
    for key in _written_keys(item, labels):
        if key in labels:
            record[key] = labels[key]
        elif key in item.metadata:
            record[key] = item.metadata[key]
        elif key not in _COMPUTED_FIELDS:
            record[key] = getattr(item, _ATTRIBUTE_OF_KEY[key])
    return record


def _written_keys(item: ItemRecord, labels: Mapping[str, object]) -> tuple[str, ...]:
    keys = item.key_order
    if not keys:
        filled = [key for key, attribute in _ATTRIBUTE_OF_KEY.items() if getattr(item, attribute)]
        keys = tuple(key for key in filled if key != "kind" or item.kind != "work")
        keys += tuple(key for key in item.metadata if key not in keys)
    return _with_labels(keys, tuple(labels))


@lru_cache(maxsize=1_000)
def _with_labels(order: tuple[str, ...], labels: tuple[str, ...]) -> tuple[str, ...]:
    keys = list(order)
    if "id" not in keys:
        keys.insert(0, "id")
    for label, anchors in _GOLD_FIELDS.items():
        if label in labels and label not in keys:
            keys.insert(
                max((keys.index(key) + 1 for key in anchors if key in keys), default=len(keys)), label
            )
    return tuple(keys)


def dumps(record: Mapping[str, Any]) -> str:
    """Return `record` as one line of JSON with non-ASCII unescaped. Raises `ValueError` for NaN and infinities."""
    return _ENCODER.encode(record)


# No record contains itself, and looking for it takes a fifth of the time.
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False
)
