"""Convert a record of a file to an item and back."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from morelkit.formats.annotation_fields import COLUMNS
from morelkit.formats.claim_fields import (
    CLAIM_LABELS,
    CLAIM_TOKENS,
    CLAIMS,
    RECORD,
    SEGMENTER,
    TOKENS,
    Claims,
    claim_label_faults,
    ranges_of_tokens,
    read_claims,
)
from morelkit.formats.column_mapping import FIELDS, Field, Problem, required_fields
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.publications import read_authors, read_doi
from morelkit.formats.record_format import RecordFormat, has, literal, value_at
from morelkit.formats.registry import FORMATS
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.languages import LanguageError, canonical

KINDS: Final = ("work", "training", "check")
LABEL_FIELDS: Final = ("soft_labels", "hard_labels", "span_labels", "item_labels")
ANNOTATION_FIELDS: Final = (
    "annotations",
    "annotation_labels",
    "annotation_evidence",
    "annotation_guidelines",
    *COLUMNS,
)
_COMPUTED_FIELDS: Final = frozenset((*LABEL_FIELDS, *ANNOTATION_FIELDS, "dawid_skene"))

# Read into attributes, and kept in the metadata verbatim.
_ONLY_READ: Final = frozenset(("explanation", "reference_target", "reference_authors", "reference_doi"))

# Whose keys a format may set, whatever their columns were called.
_RENAMED: Final = frozenset(("id", "lang", "question", "answer"))
_FIELD: Final = {each.name: each for each in FIELDS}
_ATTRIBUTE: Final = {each.name: each.name for each in FIELDS} | {"id": "external_id", "lang": "language"}

# In formats that keep the names of columns, attributes that restore their text.
_RESTORED: Final = _RENAMED | {"model_id", "prompt", "split", "reference_url"}

_ANSWERS: Final = tuple(each.key("answer") for each in FORMATS)
_GOLD_FIELDS: Final = {
    CLAIMS: _ANSWERS,
    CLAIM_LABELS: (CLAIMS,),
    CLAIM_TOKENS: (CLAIMS, CLAIM_LABELS, TOKENS),
    SEGMENTER: (CLAIMS, CLAIM_LABELS, CLAIM_TOKENS),
    **{name: keys for each in FORMATS for name, keys in each.gold_fields.items()},
}


@dataclass(slots=True)
class ItemRecord:
    """An item as it was imported.

    `metadata` holds, verbatim and under their own keys, all fields that the attributes cannot restore: fields that
    Morel does not use, values that are not strings, and texts under an unusual key. `key_order`: the keys of the
    written record. `key_attributes`: the attribute that each key holds, if the record kept the names of its columns.
    `labels`, `annotations` and `annotation_labels` are the imported fields, unread. `split_replaced`: `split` is not
    the imported one, so it is written in the place of that or, if there is none, under the key `split`. `claims`: of
    schemes whose unit is claims.
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
    reference_sections: tuple[tuple[str, str], ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    key_order: tuple[str, ...] = ()
    key_attributes: Mapping[str, str] = field(default_factory=dict)
    labels: dict[str, Any] = field(default_factory=dict)
    annotations: Any = None
    annotation_labels: Any = None
    claims: Claims | None = None
    split_replaced: bool = False

    @property
    def answer_claims(self) -> AnswerClaims | None:
        """The answer with its claims, if the unit of the scheme is claims."""
        return AnswerClaims(self.answer, self.claims.ranges) if self.claims else None

    @property
    def extract(self) -> str:
        """The text that the answer is checked against: the reference text, or its sections."""
        if self.reference_sections:
            return "\n\n\n".join(f"== {title} ==\n{text}" for title, text in self.reference_sections)
        if self.reference_text or not self.reference_target:
            return self.reference_text
        return f"== Source ==\n{self.question}\n\n\n== Target ==\n{self.reference_target}"


def read_item(
    row: Mapping[str, Any],
    line: int,
    mapping: Mapping[str, str],
    language: str = "",
    kind: str = "work",
    record_format: RecordFormat = MUSHROOM,
    row_id: str = "",
) -> tuple[ItemRecord | None, list[Problem]]:
    """Return the item in `row`, or None and every problem. Texts are kept exactly as they are.

    `mapping`: the column of each field. `language` and `kind` are defaults for records without one. A record without
    an id (absent, null or "") gets a hash of its content without labels and annotations, so that its labelled and
    unlabelled versions have the same id; or `row_id`, in formats with `ids_by_row`.
    """
    mapping = {"id": record_format.key("id"), **mapping}
    problems = [
        Problem(line, column, code, f"“{column}” {detail}")
        for column, code, detail in _faults(row, mapping, language, record_format)
    ]
    if problems:
        return None, problems
    attributes: dict[str, str] = {
        "external_id": external_id(row, mapping, record_format, row_id),
        "language": language,
        "question": "",
        "answer": "",
        "kind": kind,
    }
    attributes |= {
        _ATTRIBUTE[name]: value
        for name, column in mapping.items()
        if name not in _ONLY_READ and isinstance(value := value_at(row, column), str) and value
    }
    metadata, keys, key_attributes = _kept(row, mapping, record_format)
    target = value_at(row, mapping.get("reference_target", ""))
    explanation = value_at(row, mapping.get("explanation", ""))
    authors = read_authors(value_at(row, mapping.get("reference_authors", "")))
    doi = read_doi(value_at(row, mapping.get("reference_doi", "")))
    if "reference_title" in attributes and not ("reference_text" in attributes or authors or doi):
        # Without a text or a publication, a title is metadata like any other field.
        metadata[mapping["reference_title"]] = attributes.pop("reference_title")
    return ItemRecord(
        **attributes,
        explanation=explanation if isinstance(explanation, str) else "",
        reference_target=target if isinstance(target, str) else "",
        reference_authors=authors,
        reference_doi=doi,
        reference_sections=tuple(record_format.reference(row)) if record_format.reference else (),
        metadata=metadata,
        key_order=keys,
        key_attributes=key_attributes,
        labels={key: row[key] for key in (*LABEL_FIELDS, *record_format.label_fields) if key in row},
        annotations=row.get("annotations"),
        annotation_labels=row.get("annotation_labels"),
        claims=None,
        split_replaced=False,
    ), []


def _kept(
    row: Mapping[str, Any], mapping: Mapping[str, str], record_format: RecordFormat
) -> tuple[dict[str, Any], tuple[str, ...], dict[str, str]]:
    """Return the metadata of an item, its keys in order, and the attributes that they hold (`ItemRecord`)."""
    names = {column: name for name, column in mapping.items()}
    metadata: dict[str, Any] = {}
    keys: list[str] = []
    attributes: dict[str, str] = {}
    for column, value in row.items():
        name = names.get(column)
        key = record_format.key(name) if record_format.renames and name in _RENAMED else column
        keys.append(key)
        if name is None:
            if key not in _COMPUTED_FIELDS and key not in record_format.label_fields:
                metadata[key] = value
            continue
        if not record_format.renames and name in _RESTORED and (name != "id" or value not in (None, "")):
            attributes[key] = _ATTRIBUTE[name]
        if not _is_restored(name, key, value, record_format):
            metadata[key] = value
    return metadata, tuple(keys), attributes


def _is_restored(name: str, key: str, value: object, record_format: RecordFormat) -> bool:
    """Return whether the attribute alone restores `value`. A missing id is replaced by the generated one."""
    if not record_format.renames:
        return name in _RESTORED and isinstance(value, str) and bool(value)
    if name == "id" and (value is None or value == ""):
        return True
    if name in _ONLY_READ or (name == "kind" and value == ""):
        return False
    return isinstance(value, str) and key == _FIELD[name].source


def external_id(
    row: Mapping[str, Any],
    mapping: Mapping[str, str],
    record_format: RecordFormat = MUSHROOM,
    row_id: str = "",
) -> str:
    """Return the id of the item in `row`: its own, or as `read_item` says."""
    value = value_at(row, mapping.get("id", record_format.key("id")))
    if value is not None and value != "":
        return str(value)
    if record_format.ids_by_row and row_id:
        return row_id
    content = {
        key: row[key] for key in row if key not in _COMPUTED_FIELDS and key not in record_format.label_fields
    }
    return "item-" + hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def row_id(filename: str, number: int) -> str:
    """Return the id of record `number` (from 1) of a file, for formats with `ids_by_row`."""
    stem = filename.rpartition(".")[0] or filename
    return f"{stem[:400]}-{number}"


Fault = tuple[str, str, str]
"""Column, code, and the rest of a sentence that starts with the column."""


def _faults(
    row: Mapping[str, Any], mapping: Mapping[str, str], language: str, record_format: RecordFormat
) -> Iterator[Fault]:
    needed = required_fields(record_format, language)
    for each in FIELDS:
        column = mapping.get(each.name)
        key = record_format.key(each.name)
        if column is None:
            if each.name in needed:
                yield key, "missing", f"is missing: no column is mapped to the field {each.name}."
            continue
        if record_format.renames and each.name in _RENAMED and column != key and key in row and column in row:
            yield key, "name_taken", f"is not mapped, and “{column}” would be written under its name."
        if has(row, column):
            value = value_at(row, column)
            if each.name == "id":
                yield from id_faults(value, column)
            else:
                yield from _field_faults(each, value, column, record_format)
        elif each.name in needed:
            yield column, "missing", "is missing."


def id_faults(value: object, column: str) -> Iterator[Fault]:
    """Yield what is wrong with an id. It must be a string or an integer; null and "" mean that it is missing."""
    if isinstance(value, bool | float | list | dict):
        yield column, "not_text", f"must be a text or a whole number, not {type_name(value)}."
    elif isinstance(value, str) and value and not value.strip():
        yield column, "empty", "is blank."
    elif isinstance(value, str | int) and len(str(value)) > (limit := _FIELD["id"].max_length or 0):
        yield column, "too_long", f"has more than {limit} characters."


def _field_faults(each: Field, value: object, column: str, record_format: RecordFormat) -> Iterator[Fault]:
    required = each.required and (each.name != "lang" or record_format.needs_language)
    if not isinstance(value, str):
        if required:
            yield column, "not_text", f"must be a text, not {type_name(value)}."
        return
    if each.max_length is not None and len(value) > each.max_length:
        yield column, "too_long", f"has more than {each.max_length} characters."
    if each.name == "answer":
        if not value and record_format.needs_answer:
            yield column, "empty", "is empty."
    elif required and not value.strip():
        yield column, "empty", "is empty."
    elif each.name == "lang" and value:
        try:
            canonical(value)
        except LanguageError as error:
            yield column, "bad_language", f"is no language: {error}"
    elif each.name == "kind" and value and value not in KINDS:
        yield column, "unknown_kind", f"must be one of {', '.join(KINDS)}."


def set_claims(item: ItemRecord) -> list[Fault]:
    """Set the claims of the item: its own, or those of the segmenter of its language. Return what is wrong with them.

    Claims of a segmenter leave the metadata: `write_item` writes them.
    """
    item.claims, faults = read_claims(item.metadata, item.answer, item.language)
    if item.claims:
        computed = _computed_claims(item, item.claims)
        item.metadata = {
            key: value
            for key, value in item.metadata.items()
            if not (key in computed and (key == SEGMENTER or computed[key] == literal(value)))
        }
        if item.labels.get(CLAIM_LABELS) not in (None, ""):
            faults += claim_label_faults(literal(item.labels[CLAIM_LABELS]), len(item.claims.ranges))
    return faults


def _computed_claims(item: ItemRecord, claims: Claims) -> dict[str, Any]:
    """Return the fields of claims that do not come with the record, apart from those in its metadata."""
    fields: dict[str, Any] = {}
    if claims.segmenter != RECORD:
        fields = {CLAIMS: [list(claim) for claim in claims.ranges], SEGMENTER: claims.segmenter}
    tokens = literal(item.metadata.get(TOKENS))
    if (
        isinstance(tokens, list)
        and (ranges := ranges_of_tokens(tokens, item.answer, claims.ranges)) is not None
    ):
        fields[CLAIM_TOKENS] = [list(each) for each in ranges]
    return fields


def type_name(value: object) -> str:
    """Return the JSON type of `value` with its article, for messages."""
    if isinstance(value, bool):
        return "true or false"
    names = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "null")


