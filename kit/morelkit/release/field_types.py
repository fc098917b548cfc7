"""Infer the type of each field of a language's records, for data set loaders.

Loaders need one type for each field. Integers and floats become floats. A field of mixed types (logits as a list in
some records and as a string in others) is declared a string and written as one.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from morelkit.formats.claim_fields import CLAIM_LABELS
from morelkit.formats.item_records import dumps
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import RecordFormat
from morelkit.gold.policy import HALLUCINATION, GoldPolicy
from morelkit.release.item_labels import described_item_labels, released_labels
from morelkit.scheme.schemes import Scheme

Type = str | dict[str, Any]
"""`null`, `bool`, `int64`, `float64`, `string`, `json`, {"list": Type} or {"struct": {field: Type}}."""

_INT64: Final = range(-(2**63), 2**63)
_MOST_FIELDS: Final = 100

SOFT: Final[Type] = {"list": {"struct": {"start": "int64", "prob": "float64", "end": "int64"}}}
HARD: Final[Type] = {"list": {"list": "int64"}}
NAMED_SOFT: Final[Type] = {
    "list": {"struct": {"start": "int64", "prob": "float64", "end": "int64", "label": "string"}}
}
NAMED_HARD: Final[Type] = {"list": {"list": "json"}}
"""Start, end and span label: the loader has one type for a list of integers and texts."""
_CHOSEN: Final[Type] = {"struct": {"value": "string", "share": "float64", "n": "int64", "tie": "bool"}}
_SOURCE: Final[Type] = {"struct": {"source": "string", "by": "string", "at": "string"}}
_DERIVED: Final[Type] = {"struct": {"value": "string", "rule": "string", "tie": "bool"}}


class _MixedTypesError(Exception):
    """No type covers both values."""


def label_types(
    scheme: Scheme,
    policy: GoldPolicy,
    *,
    adjudicated: bool = False,
    record_format: RecordFormat = MUSHROOM,
) -> dict[str, Type]:
    """Return the types of the label fields. `adjudicated`: whether records have the source of their gold."""
    types: dict[str, Type] = {}
    if scheme.uses_spans:
        named = record_format.names_span_labels
        types |= {"soft_labels": NAMED_SOFT if named else SOFT, "hard_labels": NAMED_HARD if named else HARD}
    if len(scheme.span_labels) > 1 and not record_format.names_span_labels:
        both = {"struct": {"soft_labels": SOFT, "hard_labels": HARD}}
        types["span_labels"] = {"struct": {label.name: both for label in scheme.span_labels}}
    if described := described_item_labels(scheme, policy, record_format):
        names = [collapse.name if (collapse := policy.collapse_of(label)) else label for label in described]
        fields = dict.fromkeys(names, _CHOSEN) | ({HALLUCINATION: _DERIVED} if policy.derive != "off" else {})
        types["item_labels"] = {"struct": fields}
    if scheme.uses_claims:
        types[CLAIM_LABELS] = {"list": "int64"}
    types = released_labels(types, record_format)
    return types | dict(record_format.label_fields) | ({"gold": _SOURCE} if adjudicated else {})


class FieldTypes:
    """The types of the fields of all records added so far, in order of first occurrence. `declared`: known types."""

    def __init__(self, declared: Mapping[str, Type]) -> None:
        self._declared = declared
        self._types: dict[str, Type] = {}
        self._mixed: set[str] = set()

    def add(self, record: Mapping[str, Any]) -> None:
        for name, value in record.items():
            if name in self._declared:
                self._types[name] = self._declared[name]
            elif name not in self._mixed:
                try:
                    self._types[name] = _join(self._types.get(name, "null"), _type(value))
                except _MixedTypesError:
                    self._mixed.add(name)
                    self._types[name] = "string"

    @property
    def types(self) -> dict[str, Type]:
        return {name: _without_null(each) for name, each in self._types.items()}

    @property
    def as_text(self) -> list[str]:
        """The fields of mixed types, whose values are written as strings (JSON if they are not strings)."""
        return sorted(self._mixed)


def stringify(record: dict[str, Any], as_text: Iterable[str]) -> dict[str, Any]:
    """Convert the fields `as_text` of a record to strings, in place, and return the record."""
    for name in as_text:
        value = record.get(name)
        if value is not None and not isinstance(value, str):
            record[name] = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return record


def json_line(record: Mapping[str, Any]) -> bytes:
    """Return the record as a line of a JSONL file."""
    return f"{dumps(record)}\n".encode()


def _type(value: object) -> Type:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        if value not in _INT64:
            raise _MixedTypesError
        return "int64"
    if isinstance(value, float):
        return "float64"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return {"list": _join_all(map(_type, value))}
    if not isinstance(value, dict) or not value:
        raise _MixedTypesError  # loaders have no type for an object without fields
    return {"struct": {name: _type(each) for name, each in value.items()}}


def _join_all(types: Iterable[Type]) -> Type:
    joined: Type = "null"
    for each in types:
        if each != joined:
            joined = _join(joined, each)
    return joined


def _join(one: Type, other: Type) -> Type:
    if one == other or other == "null":
        return one
    if one == "null":
        return other
    if {"int64", "float64"} == {_name(one), _name(other)}:
        return "float64"
    if isinstance(one, str) or isinstance(other, str) or one.keys() != other.keys():
        raise _MixedTypesError
    if "list" in one:
        return {"list": _join(one["list"], other["list"])}
    names = [*one["struct"], *(name for name in other["struct"] if name not in one["struct"])]
    if len(names) > _MOST_FIELDS:
        raise _MixedTypesError
    return {
        "struct": {
            name: _join(one["struct"].get(name, "null"), other["struct"].get(name, "null")) for name in names
        }
    }


def _name(type_: Type) -> str:
    return type_ if isinstance(type_, str) else ""


def _without_null(type_: Type) -> Type:
    """Return the type with string in place of null: a field without any value may have any type."""
    if type_ == "null":
        return "string"
    if isinstance(type_, str):
        return type_
    if "list" in type_:
        return {"list": _without_null(type_["list"])}
    return {"struct": {name: _without_null(each) for name, each in type_["struct"].items()}}
