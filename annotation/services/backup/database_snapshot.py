"""A consistent snapshot of the database, read in one transaction while others write."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from django.db import connection
from psycopg import sql

from foundation.free_space import ReservingFile, require_free_space
from foundation.private_files import open_private

SQLITE_FILE: Final = "database.sqlite3"
TABLES: Final = "database"
"""Folder with a file of each table of PostgreSQL, in the text format of COPY."""

MIGRATIONS: Final = "django_migrations"


class DatabaseSnapshot(ABC):
    """`vendor`: as Django names it."""

    vendor: str

    @abstractmethod
    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The result of a query that both databases understand, from the snapshot."""

    @abstractmethod
    def tables(self) -> list[str]:
        pass

    @abstractmethod
    def columns(self) -> dict[str, list[str]]:
        """The columns of each table that is written to a file of its own."""

    @abstractmethod
    def write_files(self, directory: Path) -> list[tuple[str, Path]]:
        """Write the content into `directory`. Return paths of members and files.

        Raises StorageFullError below the reserve of the disk.
        """

    def migrations(self) -> dict[str, list[str]]:
        """The names of applied migrations by app: the version of the schema."""
        found: dict[str, list[str]] = {}
        if MIGRATIONS not in self.tables():
            return found
        for app, name in self.rows(f"SELECT app, name FROM {MIGRATIONS} ORDER BY app, name"):  # noqa: S608 — a constant
            found.setdefault(app, []).append(name)
        return found

    def counts(self) -> dict[str, int]:
        """The number of rows by table."""
        return {
            table: self.rows(f'SELECT count(*) FROM "{table}"')[0][0]  # noqa: S608 — names of our own tables
            for table in self.tables()
        }


@contextmanager
def database_snapshot() -> Iterator[DatabaseSnapshot]:
    if connection.vendor == "sqlite":
        with closing(
            sqlite3.connect(connection.settings_dict["NAME"], timeout=30, isolation_level=None)
        ) as file:
            # A read transaction of a write-ahead log sees the state of its first read, and blocks no writer.
            file.execute("BEGIN")
            file.execute("SELECT count(*) FROM sqlite_master")
            yield _SqliteSnapshot(file)
    else:
        with psycopg.connect(**connection.get_connection_params()) as server:
            server.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            server.read_only = True
            yield _PostgresSnapshot(server)


class _SqliteSnapshot(DatabaseSnapshot):
    vendor = "sqlite"

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._file.execute(query).fetchall()

    def tables(self) -> list[str]:
        return [name for (name,) in self.rows(SQLITE_TABLES)]

    def columns(self) -> dict[str, list[str]]:
        return {}

    def write_files(self, directory: Path) -> list[tuple[str, Path]]:
        """Copy the database by the online backup API. The open transaction keeps it from starting again."""
        path = directory / SQLITE_FILE
        [(size,)] = self.rows("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        require_free_space(size, directory)
        open_private(path).close()
        with closing(sqlite3.connect(path, isolation_level=None)) as copy:
            self._file.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        return [(SQLITE_FILE, path)]


class _PostgresSnapshot(DatabaseSnapshot):
    vendor = "postgresql"

    def __init__(self, server: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._server = server

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._server.execute(query.encode()).fetchall()

    def tables(self) -> list[str]:
        return [name for (name,) in self.rows(POSTGRES_TABLES)]

    def write_files(self, directory: Path) -> list[tuple[str, Path]]:
        (directory / TABLES).mkdir(mode=0o700)
        files = []
        for table in self.tables():
            if table == MIGRATIONS:
                continue
            path = directory / TABLES / f"{table}.copy"
            columns = sql.SQL(", ").join(map(sql.Identifier, columns_of(self._server, table)))
            statement = sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(table), columns)
            with (
                open_private(path) as file,
                self._server.cursor() as cursor,
                cursor.copy(statement) as copy,
            ):
                out = ReservingFile(file, directory)
                for block in copy:
                    out.write(block)
            files.append((f"{TABLES}/{table}.copy", path))
        return files

    def columns(self) -> dict[str, list[str]]:
        return {table: columns_of(self._server, table) for table in self.tables()}


SQLITE_TABLES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
)
POSTGRES_TABLES: Final = (
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
)


def columns_of(server: Any, table: str) -> list[str]:
    """The columns of a table of PostgreSQL, in their order there."""
    query = (
        "SELECT column_name FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND table_name = %s ORDER BY ordinal_position"
    )
    return [name for (name,) in server.execute(query, [table]).fetchall()]
