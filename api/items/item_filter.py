"""Item filters in query parameters and request bodies. Both are checked in the same way; errors name the field."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.request import Request

from annotation.queries.items.item_filters import ANY_RULE, DECISIONS, STATUSES, ItemFilter, has_annotator
from annotation.queries.items.item_order import ORDERS
from annotation.queries.items.metadata_fields import (
    MAX_COLUMNS,
    MAX_CONDITIONS,
    MAX_NAME,
    METADATA_TESTS,
    MetadataCondition,
    is_filterable,
)
from annotation.queries.projects.access import Access, scheme_of
from api.common import query_parameters
from api.common.base_schema import Shape
from api.common.response_schema import describes
from api.common.strict_fields import StrictIntegerField, StrictTextField
from foundation.errors import wrong_field
from morelkit.scheme.label_names import filterable_labels
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import fold_tag

_DEFAULT: Final = "agreement"
_BOUNDS: Final = ("agreement_from", "agreement_to")
_TEXTS: Final = (
    "language",
    "search",
    "annotator",
    "beside",
    "day",
    "label",
    "with_label",
    "broken_rule",
    "tag",
    *_BOUNDS,
)
_MAY_BE_EMPTY: Final = ("model", "split")  # "" matches items without one
_FREE_TEXT: Final = ("search", "tag", *_MAY_BE_EMPTY)  # free text, not one of a list
_MAX_COUNTED: Final = 32_767  # maximum of a small integer
_DECIMAL: Final = re.compile(r"0(\.[0-9]{1,12})?|1(\.0{1,12})?")
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,12})?")
_MAX_TEXT: Final = 1_000  # characters; SQLite refuses patterns above 50,000 bytes

PARAMETERS: Final = [
    OpenApiParameter("language", str),
    OpenApiParameter("order", str, enum=list(ORDERS)),
    OpenApiParameter("search", str),
    OpenApiParameter("model", str, description="Empty: items that name no model."),
    OpenApiParameter("split", str, description="Empty: items that name no split."),
    OpenApiParameter("annotator", str, description="Key of somebody who has submitted the items."),
    OpenApiParameter(
        "beside", str, description="Key of somebody who has submitted them as well; of both it has to count."
    ),
    OpenApiParameter("day", str, description="YYYY-MM-DD (UTC) on which somebody submitted what counts."),
    OpenApiParameter(
        "label",
        str,
        description="`label` of spans, or of items `label:choice`, or `label:` whatever the choice.",
    ),
    OpenApiParameter(
        "with_label",
        str,
        description="Of items as well, of another label: the same annotation chose both.",
    ),
    OpenApiParameter(
        "counted",
        int,
        description="At least so many annotations that count, and that chose `label` where it is one of items.",
    ),
    OpenApiParameter("agreement_from", str, description="A decimal from 0 to 1."),
    OpenApiParameter(
        "agreement_to", str, description="A decimal; what is below it. 1: up to 1, and 1 itself."
    ),
    OpenApiParameter(
        "broken_rule",
        str,
        description="Code of a consistency rule that an annotation breaks, or `any`. It has to count.",
    ),
    OpenApiParameter("status", str, enum=list(STATUSES), description="Only `archived` lists archived items."),
    OpenApiParameter(
        "metadata",
        str,
        many=True,
        description=(
            "A condition on a field of the metadata, as a JSON list of field, test and value: "
            '`["temperature","from","0.5"]`. Tests: `equals`, `contains`, `missing`, `from`, `to`.'
        ),
    ),
    OpenApiParameter("tag", str, description="The name of a tag that the items have."),
    OpenApiParameter(
        "decision",
        str,
        enum=list(DECISIONS),
        description=(
            "`open`: annotations differ and no curator has decided; `done`: a decision holds; `stale`: one that was "
            "made over other annotations than count now."
        ),
    ),
]


class MetadataConditionSerializer(Shape):
    """`from` and `to` compare numbers. With `missing` the value is empty."""

    field = StrictTextField(max_length=MAX_NAME)
    test = s.ChoiceField(choices=METADATA_TESTS)
    value = StrictTextField(required=False, default="", allow_blank=True, max_length=_MAX_TEXT)


@describes(ItemFilter)
class ItemFilterSerializer(Shape):
    """The filter of the list of items."""

    language = StrictTextField(required=False, default="", allow_blank=True)
    order = s.ChoiceField(choices=list(ORDERS), required=False, default=_DEFAULT)
    search = StrictTextField(required=False, default="", allow_blank=True, max_length=_MAX_TEXT)
    model = StrictTextField(
        required=False, default=None, allow_blank=True, allow_null=True, max_length=_MAX_TEXT
    )
    split = StrictTextField(
        required=False, default=None, allow_blank=True, allow_null=True, max_length=_MAX_TEXT
    )
    annotator = StrictTextField(required=False, default="", allow_blank=True)
    beside = StrictTextField(required=False, default="", allow_blank=True)
    day = StrictTextField(required=False, default="", allow_blank=True)
    label = StrictTextField(  # type: ignore[assignment]  # shadows an attribute of Field
        required=False, default="", allow_blank=True
    )
    with_label = StrictTextField(required=False, default="", allow_blank=True)
    broken_rule = StrictTextField(required=False, default="", allow_blank=True)
    counted = StrictIntegerField(required=False, default=0, min_value=0, max_value=_MAX_COUNTED)
    agreement_from = StrictTextField(required=False, default="", allow_blank=True)
    agreement_to = StrictTextField(required=False, default="", allow_blank=True)
    status = s.ChoiceField(choices=list(STATUSES), required=False, default="", allow_blank=True)
    decision = s.ChoiceField(choices=list(DECISIONS), required=False, default="", allow_blank=True)
    metadata = s.ListField(
        child=MetadataConditionSerializer(), required=False, default=list, max_length=MAX_CONDITIONS
    )
    tag = StrictTextField(required=False, default="", allow_blank=True, max_length=_MAX_TEXT)


def filter_from_query(request: Request, here: Access) -> ItemFilter:
    """The filter of the query parameters. Raises InvalidError."""
    data: dict[str, Any] = {name: query_parameters.text(request, name) for name in _TEXTS}
    for name in _MAY_BE_EMPTY:
        data[name] = query_parameters.text(request, name) if name in request.query_params else None
    for name in _FREE_TEXT:
        query_parameters.check_length(name, data[name] or "", _MAX_TEXT)
    data["counted"] = query_parameters.number(request, "counted", 0, _MAX_COUNTED, 0)
    data["order"] = query_parameters.choice(request, "order", tuple(ORDERS), _DEFAULT)
    data["status"] = query_parameters.choice(request, "status", STATUSES)
    data["metadata"] = _conditions(query_parameters.texts(request, "metadata"))
    data["decision"] = query_parameters.choice(request, "decision", DECISIONS)
    return checked_filter(data, here)


def checked_filter(data: Mapping[str, Any], here: Access, at: str = "") -> ItemFilter:
    """The filter, checked against the project. `at`: its path in a request body. Raises InvalidError."""
    languages = {row.language: row.spelling for row in here.languages}
    language = fold_tag(data["language"])
    if language and language not in languages:
        raise query_parameters.unknown(f"{at}language", data["language"], ", ".join(languages.values()))
    _check_labels(data, scheme_of(here.project), at)
    for name in _BOUNDS:
        if data[name] and not _DECIMAL.fullmatch(data[name]):
            raise query_parameters.unknown(f"{at}{name}", data[name], "the decimals from 0 to 1, as 0.35")
    for name in ("annotator", "beside"):
        key = data[name]
        if key and not has_annotator(here.project, key):
            raise query_parameters.unknown(f"{at}{name}", key, "the keys of this project's annotators")
    if data["day"] and not query_parameters.is_day(data["day"]):
        raise query_parameters.unknown(f"{at}day", data["day"], "the days, as 2026-03-14")
    return ItemFilter(
        **{
            **data,
            "language": language,
            "search": data["search"].strip(),
            "metadata": _checked_conditions(data["metadata"], f"{at}metadata"),
        }
    )


def _conditions(texts: Iterable[str]) -> list[dict[str, Any]]:
    """The conditions of query parameters, not checked further than that their parts are texts."""
    conditions = []
    for text in texts:
        try:
            parts = json.loads(text)
        except ValueError:
            parts = None
        if not isinstance(parts, list) or len(parts) != 3 or not all(isinstance(part, str) for part in parts):
            raise wrong_field("metadata", 'A condition is a list of three texts, as ["task","equals","QA"].')
        conditions.append(dict(zip(("field", "test", "value"), parts, strict=True)))
    return conditions


def _checked_conditions(conditions: list[Mapping[str, Any]], at: str) -> tuple[MetadataCondition, ...]:
    if len(conditions) > MAX_CONDITIONS:
        raise wrong_field(at, f"At most {MAX_CONDITIONS} conditions on metadata.", "too_many")
    return tuple(_checked_condition(each, at) for each in conditions)


def _checked_condition(condition: Mapping[str, Any], at: str) -> MetadataCondition:
    field, test, value = condition["field"], condition["test"], condition["value"]
    if not is_filterable(field) or "\x00" in field + value:
        raise wrong_field(at, "A filter cannot name this field.", "field")
    if test not in METADATA_TESTS:
        raise query_parameters.unknown(at, test, ", ".join(METADATA_TESTS))
    if test in ("from", "to") and not _NUMBER.fullmatch(value):
        raise wrong_field(at, f"“{value[:40]}” is not a number. Type digits with a decimal point.", "number")
    if (test == "missing" and value) or len(value) > _MAX_TEXT:
        raise wrong_field(at, "This condition has no value, or a shorter one.", "value")
    return MetadataCondition(field, test, value)


def metadata_columns(request: Request) -> list[str]:
    """The fields of the metadata that the request names as columns. Raises InvalidError.

    After a colon, a page names columns of the item, which all rows have.
    """
    names = list(dict.fromkeys(query_parameters.texts(request, "column")))
    if len(names) > MAX_COLUMNS or any(len(name) > MAX_NAME for name in names):
        raise wrong_field("column", f"At most {MAX_COLUMNS} columns of {MAX_NAME} characters.", "too_many")
    return [name for name in names if not name.startswith(":")]


def _combinable_labels(label: str, labels: Iterable[str]) -> list[str]:
    """The choices of other item labels. None if `label` is not an item label."""
    name, of_items, _ = label.partition(":")
    return [each for each in labels if of_items and ":" in each and each.partition(":")[0] != name]


def _check_labels(data: Mapping[str, Any], scheme: Scheme, at: str) -> None:
    rules = [ANY_RULE, *(rule.code for rule in scheme.consistency_rules)]
    if data["broken_rule"] and data["broken_rule"] not in rules:
        raise query_parameters.unknown(f"{at}broken_rule", data["broken_rule"], ", ".join(rules))
    labels = filterable_labels(scheme)
    if data["label"] and data["label"] not in labels:
        raise query_parameters.unknown(f"{at}label", data["label"], ", ".join(labels))
    if data["with_label"]:
        others = _combinable_labels(data["label"], labels)
        if data["with_label"] not in others:
            raise query_parameters.unknown(f"{at}with_label", data["with_label"], ", ".join(others))
