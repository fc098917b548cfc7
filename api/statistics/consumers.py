"""The websocket that sends the summary of a project to leads. Each message equals the response of `GET …/summary/`.

Any message from the page closes it. It is refused to people who may not see the summary, and closed within a second
when they lose that right (4401: the session has ended, 4403: no longer a lead).
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.contrib.auth.models import User
from django.urls import path, re_path

from annotation.queries.projects.access import access
from api.common.origins import OwnOriginOnly
from api.statistics.broadcast import Broadcast, DisconnectedError, Viewer
from foundation.errors import AnnotationError

HEARTBEAT = 30.0
"""Seconds after which the last summary is sent again. A page that receives nothing for longer is disconnected."""

UNEXPECTED_MESSAGE = 1003


class SummaryConsumer(AsyncWebsocketConsumer):
    open_count = 0  # of this process
    on_change: ClassVar[Callable[[int], object]] = staticmethod(lambda _count: None)

    channel_layer_alias = ""  # `Broadcast` has the only channel of the process

    def __init__(self, broadcast: Broadcast) -> None:
        super().__init__()
        self._broadcast = broadcast
        self._viewer: Viewer | None = None
        self._sending: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        viewer = await database_sync_to_async(_viewer)(self.scope)
        if viewer is None:
            await self.close()
            return
        await self.accept()
        self._viewer = viewer
        self._count(1)
        self._broadcast.add(viewer)
        self._sending = asyncio.create_task(self._send_summaries(viewer))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(UNEXPECTED_MESSAGE)

    async def disconnect(self, code: int) -> None:
        if self._viewer:
            self._count(-1)
            self._broadcast.remove(self._viewer)
        if self._sending:
            self._sending.cancel()

    @staticmethod
    def _count(by: int) -> None:
        SummaryConsumer.open_count += by
        SummaryConsumer.on_change(SummaryConsumer.open_count)

    async def _send_summaries(self, viewer: Viewer) -> None:
        with suppress(OSError):  # the page has closed it
            try:
                while True:
                    if text := await viewer.newest(HEARTBEAT):
                        await self.send(text)
            except DisconnectedError as disconnected:
                await self.close(disconnected.code)


def _viewer(scope: Any) -> Viewer | None:
    """Viewer of the requested project, or None for people who may not see its summary."""
    user, session = scope["user"], scope["session"].session_key
    if not isinstance(user, User) or session is None:
        return None
    try:
        here = access(user, scope["url_route"]["kwargs"]["slug"], lead=True)
    except AnnotationError:
        return None
    return Viewer(here.project.pk, user.pk, session)


def sockets(broadcast: Broadcast) -> OwnOriginOnly:
    """ASGI application of websockets: origin check → authentication → route."""
    # The types of Django's `path` accept views only.
    live: Any = SummaryConsumer.as_asgi(broadcast=broadcast)
    nothing: Any = WebsocketDenier.as_asgi()
    routes: Any = [path("api/v1/projects/<slug:slug>/live/", live), re_path("", nothing)]
    return OwnOriginOnly(AuthMiddlewareStack(URLRouter(routes)))
