"""The migrations build the tables of the models, and keep the rows of a database of the first released schema.

All other tests create their tables from the models.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tests.databases import (
    MigratedDatabase,
    create_postgres_database,
    drop_postgres_database,
    environment,
    postgres_url,
)
from tests.paths import ROOT
from tests.tables import schema_of_tables

ROWS = """
import json, sys
import django
django.setup()
from tests.baseline import row
print(json.dumps({table: row(table) for table in sys.argv[1:]}))
"""
DESCRIBE = """
import json
import django
django.setup()
from tests.tables import schema_of_tables
print(json.dumps(schema_of_tables()))
"""


CHANGE_EVENTS = """
import django
django.setup()
from django.db import DatabaseError, connection, transaction
from foundation.audit import SITE, AuditKind, record
from foundation.models import AuditEvent
with transaction.atomic():
    record(AuditKind.LOGIN, SITE, network="192.0.2.0/24")
for statement in (
    "UPDATE foundation_auditevent SET kind = 'logout'",
    "DELETE FROM foundation_auditevent",
    "TRUNCATE foundation_auditevent" if connection.vendor == "postgresql" else "DELETE FROM foundation_auditevent",
):
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        print("changed by", statement)
    except DatabaseError as error:
        print(str(error).splitlines()[0])
print(*AuditEvent.objects.values_list("kind", flat=True))
"""


SETTINGS = {"DJANGO_SETTINGS_MODULE": "api.config.settings"}


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a process whose database has no tables."""
    url = create_postgres_database() if postgres_url() else ""
    yield environment(tmp_path, url) | SETTINGS
    if url:
        drop_postgres_database(url)


@pytest.mark.django_db
def test_migrations_build_the_tables_of_the_models(migrated: MigratedDatabase) -> None:
    by_migrations = json.loads(run(migrated.environment | SETTINGS, "-c", DESCRIBE))
    by_models = json.loads(json.dumps(schema_of_tables()))
    tables = {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if (ROOT / model._meta.app_config.name.partition(".")[0]).is_dir()  # an app of Morel's own
    }
    assert len(tables) > 20
    assert tables <= by_migrations.keys()
    for table in tables:
        assert by_migrations[table] == by_models[table], table


def test_migrations_keep_the_rows_of_the_first_schema(empty_database: dict[str, str]) -> None:
    before = json.loads(run(empty_database, "-m", "tests.baseline"))
    run(empty_database, "manage.py", "migrate", "-v0")
    after = json.loads(run(empty_database, "-c", ROWS, *before))
    assert len(before) > 30
    for table, columns in before.items():
        assert columns.items() <= after[table].items(), table


def test_the_database_refuses_changes_of_the_audit_log(empty_database: dict[str, str]) -> None:
    """By any program: the triggers are in the database."""
    run(empty_database, "manage.py", "migrate", "-v0")
    lines = run(empty_database, "-c", CHANGE_EVENTS).splitlines()
    assert lines == [*["The audit log is append-only."] * 3, "login"]


def run(environment: dict[str, str], *command: str) -> str:
    """Return standard output."""
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout
