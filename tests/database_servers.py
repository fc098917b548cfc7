"""A temporary PostgreSQL cluster and a temporary Redis server, which can be stopped, killed and started again.

Only the standard library is imported: `scripts/with-postgres` runs without an environment of Python.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

FAST: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of a cluster whose data nobody needs after a crash."""

DURABLE: Final = ("fsync=off",)
"""Settings of a cluster that loses nothing when its processes are killed. A power cut is another matter."""

_START_SECONDS: Final = 60


class NotInstalledError(Exception):
    pass


class PostgresServer:
    """As root it runs under the user postgres, because PostgreSQL refuses to run as root."""

    def __init__(self, directory: Path, options: tuple[str, ...] = DURABLE) -> None:
        """`directory`: exists and can be reached by every user. Raises NotInstalledError."""
        self._bin = _postgres_folder()
        self._data = directory / "postgres" / "data"
        self._data.parent.mkdir()
        self._user = pwd.getpwnam("postgres").pw_name if os.getuid() == 0 else ""
        if self._user:
            shutil.chown(self._data.parent, self._user)
        port = _free_port()
        self.url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        self._options = (
            *options,
            "listen_addresses=127.0.0.1",
            f"port={port}",
            "max_connections=200",
            f"unix_socket_directories={self._data.parent}",
        )
        self._run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")

    def start(self) -> None:
        """Start, or start again. After a kill the processes of the previous cluster may need a moment to end."""
        options = " ".join(f"-c {option}" for option in self._options)
        log = str(self._data.parent / "log")
        _repeat(lambda: self._run("pg_ctl", "-w", "-l", log, "-o", options, "start"))

    def stop(self, mode: str = "fast") -> None:
        """`mode`: of `pg_ctl stop`. `fast` ends all connections."""
        self._run("pg_ctl", "-m", mode, "-w", "stop")

    def kill(self) -> None:
        """Kill the postmaster. Its processes notice it and end."""
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def _run(self, program: str, *arguments: str) -> None:
        before = ["runuser", "-u", self._user, "--"] if self._user else []
        command = [*before, str(self._bin / program), "-D", str(self._data), *arguments]
        # To a file, not to a pipe, which the server would keep open.
        with (self._data.parent / "commands.log").open("ab") as log:
            subprocess.run(command, cwd="/", stdout=log, stderr=log, check=True)


class RedisServer:
    def __init__(self, directory: Path) -> None:
        if not shutil.which("redis-server"):
            raise NotInstalledError("Redis is not installed.")
        self._directory, self._port = directory, _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start, or start again, without data."""
        command = ["redis-server", "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        with (self._directory / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self._directory, stdout=log, stderr=log)
        _repeat(lambda: socket.create_connection(("127.0.0.1", self._port)).close())

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None


def _postgres_folder() -> Path:
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(installed, key=lambda path: float(path.parts[-3]), default=None)
    found = newest or shutil.which("initdb")
    if not found:
        raise NotInstalledError("PostgreSQL is not installed.")
    return Path(found).parent


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _repeat(start: Callable[[], None]) -> None:
    until = time.monotonic() + _START_SECONDS
    while True:
        try:
            return start()
        except (OSError, subprocess.CalledProcessError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
