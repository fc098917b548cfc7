import os
import socket
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone
from uvicorn.supervisors import Multiprocess

from annotation.management.demo import demo_logins
from foundation.accounts.setup_link import SETUP_HOURS, new_setup_token
from foundation.server_lock import AlreadyServingError, hold_server_lock

LOOPBACK = {"127.0.0.1", "::1", "localhost"}
ANY_ADDRESS = {"0.0.0.0", "::"}  # noqa: S104 — compared, not bound


class Command(BaseCommand):
    help = "Serve Morel with uvicorn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        address_arguments(parser)
        parser.add_argument(
            "--workers", type=int, default=1, help="processes; several need PostgreSQL and REDIS_URL"
        )

    def handle(self, host: str, port: int, workers: int = 1, **_: object) -> None:
        _require_database_of(workers)
        logins = demo_logins()
        lock_site(host, demo=bool(logins))
        config = uvicorn.Config(
            "api.config.asgi:application",
            http="api.server.connection:HttpConnection",
            host=host,
            port=port,
            workers=workers,
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # `api.server.client_address` reads them.
            timeout_keep_alive=settings.IDLE_SECONDS,
            timeout_graceful_shutdown=settings.SHUTDOWN_SECONDS,
            ws_max_size=1_024,  # browsers send no messages
            ws_per_message_deflate=False,  # compressing one summary per connection costs more than it saves
        )
        listening = _listen(config, host, port)
        self.stdout.write(f"Morel is at http://{host}:{listening.getsockname()[1]}/")
        for login in logins:
            self.stdout.write(f"  {login['role']:<10} {login['username']:<8} {login['password']}")
        if link := _setup_link(host, listening.getsockname()[1]):
            self.stdout.write("Nobody has an account yet. This link creates that of the administrator:")
            self.stdout.write(f"  {link}")
            self.stdout.write(f"It works once, for {SETUP_HOURS} hours, until the next start.")
        self.stdout.write("Stop it with Ctrl C.")
        self.stdout.flush()
        if workers > 1:
            connection.close()  # The processes open their own.
            with _shared_metrics():
                Multiprocess(config, [listening]).run()
        else:
            uvicorn.Server(config).run(sockets=[listening])


def _setup_link(host: str, port: int) -> str:
    """Return a new set-up link, at the address behind the proxy if the settings name one; "" if there are accounts."""
    try:
        token = new_setup_token(timezone.now())
    except DatabaseError:  # There are no tables yet: `/health/ready` says so.
        return ""
    if not token:
        return ""
    local = "localhost" if host in ANY_ADDRESS else f"[{host}]" if ":" in host else host
    origins = [each for each in settings.CSRF_TRUSTED_ORIGINS if "*" not in each]
    return f"{origins[0] if origins else f'http://{local}:{port}'}/set-up/{token}"


def address_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)


def lock_site(host: str, *, demo: bool) -> None:
    """Take the server lock of the data directory. Raises CommandError."""
    if demo and host not in LOOPBACK:
        raise CommandError(
            "The demo's passwords are in a file: it is served on the loopback address only. "
            "Use a data directory without the demo.",
            returncode=2,
        )
    try:
        hold_server_lock()
    except AlreadyServingError as error:
        raise CommandError(str(error), returncode=2) from error


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """Have processes that start in this context count into one folder, so that each answers with the metrics of all."""
    if not settings.METRICS_FROM:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="morel-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def _require_database_of(workers: int) -> None:
    if workers < 1:
        raise CommandError("--workers is at least 1.", returncode=2)
    if workers > 1 and (connection.vendor == "sqlite" or not settings.REDIS_URL):
        raise CommandError(
            "Several processes need DATABASE_URL (PostgreSQL) and REDIS_URL: SQLite has one server process.",
            returncode=2,
        )


def _listen(config: uvicorn.Config, host: str, port: int) -> socket.socket:
    """Return a listening socket. It listens before the address is printed, so that a reader can connect."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise CommandError(
            f"Port {port} is taken. Choose another: --port 8001, or PORT=8001 make run", returncode=2
        ) from error
    if config.workers == 1:
        config.load()  # errors of the application appear before the address is printed
    listening.listen(config.backlog)
    return listening
