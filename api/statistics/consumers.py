"""The websocket on which a lead's page is brought the summary: each message is what `GET …/summary/` answers.

The page has nothing to say on it: whatever comes closes it. What may not be seen is not opened, and closed within a
second when it may not be seen any more (4401: the log-in has ended, 4403: no lead any more).
"""

import asyncio
from contextlib import suppress
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.contrib.auth.models import User
from django.urls import path, re_path

from annotation.queries.projects.access import access
from api.common.origins import OwnOriginOnly
from api.statistics.broadcast import Broadcast, DismissedError, Viewer
from foundation.errors import AnnotationError

HEARTBEAT = 30.0
"""Seconds after which the last summary is sent once more: a page that hears nothing for long is not connected."""

NOTHING_TO_SAY = 1003


class SummaryConsumer(AsyncWebsocketConsumer):
    channel_layer_alias = ""  # one channel serves the whole process, see Broadcast

    def __init__(self, broadcast: Broadcast) -> None:
        super().__init__()
        self._broadcast = broadcast
        self._viewer: Viewer | None = None
        self._telling: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        viewer = await database_sync_to_async(_viewer)(self.scope)
        if viewer is None:
            await self.close()
            return
        await self.accept()
        self._viewer = viewer
        self._broadcast.enter(viewer)
        self._telling = asyncio.create_task(self._tell(viewer))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NOTHING_TO_SAY)

    async def disconnect(self, code: int) -> None:
        if self._viewer:
            self._broadcast.leave(self._viewer)
        if self._telling:
            self._telling.cancel()

    async def _tell(self, viewer: Viewer) -> None:
        with suppress(OSError):  # it was closed on the other side
            try:
                while True:
                    if text := await viewer.newest(HEARTBEAT):
                        await self.send(text)
            except DismissedError as dismissed:
                await self.close(dismissed.code)


def _viewer(scope: Any) -> Viewer | None:
    """By the rule of the summary itself. None where it is not for whoever asks."""
    user, session = scope["user"], scope["session"].session_key
    if not isinstance(user, User) or session is None:
        return None
    try:
        here = access(user, scope["url_route"]["kwargs"]["slug"], lead=True)
    except AnnotationError:
        return None
    return Viewer(here.project.pk, user.pk, session)


def sockets(broadcast: Broadcast) -> OwnOriginOnly:
    """ASGI, for websockets: origin → log-in → route."""
    # Django's routes know views, and its types nothing else.
    live: Any = SummaryConsumer.as_asgi(broadcast=broadcast)
    nothing: Any = WebsocketDenier.as_asgi()
    routes: Any = [path("api/v1/projects/<slug:slug>/live/", live), re_path("", nothing)]
    return OwnOriginOnly(AuthMiddlewareStack(URLRouter(routes)))