def write_item(
    item: ItemRecord, record_format: RecordFormat = MUSHROOM, /, **labels: object
) -> dict[str, Any]:
    """Return the record of `item` with its original key order, with the given label fields and no others.

    A label field that the record was imported with keeps its position; others go where files of the format have them.
    """
    if item.claims:
        computed = _computed_claims(item, item.claims)
        labels = {key: value for key, value in computed.items() if key not in item.metadata} | labels
    attributes = item.key_attributes or _attributes(record_format)
    id_key = _missing_id_key(item, record_format)
    record: dict[str, Any] = {}
    for key in _written_keys(item, record_format, labels, id_key):
        if key in labels:
            record[key] = labels[key]
        elif item.split_replaced and (key == "split" or attributes.get(key) == "split"):
            record[key] = item.split
        elif key in item.metadata:
            record[key] = item.metadata[key]
        elif key in attributes:
            record[key] = getattr(item, attributes[key])
        elif key == id_key:
            record[key] = item.external_id
    return record


def field_text(item: ItemRecord, name: str, record_format: RecordFormat = MUSHROOM) -> str:
    """Return the value of a field as text: of a column, or inside of objects by a dotted path. "": it has none.

    `question`, `prompt`, `model_id` and `split` are known by these names too. Lists and objects are written as JSON.
    """
    value: Any = None
    if name in ("question", "prompt", "model_id", "split"):
        value = getattr(item, name)
    elif has(item.metadata, name):
        value = value_at(item.metadata, name)
    elif attribute := (item.key_attributes or _attributes(record_format)).get(name):
        value = getattr(item, attribute)
    if isinstance(value, list | dict):
        return dumps(value) if value else ""
    return "" if value is None else str(value)


