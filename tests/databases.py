"""Databases for the sites that tests start: migrated once, then copied."""

import fcntl
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from tests.paths import ROOT


@dataclass(frozen=True)
class MigratedDatabase:
    """A database with all migrations applied. Nothing stays connected to it, so that it can be copied."""

    directory: Path
    """A data directory. It holds the database on SQLite."""
    url: str
    """The URL on PostgreSQL, "" on SQLite."""

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that uses this database."""
        return environment(self.directory, self.url)

    def copy_to(self, directory: Path) -> str:
        """Give a data directory a copy of the database. Return the URL of the copy, "" on SQLite."""
        if self.url:
            return create_postgres_database(template=self.url)
        shutil.copy(_file(self.directory), _file(directory))
        return ""


def migrated_sqlite(directory: Path) -> MigratedDatabase:
    """The migrated database in the directory, which the first of several processes makes."""
    database = MigratedDatabase(directory, "")
    directory.mkdir(exist_ok=True)
    migrated = directory / "migrated"
    with (directory / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not migrated.exists():
            _migrated(database)
            migrated.touch()
    return database


@contextmanager
def migrated_postgres(directory: Path) -> Iterator[MigratedDatabase]:
    """A database beside the one that DATABASE_URL names, dropped at the end."""
    url = create_postgres_database()
    try:
        yield _migrated(MigratedDatabase(directory, url))
    finally:
        drop_postgres_database(url)


def environment(directory: Path, url: str) -> dict[str, str]:
    """The environment of this process with another data directory and database."""
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return kept | {"MOREL_DATA_DIR": str(directory)} | ({"DATABASE_URL": url} if url else {})


def postgres_url() -> str:
    """DATABASE_URL, or "" where it does not name PostgreSQL."""
    url = os.environ.get("DATABASE_URL", "")
    return url if url.startswith("postgres") else ""


def create_postgres_database(template: str = "") -> str:
    """Create a database beside the one that DATABASE_URL names, and return its URL."""
    name = f"morel_test_{uuid.uuid4().hex[:12]}"
    source = template.rpartition("/")[2] or "template1"
    with psycopg.connect(postgres_url(), autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(source))
        )
    return f"{postgres_url().rpartition('/')[0]}/{name}"


def drop_postgres_database(url: str) -> None:
    base, _, name = url.rpartition("/")
    with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _migrated(database: MigratedDatabase) -> MigratedDatabase:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=database.environment, check=True
    )
    return database


def _file(directory: Path) -> Path:
    return directory / "morel.sqlite3"
