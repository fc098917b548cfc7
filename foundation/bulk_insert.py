"""Bulk insertion of rows by one prepared statement.

Django's `bulk_create` builds a model instance per row and converts every field of it. In an import of annotations that
took more than half of the time.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from django.db import connection
from django.db.models import F, Field, Model, QuerySet, Value
from django.db.models.constants import OnConflict

T = TypeVar("T")

_NEED_NO_CONVERSION = (int, str, type(None))


def batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield lists of `size` values, the last one possibly shorter. Only one of them is in memory at a time."""
    remaining = iter(values)
    while batch := list(islice(remaining, size)):
        yield batch


def insert(
    model: type[Model],
    rows: Sequence[Mapping[str, Any]],
    *,
    unique: Sequence[str] = (),
    update: Sequence[str] = (),
    **shared: Any,
) -> None:
    """Insert `rows` with the values `shared` added to each. Columns that neither names get their default.

    All rows have the same keys, which are names of columns: `item_id`, not `item`. Rows with a primary key keep it.
    With `unique`, the columns of a constraint, the columns `update` of an existing row are overwritten. Raises
    TypeError for unknown columns.
    """
    if not rows:
        return
    keyed = model._meta.pk.attname in rows[0]
    fields = _fields(model, keyed)
    if unknown := {*rows[0], *shared} - {field.attname for field in fields}:
        raise TypeError(f"{model.__name__} has no columns {', '.join(sorted(unknown))}.")
    columns = [_prepared_column(field, rows, shared) for field in fields]
    statement = _statement(connection.vendor, model, keyed, tuple(unique), tuple(update))
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(zip(*columns, strict=True)))


def _fields(model: type[Model], keyed: bool) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if keyed or not field.primary_key]


@cache
def _statement(
    _vendor: str, model: type[Model], keyed: bool, unique: Sequence[str], update: Sequence[str]
) -> str:
    fields = _fields(model, keyed)
    quote = connection.ops.quote_name
    names = ", ".join(quote(field.attname) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    conflict = OnConflict.UPDATE if unique else None
    suffix = connection.ops.on_conflict_suffix_sql(fields, conflict, update, unique)
    table = quote(model._meta.db_table)
    return f"INSERT INTO {table} ({names}) VALUES ({places}) {suffix}"  # noqa: S608 — only names of columns


def _prepared_column(
    field: "Field[Any, Any]", rows: Sequence[Mapping[str, Any]], shared: Mapping[str, Any]
) -> list[Any]:
    """Return the column's values as the database takes them. Repeated values are converted once."""
    name = field.attname
    if name not in rows[0]:
        value = shared[name] if name in shared else field.get_default()
        return [field.get_db_prep_save(value, connection)] * len(rows)
    converted: dict[Hashable, Any] = {}
    column = []
    for row in rows:
        value = row[name]
        if type(value) in _NEED_NO_CONVERSION:
            column.append(value)
        elif isinstance(value, Hashable):
            if value not in converted:
                converted[value] = field.get_db_prep_save(value, connection)
            column.append(converted[value])
        else:
            column.append(field.get_db_prep_save(value, connection))
    return column


def insert_selected(model: type[Model], rows: "QuerySet[Any]", **columns: F | Value) -> int:
    """Insert a row for each of the selected `rows`, in one statement, and return their number.

    `columns`: each column of the model but its key, from a column of `rows` or as a value.
    """
    missing = {field.attname for field in _fields(model, keyed=False)} - columns.keys()
    if missing:
        raise TypeError(f"{model.__name__} has columns {', '.join(sorted(missing))} as well.")
    quote = connection.ops.quote_name
    selected = rows.annotate(**{f"new_{name}": value for name, value in columns.items()})
    values, parameters = selected.values_list(*(f"new_{name}" for name in columns)).query.sql_with_params()
    names = ", ".join(quote(name) for name in columns)
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) {values}", parameters)
        return int(cursor.rowcount)