def _missing_id_key(item: ItemRecord, record_format: RecordFormat) -> str:
    """Return the key under which a record gets its id if none of its keys holds it; "" if it gets none."""
    if record_format.ids_by_row or "external_id" in item.key_attributes.values():
        return ""
    return record_format.key("id")


@lru_cache
def _attributes(record_format: RecordFormat) -> dict[str, str]:
    """Return the attribute of each key of a record with the format's own keys."""
    keys = {name: key for name in _ATTRIBUTE if "." not in (key := record_format.key(name))}
    return {key: _ATTRIBUTE[name] for name, key in keys.items() if name not in _ONLY_READ}


def _written_keys(
    item: ItemRecord, record_format: RecordFormat, labels: Mapping[str, object], id_key: str
) -> tuple[str, ...]:
    keys = item.key_order
    if not keys:
        attributes = item.key_attributes or _attributes(record_format)
        found = [key for key, attribute in attributes.items() if getattr(item, attribute)]
        filled = [key for key in found if key != "kind" or item.kind != "work"] + list(item.metadata)
        keys = tuple(dict.fromkeys(each for each in (*record_format.order, *filled) if each in filled))
    if item.split_replaced:
        attributes = item.key_attributes or _attributes(record_format)
        if not any(key == "split" or attributes.get(key) == "split" for key in keys):
            keys = (*keys, "split")
    return _with_labels(keys, tuple(labels), id_key)


@lru_cache(maxsize=1_000)
def _with_labels(order: tuple[str, ...], labels: tuple[str, ...], id_key: str) -> tuple[str, ...]:
    keys = list(order)
    if id_key and id_key not in keys:
        keys.insert(0, id_key)
    for label, anchors in _GOLD_FIELDS.items():
        if label in labels and label not in keys:
            keys.insert(
                max((keys.index(key) + 1 for key in anchors if key in keys), default=len(keys)), label
            )
    return tuple(keys)


def dumps(record: Mapping[str, Any] | list[Any]) -> str:
    """Return `record` as one line of JSON with non-ASCII unescaped. Raises `ValueError` for NaN and infinities."""
    return _ENCODER.encode(record)


# No record contains itself, and looking for it takes a fifth of the time.
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False
)
