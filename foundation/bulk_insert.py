"""Many rows at once: in batches, and in one statement that is prepared once.

The framework's own way of inserting makes an object of every row and asks each of its fields anew how it is stored. In
an import of annotations that was more than half of the time.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model
from django.db.models.constants import OnConflict

T = TypeVar("T")

_AS_THEY_ARE = (int, str, type(None))


def batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of `size` values, the last one shorter. Only one of them is held at a time."""
    left = iter(values)
    while batch := list(islice(left, size)):
        yield batch


def insert(
    model: type[Model],
    rows: Sequence[Mapping[str, Any]],
    *,
    unique: Sequence[str] = (),
    update: Sequence[str] = (),
    **same: Any,
) -> None:
    """Insert `rows`, which all name the same columns, with `same` in each; what neither names has its default.

    With `unique`, columns of a constraint, a row that is there already takes over the columns `update`. Names are those
    of columns: `item_id`, not `item`.
    """
    if not rows:
        return
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    if unknown := {*rows[0], *same} - {field.attname for field in fields}:
        raise TypeError(f"{model.__name__} has no columns {', '.join(sorted(unknown))}.")
    columns = [_stored(field, rows, same) for field in fields]
    quote = connection.ops.quote_name
    names = ", ".join(quote(field.attname) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    conflict = OnConflict.UPDATE if unique else None
    suffix = connection.ops.on_conflict_suffix_sql(fields, conflict, update, unique)
    # Only names of tables and columns stand in the statement.
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places}) {suffix}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(zip(*columns, strict=True)))


def _stored(
    field: "Field[Any, Any]", rows: Sequence[Mapping[str, Any]], same: Mapping[str, Any]
) -> list[Any]:
    """The column as the database takes it; a value that stands there often is prepared once."""
    name = field.attname
    if name not in rows[0]:
        value = same[name] if name in same else field.get_default()
        return [field.get_db_prep_save(value, connection)] * len(rows)
    known: dict[Hashable, Any] = {}
    column = []
    for row in rows:
        value = row[name]
        if type(value) in _AS_THEY_ARE:
            column.append(value)
        elif isinstance(value, Hashable):
            if value not in known:
                known[value] = field.get_db_prep_save(value, connection)
            column.append(known[value])
        else:
            column.append(field.get_db_prep_save(value, connection))
    return column
