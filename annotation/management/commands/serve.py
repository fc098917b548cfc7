import gc
import socket
from argparse import ArgumentParser

import uvicorn
from django.core.management.base import BaseCommand, CommandError

from annotation.management.demo import demo_logins
from foundation.server_lock import AlreadyServingError, hold_server_lock

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Command(BaseCommand):
    help = "Serve Morel with uvicorn, in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        address_arguments(parser)

    def handle(self, host: str, port: int, **_: object) -> None:
        logins = demo_logins()
        lock_site(host, demo=bool(logins))
        config = uvicorn.Config(
            "api.config.asgi:application",
            host=host,
            port=port,
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=1_024,  # browsers send no messages
            ws_per_message_deflate=False,  # compressing one summary per connection costs more than it saves
        )
        listening = _listen(config, host, port)
        self.stdout.write(f"Morel is at http://{host}:{listening.getsockname()[1]}/")
        for login in logins:
            self.stdout.write(f"  {login['role']:<10} {login['username']:<8} {login['password']}")
        self.stdout.write("Stop it with Ctrl C.")
        self.stdout.flush()
        _collect_garbage_rarely()
        uvicorn.Server(config).run(sockets=[listening])


def address_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)


def lock_site(host: str, *, demo: bool) -> None:
    """Take the server lock of the data directory. Raises CommandError."""
    if demo and host not in LOOPBACK:
        raise CommandError(
            "The demo's passwords stand in a file: it is served on the loopback address only. "
            "Use a data directory without the demo.",
            returncode=2,
        )
    try:
        hold_server_lock()
    except AlreadyServingError as error:
        raise CommandError(str(error), returncode=2) from error


def _collect_garbage_rarely() -> None:
    """Exempt loaded modules from garbage collection, and collect rarely: requests create few cycles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


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
    config.load()  # errors of the application appear before the address is printed
    listening.listen(config.backlog)
    return listening
