"""Restore a backup into a temporary site and verify it there, in processes of its own."""

import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from django.core.management.base import CommandError
from django.db import connection
from psycopg import sql

from annotation.services.backup.restore import backup_manifest
from foundation.errors import InvalidError
from foundation.free_space import require_free_space
from foundation.working_folder import working_folder

_DATABASE: Final = "morel_check_"
"""Prefix of temporary databases."""


def check_backup(file: Path, report: Callable[[str], object]) -> None:
    """Restore and verify.

    Raises InvalidError, StorageFullError below the reserve of the disk, and CommandError if there are differences.
    """
    manifest = backup_manifest(file)
    database = _temporary_database() if manifest["database"] == "postgresql" else nullcontext("")
    with working_folder(file.parent) as directory, database as url:
        require_free_space(sum(member["size"] for member in manifest["members"]), directory)
        environment = {
            **os.environ,
            "MOREL_DATA_DIR": str(directory),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        for name in ("MOREL_SECRET_KEY", "REDIS_URL", "DATABASE_URL"):
            environment.pop(name, None)
        if url:
            environment["DATABASE_URL"] = url
        _run(environment, report, "restore", str(file))
        _run(environment, report, "verify_site")


def _run(environment: dict[str, str], report: Callable[[str], object], *arguments: str) -> None:
    done = subprocess.run(  # noqa: S603 — this program
        [sys.executable, "-m", "django", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    report(done.stdout.rstrip("\n"))
    if done.returncode:
        raise CommandError(done.stderr.strip().removeprefix("CommandError: "), returncode=done.returncode)


@contextmanager
def _temporary_database() -> Iterator[str]:
    """Create a database beside that of the settings. Yield its URL."""
    if connection.vendor != "postgresql":
        raise InvalidError(
            "The backup is of a site on PostgreSQL. Set DATABASE_URL to a server on which a temporary database can be "
            "created.",
            code="database",
        )
    name = f"{_DATABASE}{uuid.uuid4().hex[:12]}"
    parameters = connection.get_connection_params()
    try:
        with psycopg.connect(**parameters, autocommit=True) as server:
            _drop_abandoned_databases(server)
            server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise InvalidError(
            f"No temporary database can be created: {error}. Give the user of DATABASE_URL the right CREATEDB, or set "
            "DATABASE_URL to another server.",
            code="database",
        ) from error
    try:
        # This connection shows other processes that the database is in use.
        with psycopg.connect(**{**parameters, "dbname": name}, autocommit=True):
            yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    finally:
        connection.close()
        with psycopg.connect(**parameters, autocommit=True) as server:
            _drop(server, name, force=True)


def _drop_abandoned_databases(server: psycopg.Connection[Any]) -> None:
    """Drop the databases of checks that were killed. PostgreSQL drops none that has a connection.

    Those with a connection are not tried: for five seconds, PostgreSQL would let nobody connect to them.
    """
    names = server.execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s) AND NOT EXISTS"
        " (SELECT FROM pg_stat_activity WHERE pg_stat_activity.datname = pg_database.datname)",
        [_DATABASE],
    )
    for (name,) in names.fetchall():
        with suppress(psycopg.errors.ObjectInUse, psycopg.errors.InsufficientPrivilege):
            _drop(server, name)


def _drop(server: psycopg.Connection[Any], name: str, *, force: bool = False) -> None:
    statement = "DROP DATABASE IF EXISTS {} WITH (FORCE)" if force else "DROP DATABASE IF EXISTS {}"
    server.execute(sql.SQL(statement).format(sql.Identifier(name)))
