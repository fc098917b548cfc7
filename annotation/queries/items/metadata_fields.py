"""Fields of the items' metadata: which there are, and the filter by one of them.

Metadata are JSON in a column of text. A filter reads them only of the items that the scan of the list examines.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, get_args

from django.db.models import Case, F, FloatField, Func, Q, QuerySet, TextField, When
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual

from annotation.models import Item, Project, ProjectLanguage
from morelkit.formats.item_records import dumps
from morelkit.formats.record_format import value_at

MetadataTest = Literal["equals", "contains", "missing", "from", "to"]

METADATA_TESTS: Final = get_args(MetadataTest)
MAX_CONDITIONS: Final = 5
MAX_COLUMNS: Final = 20
MAX_NAME: Final = 200  # characters
_SAMPLED: Final = 500  # items at each end of a language whose metadata are searched for fields
_MAX_FIELDS: Final = 100
_MAX_VALUES: Final = 50  # values of a field that are offered
_MAX_VALUE: Final = 200  # characters of a value that is offered or shown
_NUMBER: Final = r"^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$"


@dataclass(frozen=True, slots=True)
class MetadataCondition:
    """A condition on a field of the metadata, inside of objects by a dotted path.

    `from` and `to` compare numbers, also those that are texts; both include the number. `missing`: the item has no
    value or an empty one; `value` is then "".
    """

    field: str
    test: MetadataTest
    value: str = ""


@dataclass(frozen=True)
class MetadataField:
    """Of the first and the last items of each language."""

    name: str
    values: Annotated[list[str], f"The most frequent ones, if there are at most {_MAX_VALUES}."]
    distinct: int


class _Text(Func):
    """The value of a field as text; NULL if it is missing or null."""

    output_field = TextField()

    def __init__(self, *path: str) -> None:
        super().__init__(F("metadata"))
        self._path = path

    def as_sqlite(self, compiler: Any, connection: Any, **_context: Any) -> Any:
        column, _ = compiler.compile(self.source_expressions[0])
        path = "$" + "".join(f'."{name}"' for name in self._path)
        # Truth values would be 0 and 1.
        sql = (
            f"CASE json_type({column}, %s) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' "
            f"ELSE CAST(json_extract({column}, %s) AS TEXT) END"
        )
        return sql, (path, path)

    def as_postgresql(self, compiler: Any, connection: Any, **_context: Any) -> Any:
        column, _ = compiler.compile(self.source_expressions[0])
        return f"(({column})::json #>> %s::text[])", (list(self._path),)


def is_filterable(field: str) -> bool:
    """Whether a filter can name the field: SQLite has no notation for quotation marks and backslashes in a path."""
    return 0 < len(field) <= MAX_NAME and not {'"', "\\"} & set(field)


def with_metadata(items: "QuerySet[Item]", conditions: Sequence[MetadataCondition]) -> "QuerySet[Item]":
    """The items for which all conditions hold."""
    for index, condition in enumerate(conditions):
        text = f"metadata_text_{index}"
        items = items.alias(**{text: _value(condition.field)}).filter(_fits(text, condition))
    return items


def _value(field: str) -> Any:
    """The expression of a field: its own name comes first, then the path that it may be."""
    if "." not in field:
        return _Text(field)
    return Coalesce(_Text(field), _Text(*field.split(".")))


def _fits(text: str, condition: MetadataCondition) -> Q:
    if condition.test == "equals":
        return Q(**{text: condition.value})
    if condition.test == "contains":
        return Q(**{f"{text}__icontains": condition.value})
    if condition.test == "missing":
        return Q(**{f"{text}__isnull": True}) | Q(**{text: ""})
    is_number = When(Q(**{f"{text}__regex": _NUMBER}), then=Cast(text, FloatField()))
    compared = GreaterThanOrEqual if condition.test == "from" else LessThanOrEqual
    return Q(compared(Case(is_number), float(condition.value)))


def metadata_fields(project: Project, languages: Iterable[ProjectLanguage]) -> list[MetadataField]:
    """The fields that the metadata of the first and the last items of each language have, by name."""
    values: dict[str, Counter[str]] = defaultdict(Counter)
    for row in languages:
        items = Item.objects.filter(project=project, language=row.language).values_list("metadata", flat=True)
        for order in ("ordinal", "-ordinal"):
            for text in items.order_by(order)[:_SAMPLED]:
                for name, value in _flat(json.loads(text)):
                    values[name][shown_value(value)] += 1
    fields = []
    for name in sorted(values):
        found = values[name]
        offered = [value for value, _ in found.most_common()] if len(found) <= _MAX_VALUES else []
        fields.append(MetadataField(name, offered, len(found)))
    return [field for field in fields if is_filterable(field.name)][:_MAX_FIELDS]


def metadata_values(metadata: str, fields: Sequence[str]) -> dict[str, str]:
    """The values of these fields as text, without those that are missing."""
    if not fields:
        return {}
    content = json.loads(metadata)
    found = {name: value_at(content, name) for name in fields}
    return {name: shown_value(value) for name, value in found.items() if value is not None}


def shown_value(value: Any) -> str:
    """The value as text, cut to what a list has space for."""
    text = value if isinstance(value, str) else dumps(value)
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 1]}…"


def _flat(metadata: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of metadata that have a value, nested ones by a dotted path."""
    for name, value in metadata.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{path}{name}.")
        elif value is not None:
            yield f"{path}{name}", value
