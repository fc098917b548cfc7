"""The schema of the connected database: columns, keys, indexes and checks."""

import re
from typing import Any

from django.db import connection

COLUMN = ("type_code", "internal_size", "precision", "scale", "null_ok", "default", "collation")
CONSTRAINT = ("columns", "primary_key", "unique", "foreign_key", "check", "index", "orders", "type")
# Django generates names for constraints that SQLite does not name.
GENERATED_NAME = r"fk_\d+|__unnamed_constraint_\d+__"


def schema_of_tables() -> dict[str, Any]:
    """Return columns and constraints of every table, independent of the order in which they were added."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        return {
            name: {"columns": _columns(cursor, name), "constraints": _constraints(cursor, name)}
            for name in names
        }


def _columns(cursor: Any, table: str) -> dict[str, list[Any]]:
    found = connection.introspection.get_table_description(cursor, table)
    return {column.name: [str(getattr(column, part, None)) for part in COLUMN] for column in found}


def _constraints(cursor: Any, table: str) -> list[list[Any]]:
    found = connection.introspection.get_constraints(cursor, table)
    return sorted(
        (
            [
                "" if re.fullmatch(GENERATED_NAME, name) else name,
                *(constraint.get(part) for part in CONSTRAINT),
            ]
            for name, constraint in found.items()
        ),
        key=str,
    )
