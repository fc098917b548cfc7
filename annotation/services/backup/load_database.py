"""Put the database of a backup in place of an empty one."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from annotation.services.backup.database_snapshot import (
    MIGRATIONS,
    POSTGRES_TABLES,
    SQLITE_FILE,
    SQLITE_TABLES,
    TABLES,
    columns_of,
)
from foundation.archive_file import ArchiveError, sync_directory
from foundation.errors import ConflictError, InvalidError
from foundation.private_files import open_private
from foundation.stored_files import Rows

_FILLED_BY_MIGRATE: Final = {MIGRATIONS, "django_content_type", "auth_permission"}
_TABLES_OF: Final = {"sqlite": SQLITE_TABLES, "postgresql": POSTGRES_TABLES}
_BLOCK: Final = 1 << 20


def refuse_newer_schema(migrations: Mapping[str, Iterable[str]]) -> None:
    """Raise ArchiveError if the backup has migrations that this version of Morel lacks."""
    loader = MigrationExecutor(None).loader
    for app, names in migrations.items():
        unknown = sorted({name for name in names if (app, name) not in loader.disk_migrations})
        if unknown and app in loader.migrated_apps:
            raise ArchiveError(
                f"The backup was made by a later version of Morel: migration {app}.{unknown[0]} is not known here. "
                "Install that version, or a later one.",
                code="newer",
            )


def refuse_filled_database() -> None:
    """Raise ConflictError unless the database is absent or has no rows of people or projects."""
    try:
        with _reader() as rows:
            tables = [name for (name,) in rows(_TABLES_OF[connection.vendor])]
            filled = _first_filled(tables, rows)
    except sqlite3.DatabaseError as error:
        raise ConflictError(
            f"{_sqlite_path()} exists and cannot be read: {error}.", code="not_empty"
        ) from error
    if filled:
        where = _sqlite_path() if connection.vendor == "sqlite" else "The database of DATABASE_URL"
        raise ConflictError(
            f"{where} is not empty: {filled} has rows. Restore into another data directory or database.",
            code="not_empty",
        )


def has_rows(counts: Mapping[str, int]) -> bool:
    """Return whether the database has as many rows of each table as a backup, and not none."""
    try:
        with _reader() as rows:
            tables = {name for (name,) in rows(_TABLES_OF[connection.vendor])}
            if not _first_filled(sorted(tables), rows):
                return False
            _check_counts(
                {table: count for table, count in counts.items() if count or table in tables},
                lambda query: rows(query)[0][0],
            )
    except (sqlite3.DatabaseError, psycopg.Error, ArchiveError):
        return False
    return True


def _first_filled(tables: Iterable[str], rows: Rows) -> str:
    for table in tables:
        if table not in _FILLED_BY_MIGRATE and rows(f'SELECT 1 FROM "{table}" LIMIT 1'):  # noqa: S608 — a table of the database
            return table
    return ""


def load_sqlite(extracted: Path, manifest: Mapping[str, Any], uploads: tuple[Path, Path]) -> None:
    """Check the database file, adapt it, and move it to its place. `uploads`: see `_move_uploads`."""
    source, path = extracted / SQLITE_FILE, _sqlite_path()
    try:
        with closing(sqlite3.connect(source, isolation_level=None)) as file:
            (found,) = file.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise ArchiveError(f"The database of the backup is damaged: {found}.")
            _check_counts(manifest["counts"], lambda query: file.execute(query).fetchone()[0])
            rows = file.execute("SELECT id, files FROM annotation_import").fetchall()
            file.executemany(
                "UPDATE annotation_import SET files = ? WHERE id = ?",
                [(files, key) for key, files in _move_uploads(rows, uploads)],
            )
    except sqlite3.DatabaseError as error:
        raise ArchiveError(f"The database of the backup is damaged: {error}.") from error
    for leftover in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + leftover).unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.restoring")
    _move(source, beside)
    beside.rename(path)
    sync_directory(path.parent)


@contextmanager
def load_postgres(extracted: Path, manifest: Mapping[str, Any], uploads: tuple[Path, Path]) -> Iterator[None]:
    """Build the tables as the backup had them and fill them. The rows are committed when the block ends."""
    _drop_tables()
    executor = MigrationExecutor(connection)
    executor.migrate(_last_migrations(executor, manifest["migrations"]))
    with transaction.atomic(), connection.cursor() as cursor:
        here = {name for (name,) in cursor.execute(POSTGRES_TABLES).fetchall()}
        for table in here - {MIGRATIONS}:
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608 — rows that a migration wrote
        for table, columns in manifest["columns"].items():
            if table == MIGRATIONS:
                continue
            if table not in here:
                _refuse_rows_without_table(table, manifest["counts"])
                continue
            _copy_table(cursor, table, columns, extracted / TABLES / f"{table}.copy")
        _check_counts(
            {table: count for table, count in manifest["counts"].items() if table in here},
            lambda query: cursor.execute(query).fetchone()[0],
        )
        rows = cursor.execute("SELECT id, CAST(files AS text) FROM annotation_import").fetchall()
        for key, files in _move_uploads(rows, uploads):
            cursor.execute("UPDATE annotation_import SET files = %s::jsonb WHERE id = %s", [files, key])
        models = [
            model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in here
        ]
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        yield
    connection.close()


def _copy_table(cursor: Any, table: str, columns: list[str], path: Path) -> None:
    if set(columns) != set(columns_of(cursor, table)):
        raise ArchiveError(f"The table {table} of the backup has other columns than its migrations build.")
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    try:
        with (
            path.open("rb") as file,
            cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)) as copy,
        ):
            while block := file.read(_BLOCK):
                copy.write(block)
    except psycopg.DataError as error:
        raise ArchiveError(f"The rows of {table} in the backup are damaged: {error}.") from error


def _refuse_rows_without_table(table: str, counts: Mapping[str, int]) -> None:
    if counts.get(table):
        raise InvalidError(
            f"The backup has rows in {table}, a table that the settings of this site do not have. Enable single "
            "sign-on as on the site of the backup, and restore again.",
            code="unknown_table",
        )


def _check_counts(counts: Mapping[str, int], count: Any) -> None:
    for table, expected in counts.items():
        found = count(f'SELECT count(*) FROM "{table}"')  # noqa: S608 — compared with the tables of the backup
        if table != MIGRATIONS and found != expected:
            raise ArchiveError(
                f"The backup is damaged: {table} has {found:,} rows, the manifest states {expected:,}."
            )


def _move_uploads(rows: Iterable[tuple[int, str]], uploads: tuple[Path, Path]) -> Iterator[tuple[int, str]]:
    """Yield imports whose files were in the folder of uploads of the former site, with their new paths."""
    before, after = uploads
    for key, text in rows:
        files = json.loads(text)
        inside = [file for file in files if Path(file["path"]).parent == before]
        for file in inside:
            file["path"] = str(after / Path(file["path"]).name)
        if inside:
            yield key, json.dumps(files, ensure_ascii=False)


def _last_migrations(
    executor: MigrationExecutor, migrations: Mapping[str, Iterable[str]]
) -> list[tuple[str, str]]:
    """The recorded migrations that no other recorded one of their app follows. Apps not installed are left out."""
    recorded = {
        (app, name) for app, names in migrations.items() for name in names
    } & executor.loader.disk_migrations.keys()
    followed = {
        parent.key
        for key in recorded
        for parent in executor.loader.graph.node_map[key].parents
        if parent.key[0] == key[0]
    }
    return sorted(recorded - followed)


def _drop_tables() -> None:
    """Drop the tables of a database without rows: they may have another version of the schema."""
    with transaction.atomic(), connection.cursor() as cursor:
        for (table,) in cursor.execute(POSTGRES_TABLES).fetchall():
            cursor.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)))
    MigrationRecorder(connection).ensure_schema()


def _move(source: Path, target: Path) -> None:
    """Move a file, durably, also to another file system."""
    try:
        source.rename(target)
    except OSError:
        with (
            source.open("rb") as file,
            open_private(target, replace=True) as out,
        ):
            while block := file.read(_BLOCK):
                out.write(block)
            out.flush()
            os.fsync(out.fileno())
        source.unlink()


def _sqlite_path() -> Path:
    return Path(connection.settings_dict["NAME"])


@contextmanager
def _reader() -> Iterator[Rows]:
    """A function that returns the rows of a query. An absent SQLite file has no tables, and stays absent."""
    if connection.vendor == "sqlite":
        path = _sqlite_path()
        with closing(sqlite3.connect(path if path.exists() else ":memory:")) as file:
            yield lambda query: file.execute(query).fetchall()
        return
    try:
        with psycopg.connect(**connection.get_connection_params()) as server:
            yield lambda query: server.execute(query.encode()).fetchall()
    except psycopg.OperationalError as error:
        raise InvalidError(
            f"The database of DATABASE_URL does not answer: {error}", code="database"
        ) from error
