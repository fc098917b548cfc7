"""A websocket server on a port of its own, and clients that speak to it over real sockets."""

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

PATIENCE = 20.0  # seconds, far more than anything takes


class Sockets:
    """The server in a thread, with the broadcast that serves it."""

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
        change_events.subscribe(self.broadcast.note)
        self._thread.start()
        try:
            yield self
        finally:
            change_events.unsubscribe(self.broadcast.note)
            self._server.should_exit = True
            self._thread.join()
            self._listening.close()

    @contextmanager
    def open(self, slug: str, user: User | None, *, origin: str = "", host: str = "") -> Iterator["Socket"]:
        """As a browser does from a page of this site, or of the `origin`; "none" is no browser."""
        address = f"127.0.0.1:{self.port}"
        headers = {"Cookie": _cookie(user), "Origin": origin or f"http://{address}"}
        if origin == "none":
            del headers["Origin"]
        opened = connect(
            f"ws://{host or address}/api/v1/projects/{slug}/live/",
            sock=socket.create_connection(("127.0.0.1", self.port)),
            additional_headers=headers,
            proxy=None,
            open_timeout=PATIENCE,
        )
        with opened as connection:
            yield Socket(connection)

    def refused(self, slug: str, user: User | None, **more: str) -> int:
        """The status with which it is."""
        with pytest.raises(InvalidStatus) as refusal, self.open(slug, user, **more):
            pass
        return refusal.value.response.status_code


class Socket:
    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def receive(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._connection.recv(PATIENCE))
        return answer

    def say(self, message: str | bytes) -> None:
        self._connection.send(message)

    def closed_with(self) -> int:
        """The code of the closing, which is waited for; what comes before it is passed over."""
        with pytest.raises(ConnectionClosed) as closing:
            deque(self._messages(), maxlen=0)
        assert closing.value.rcvd, "it was cut off"
        return closing.value.rcvd.code

    def _messages(self) -> Iterator[str | bytes]:
        while True:
            yield self._connection.recv(PATIENCE)


def _cookie(user: User | None) -> str:
    if user is None:
        return ""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
