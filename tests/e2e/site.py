"""A real site for the browser: a data directory, commands, and a server process."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import psycopg

from tests.databases import MigratedDatabase, create_postgres_database, drop_postgres_database, postgres_url
from tests.e2e.commands import Commands
from tests.paths import ROOT

PASSWORD = "a long enough password"
CALL_ALL = """
from django.core.management import call_command
for command in {commands!r}:
    call_command(*command)
"""


class Site:
    def __init__(
        self,
        directory: Path,
        wikipedia: str = "",
        *,
        migrated: MigratedDatabase | None = None,
        empty: bool = False,
        settings: dict[str, str] | None = None,
    ) -> None:
        """`wikipedia`: URL of a stub; without it no page is fetched. `migrated`: the database to copy.

        `empty`: create no tables. `settings`: variables of the environment.
        """
        self.directory = directory
        if migrated:
            self._database = migrated.copy_to(directory)
        else:
            self._database = create_postgres_database() if postgres_url() else ""
        self._connections = directory / "connections.jsonl"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.e2e.settings",
            "MOREL_DATA_DIR": str(directory),
            "MOREL_LOGIN_RATE": "1000/min",
            "MOREL_WIKIPEDIA": "1" if wikipedia else "0",
            "MOREL_WIKIPEDIA_SERVER": wikipedia,
            "MOREL_WIKIPEDIA_PAUSE_MS": "0",
            "MOREL_WIKIPEDIA_MAX_WAIT": "0",
            "MOREL_WIKIPEDIA_TIMEOUT": "15",
            "PYTHONPATH": str(Path(__file__).with_name("recorder")),
            "MOREL_CONNECTIONS": str(self._connections),
            **({"DATABASE_URL": self._database} if self._database else {}),
            **(settings or {}),
        }
        self._commands = Commands(self.environment, directory)
        self._server: Server | None = None
        self.url = ""
        if not migrated and not empty:
            self.manage("migrate", "-v0")

    def manage(self, *arguments: str, failing: bool = False) -> str:
        """Run a command and return its output. It must fail if `failing`, otherwise succeed."""
        status, out, err = self._commands.run(*arguments)
        assert bool(status) == failing, f"manage.py {arguments}: {err}"
        return out

    def start(self, port: int = 0, options: tuple[str, ...] = (), log: IO[str] | None = None) -> None:
        """Start the server. `log`: where its standard error goes, otherwise to that of this process."""
        self._server = Server(self.environment, port, options, log)
        self.url = self._server.url

    def stop(self, *, kill: bool = False) -> None:
        if self._server:
            self._server.stop(kill=kill)

    def setup_link(self) -> str:
        """The set-up link that the server printed when it was started."""
        assert self._server, "The server has not been started."
        return self._server.setup_link()

    @property
    def runs(self) -> bool:
        return self._server is not None and self._server.runs

    @property
    def pid(self) -> int:
        assert self._server, "The server has not been started."
        return self._server.pid

    @contextmanager
    def second_server(self) -> Iterator["Server"]:
        """A second server on the same database, which PostgreSQL allows."""
        server = Server(self.environment)
        try:
            yield server
        finally:
            server.stop()

    def restart(self) -> None:
        """Start the server again at the same address, so that open pages reconnect."""
        self.start(int(self.url.rpartition(":")[2]))

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of a query, read directly from the database. `?` marks a parameter."""
        if self._database:
            with psycopg.connect(self._database) as postgres:
                return postgres.execute(query.replace("?", "%s").encode(), values).fetchall()
        with closing(sqlite3.connect(self.directory / "morel.sqlite3", timeout=60)) as sqlite:
            return sqlite.execute(query, values).fetchall()

    def change(self, statement: str, *values: object) -> None:
        """Change the database directly, without the server."""
        if self._database:
            with psycopg.connect(self._database) as postgres:
                postgres.execute(statement.replace("?", "%s").encode(), values)
            return
        with closing(sqlite3.connect(self.directory / "morel.sqlite3", timeout=60)) as sqlite, sqlite:
            sqlite.execute(statement, values)

    def reached(self) -> set[tuple[str, str]]:
        """The hosts and ports that server and commands have looked up or connected to, except Redis."""
        if not self._connections.exists():
            return set()
        lines = self._connections.read_text().splitlines()
        redis = urlsplit(os.environ.get("REDIS_URL", ""))
        return {(host, port) for host, port in map(json.loads, lines)} - {(redis.hostname, str(redis.port))}

    def close(self) -> None:
        self.stop()
        self._commands.close()
        if self._database:
            drop_postgres_database(self._database)

    def project(self, slug: str, people: dict[str, str], items: list[dict[str, Any]], *options: str) -> None:
        """Create a project with these members (name → role) and items. No items: they are imported later.

        The members work in all languages, and are not asked for one.
        """
        path = self.directory / f"{slug}.jsonl"
        path.write_text("".join(json.dumps(item) + "\n" for item in items))
        self.manage_all(
            ["create_project", slug, "--no-guidelines", *options],
            *(_member(slug, name, role) for name, role in people.items()),
            *([["import_items", slug, str(path)]] if items else []),
        )
        self.change(
            "UPDATE annotation_membership SET working_language = '*'"
            " WHERE project_id = (SELECT id FROM annotation_project WHERE slug = ?)",
            slug,
        )

    def readers(self, slug: str, languages: dict[str, str]) -> None:
        """Add annotators (name → language) who get items in that language only."""
        self.manage_all(
            *(_member(slug, name, "annotator", "--languages", each) for name, each in languages.items())
        )

    def manage_all(self, *commands: list[str]) -> None:
        """Run several commands in one process."""
        self.manage("shell", "-v0", "-c", CALL_ALL.format(commands=commands))


class Server:
    """A server process and its URL."""

    def __init__(
        self,
        environment: dict[str, str],
        port: int = 0,
        options: tuple[str, ...] = (),
        log: IO[str] | None = None,
    ) -> None:
        self._process: subprocess.Popen[str] | None = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port), *options],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert self._process.stdout is not None
        address = self._process.stdout.readline()
        found = re.search(r"http://\S+?(?=/)", address)
        assert found, f"The server did not start: {address}"
        self.url = found[0]

    def setup_link(self) -> str:
        assert self._process
        assert self._process.stdout
        return next(line.strip() for line in self._process.stdout if "/set-up/" in line)

    @property
    def pid(self) -> int:
        assert self._process, "The server has been stopped."
        return self._process.pid

    def stop(self, *, kill: bool = False) -> None:
        if self._process is None:
            return
        if kill:
            self._process.kill()
        else:
            self._process.terminate()
        self._process.communicate()
        self._process = None

    @property
    def runs(self) -> bool:
        return self._process is not None


def _member(slug: str, name: str, role: str, *options: str) -> list[str]:
    return ["add_member", slug, name, "--role", role, "--password", PASSWORD, *options]


def item(external_id: str, answer: str, lang: str = "EN", question: str = "What happened?") -> dict[str, Any]:
    return {"id": external_id, "lang": lang, "model_input": question, "model_output_text": answer}
