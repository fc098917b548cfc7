"""A websocket server on its own port, and clients that connect to it over real sockets."""

import asyncio
import json
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from api.statistics.broadcast import Broadcast
from api.statistics.consumers import sockets
from foundation import change_events

TIMEOUT = 20.0  # seconds, far longer than any response


class Sockets:
    """A server in a thread with its own `Broadcast`."""

    def __init__(self) -> None:
        self.broadcast = Broadcast(pause=0.05)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        config = uvicorn.Config(
            self._serve, interface="asgi3", lifespan="off", log_level="error", ws_max_size=1_024
        )
        self._server = uvicorn.Server(config)
        self._application = sockets(self.broadcast)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        self.broadcast.loop = asyncio.get_running_loop()
        await self._application(scope, receive, send)

    @contextmanager
    def running(self) -> Iterator["Sockets"]:
        change_events.subscribe(self.broadcast.project_changed)
        self._thread.start()
        try:
            yield self
        finally:
            change_events.unsubscribe(self.broadcast.project_changed)
            self._server.should_exit = True
            self._thread.join()
            self._listening.close()

    @contextmanager
    def open(self, slug: str, user: User | None, *, origin: str = "", host: str = "") -> Iterator["Socket"]:
        """Connect as a browser with the Origin header of this site or of `origin`; "none" sends no header."""
        address = f"127.0.0.1:{self.port}"
        headers = {"Cookie": _cookie(user), "Origin": origin or f"http://{address}"}
        if origin == "none":
            del headers["Origin"]
        opened = connect(
            f"ws://{host or address}/api/v1/projects/{slug}/live/",
            sock=socket.create_connection(("127.0.0.1", self.port)),
            additional_headers=headers,
            proxy=None,
            open_timeout=TIMEOUT,
        )
        with opened as connection:
            yield Socket(connection)

    def refused(self, slug: str, user: User | None, **more: str) -> int:
        """The status of a refused connection."""
        with pytest.raises(InvalidStatus) as refusal, self.open(slug, user, **more):
            pass
        return refusal.value.response.status_code


class Socket:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def receive(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._connection.recv(TIMEOUT))
        return answer

    def send(self, message: str | bytes) -> None:
        self._connection.send(message)

    def closed_with(self) -> int:
        """Wait for the close code and skip messages before it."""
        with pytest.raises(ConnectionClosed) as closing:
            deque(self._messages(), maxlen=0)
        assert closing.value.rcvd, "closed without a close frame"
        return closing.value.rcvd.code

    def _messages(self) -> Iterator[str | bytes]:
        while True:
            yield self._connection.recv(TIMEOUT)


def _cookie(user: User | None) -> str:
    if user is None:
        return ""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
