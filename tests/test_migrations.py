"""The migrations build the tables that the models describe. All other tests create their tables from the models."""

import json
import subprocess
import sys

import pytest
from django.apps import apps

from tests.databases import ROOT, MigratedDatabase
from tests.tables import described

DESCRIBE = """
import json
import django
django.setup()
from tests.tables import described
print(json.dumps(described()))
"""


@pytest.mark.django_db
def test_migrations_build_the_tables_of_the_models(migrated: MigratedDatabase) -> None:
    environment = migrated.environment | {"DJANGO_SETTINGS_MODULE": "api.config.settings"}
    printed = subprocess.run(
        [sys.executable, "-c", DESCRIBE], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
    ).stdout
    by_migrations = json.loads(printed)
    by_models = json.loads(json.dumps(described()))
    tables = {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if (ROOT / model._meta.app_config.name.partition(".")[0]).is_dir()  # an app of Morel's own
    }
    assert len(tables) > 20
    assert tables <= by_migrations.keys()
    for table in tables:
        assert by_migrations[table] == by_models[table], table
