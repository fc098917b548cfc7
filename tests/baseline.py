"""A filled database of the first released schema, on which later migrations are tried.

`python -m tests.baseline` applies the initial migrations to the empty database of the settings, writes a row into every
table of Morel's own and prints the rows as JSON. The rows are made from the models of those migrations, so that the
file needs no change when the models change.
"""

import json
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

BASELINE = [("foundation", "0001_initial"), ("annotation", "0001_initial")]
LATER = {"evaluation"}  # apps that this schema did not have
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

VALUES: dict[str, Any] = {
    "BooleanField": True,
    "DateField": date(2026, 1, 2),
    "DateTimeField": MOMENT,
    "FloatField": 0.5,
    "JSONField": {"kept": ["é", 1, None]},
    "TextField": "kept as it is: é",
    "UUIDField": UUID(int=7),
}
TEXTS = {"CharField", "SlugField", "EmailField"}


def filled() -> dict[str, dict[str, Any]]:
    """Apply the initial migrations and write a row into each table. Return the rows by table and column, as text."""
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    others = [
        key for key in executor.loader.graph.leaf_nodes() if key[0] not in LATER | dict(BASELINE).keys()
    ]
    executor.migrate([*others, *BASELINE])
    state = MigrationExecutor(connection).loader.project_state([*others, *BASELINE]).apps
    user = state.get_model("auth", "User").objects.create(username="kept")
    models = [model for app, _ in BASELINE for model in state.get_app_config(app).get_models()]
    made: dict[Any, Any] = {type(user): user}
    with transaction.atomic():
        while missing := [model for model in models if model not in made]:
            model = next(model for model in missing if _required(model) <= made.keys() | {model})
            made[model] = model.objects.create(**_values(model, made, required=True))
        for model in models:  # what may be empty, now that every table has its row
            model.objects.filter(pk=made[model].pk).update(**_values(model, made, required=False))
    return {model._meta.db_table: row(model._meta.db_table) for model in models}


def row(table: str) -> dict[str, Any]:
    """The only row of a table, by column, its values as text."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 — names of our own tables
        [values] = cursor.fetchall()
        names = [column[0] for column in cursor.description or ()]
    return {name: str(value) for name, value in zip(names, values, strict=True)}


def _required(model: Any) -> set[Any]:
    return {
        field.related_model for field in model._meta.concrete_fields if field.is_relation and not field.null
    }


def _values(model: Any, made: dict[Any, Any], *, required: bool) -> dict[str, Any]:
    """Values of the fields that must have one, or of the references that may be empty."""
    fields = [field for field in model._meta.concrete_fields if not getattr(field, "auto_created", False)]
    if not required:
        return {
            field.name: made[field.related_model]
            for field in fields
            if field.is_relation and field.null and field.related_model in made
        }
    return {field.name: _value(field, made) for field in fields if not (field.is_relation and field.null)}


def _value(field: Any, made: dict[Any, Any]) -> Any:
    if field.is_relation:
        return made[field.related_model]
    if field.choices:
        return field.choices[0][0]
    kind = field.get_internal_type()
    if kind in TEXTS:
        return f"kept-{field.name}"[: field.max_length]
    return VALUES.get(kind, 3)


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(filled()))
