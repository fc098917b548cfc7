"""Sends the summary of a project to all its viewers when the project changes.

One task serves all viewers of this process. It reads the versions of their projects once a second, which also finds
changes made by commands, and immediately when a server process publishes a change on the channel layer. A summary is
computed at most once a second, once for all viewers of the project, and never without viewers.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf

import orjson
from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings
from django.utils import timezone

from annotation.queries.statistics.live_snapshot import LiveSnapshot, live_snapshot

logger = logging.getLogger(__name__)

GROUP = "morel.live"

LOGGED_OUT = 4401
NOT_A_LEAD = 4403


class DisconnectedError(Exception):
    """The viewer may no longer see the summary. `code` is the WebSocket close code."""

    def __init__(self, code: int) -> None:
        self.code = code


@dataclass(eq=False, slots=True)
class Viewer:
    """One open page. It receives the newest summary; a slow page skips the ones in between."""

    project: int
    user: int
    session: str
    _text: str = ""
    _code: int = 0
    _updated: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, text: str) -> None:
        self._text = text
        self._updated.set()

    def disconnect(self, code: int) -> None:
        self._code = code
        self._updated.set()

    async def newest(self, patience: float) -> str:
        """Wait for the next summary; after `patience` seconds return the last one again. Raises DisconnectedError."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._updated.wait(), patience)
        self._updated.clear()
        if self._code:
            raise DisconnectedError(self._code)
        return self._text


@dataclass(slots=True)
class _WatchedProject:
    """A project with viewers. Times are those of the event loop."""

    version: int = -1
    text: str = ""
    read_at: float = -inf  # when its summary was read
    due: float = -inf  # when its version is read next
    viewers: set[Viewer] = field(default_factory=set)


class Broadcast:
    """The viewers of one process. All methods but `project_changed` must run in the event loop of the server."""

    def __init__(self, pause: float = 1.0) -> None:
        """`pause`: seconds between two summaries of a project, and between two reads of versions."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.computed = 0  # number of summaries since the start
        self._pause = pause
        self._projects: dict[int, _WatchedProject] = {}
        self._changed: set[int] = set()
        self._wake = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def add(self, viewer: Viewer) -> None:
        watched = self._projects.setdefault(viewer.project, _WatchedProject())
        watched.viewers.add(viewer)
        if watched.text:
            viewer.send(watched.text)
        else:
            self._wake.set()
        self._start("run")
        self._start("subscribe")

    def remove(self, viewer: Viewer) -> None:
        watched = self._projects.get(viewer.project)
        if watched is None:
            return
        watched.viewers.discard(viewer)
        if not watched.viewers:
            del self._projects[viewer.project]
        if not self._projects:
            self._tasks.pop("subscribe").cancel()
            self._wake.set()  # so that `_run` ends

    def project_changed(self, project: int) -> None:
        """Publish a change of the project. Callable from any thread; never blocks, and does nothing without viewers."""
        if self.loop is None or project in self._changed:
            return
        if project in self._projects or settings.REDIS_URL:
            with suppress(RuntimeError):  # the loop is closed at shutdown
                self.loop.call_soon_threadsafe(self._publish_soon, project)

    def _publish_soon(self, project: int) -> None:
        self._changed.add(project)
        self._start("publish")

    def _start(self, name: str) -> None:
        """Start a task unless it runs. References are kept because the event loop holds only weak ones."""
        running = self._tasks.get(name)
        if running is None or running.done():
            work = {"run": self._run, "subscribe": self._subscribe, "publish": self._publish}[name]
            self._tasks[name] = asyncio.create_task(work(), name=f"morel-live-{name}")

    async def _publish(self) -> None:
        """Send changes to all server processes, at most once per `pause` for a project."""
        while self._changed:
            changed, self._changed = self._changed, set()
            try:
                for project in changed:
                    await _layer().group_send(GROUP, {"type": "project.changed", "project": project})
            except Exception:
                logger.exception("Changes could not be sent to other processes; they find them by version.")
            await asyncio.sleep(self._pause)

    async def _subscribe(self) -> None:
        """Receive changes of other processes. If the layer fails, changes are still found by version, later."""
        while True:
            try:
                await self._receive_changes()
            except Exception:
                logger.exception("Changes of other processes cannot be received.")
                await asyncio.sleep(10 * self._pause)

    async def _receive_changes(self) -> None:
        layer = _layer()
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
        try:
            while True:
                message = await layer.receive(channel)
                if watched := self._projects.get(message["project"]):
                    watched.due = watched.read_at + self._pause
                    self._wake.set()
        finally:
            await layer.group_discard(GROUP, channel)

    async def _run(self) -> None:
        while self._projects:
            self._wake.clear()
            now = asyncio.get_running_loop().time()
            if any(watched.due <= now for watched in self._projects.values()):
                await self._refresh(
                    {
                        key: watched
                        for key, watched in self._projects.items()
                        if watched.read_at + self._pause <= now
                    }
                )
            if self._projects:
                soonest = min(watched.due for watched in self._projects.values())
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), soonest - asyncio.get_running_loop().time())

    async def _refresh(self, projects: dict[int, _WatchedProject]) -> None:
        now = asyncio.get_running_loop().time()
        for watched in projects.values():
            watched.due = now + self._pause
        viewers = [viewer for watched in projects.values() for viewer in watched.viewers]
        known = {project: watched.version for project, watched in projects.items()}
        try:
            snapshot = await database_sync_to_async(live_snapshot)(
                known, {viewer.session for viewer in viewers}, timezone.now()
            )
        except Exception:
            logger.exception("The state of the viewed projects could not be read.")
            return
        for viewer in viewers:
            _check(viewer, snapshot)
        for project, summary in snapshot.summaries.items():
            self.computed += 1
            watched = projects[project]
            watched.version, watched.text, watched.read_at = (
                summary.version,
                orjson.dumps(summary).decode(),
                now,
            )
            watched.due = max(
                watched.due, now + self._pause
            )  # a change during the read is published before `due`
            for viewer in watched.viewers:
                viewer.send(watched.text)


def _check(viewer: Viewer, snapshot: LiveSnapshot) -> None:
    if viewer.session not in snapshot.sessions:
        viewer.disconnect(LOGGED_OUT)
    elif (viewer.project, viewer.user) not in snapshot.leads:
        viewer.disconnect(NOT_A_LEAD)


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("CHANNEL_LAYERS names no default.")
    return layer
