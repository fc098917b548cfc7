"""The summary of a project, brought to everybody who watches it once it has changed.

One task looks after all that is watched in this process. It reads the versions of the projects once a second, and at
once when a save of any server process announces a change through the channel layer, so that what commands change
arrives as well. A summary is worked out once for all watchers, at most once a second; when nobody watches, nothing is.
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

from annotation.queries.statistics.live_snapshot import Sight, look

logger = logging.getLogger(__name__)

GROUP = "morel.live"

LOGGED_OUT = 4401
NO_LEAD = 4403


class DismissedError(Exception):
    """Whoever watches may not any more. `code` is that of the closing."""

    def __init__(self, code: int) -> None:
        self.code = code


@dataclass(eq=False, slots=True)
class Viewer:
    """One open page. It takes the newest summary when it can: to a slow one those between are not sent."""

    project: int
    user: int
    session: str
    _text: str = ""
    _code: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, text: str) -> None:
        self._text = text
        self._news.set()

    def dismiss(self, code: int) -> None:
        self._code = code
        self._news.set()

    async def newest(self, patience: float) -> str:
        """The next summary, or the last once more after so many seconds. Raises DismissedError."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)
        self._news.clear()
        if self._code:
            raise DismissedError(self._code)
        return self._text


@dataclass(slots=True)
class _Watch:
    """Times are those of the event loop."""

    version: int = -1
    text: str = ""
    read_at: float = -inf  # its summary
    due: float = -inf  # when its version is looked at next
    viewers: set[Viewer] = field(default_factory=set)


class Broadcast:
    """Of one process. All but `note` belongs to the event loop of the server."""

    def __init__(self, pause: float = 1.0) -> None:
        """`pause`: seconds between two summaries of a project, and between two looks at what has changed unsaid."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.computed = 0  # summaries, since the start
        self._pause = pause
        self._watches: dict[int, _Watch] = {}
        self._noted: set[int] = set()
        self._wake = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def enter(self, viewer: Viewer) -> None:
        watch = self._watches.setdefault(viewer.project, _Watch())
        watch.viewers.add(viewer)
        if watch.text:
            viewer.tell(watch.text)
        else:
            self._wake.set()
        self._begin("keep")
        self._begin("hear")

    def leave(self, viewer: Viewer) -> None:
        watch = self._watches.get(viewer.project)
        if watch is None:
            return
        watch.viewers.discard(viewer)
        if not watch.viewers:
            del self._watches[viewer.project]
        if not self._watches:
            self._tasks.pop("hear").cancel()
            self._wake.set()  # the task that keeps the watches ends

    def note(self, project: int) -> None:
        """The project has changed. From any thread; neither waits nor, where nobody can be watching, does anything."""
        if self.loop is None or project in self._noted:
            return
        if project in self._watches or settings.REDIS_URL:
            with suppress(RuntimeError):  # the server stops
                self.loop.call_soon_threadsafe(self._spread_soon, project)

    def _spread_soon(self, project: int) -> None:
        self._noted.add(project)
        self._begin("spread")

    def _begin(self, name: str) -> None:
        """Of each task there is one. They are kept here, for the loop itself would forget them."""
        running = self._tasks.get(name)
        if running is None or running.done():
            work = {"keep": self._keep, "hear": self._hear, "spread": self._spread}[name]
            self._tasks[name] = asyncio.create_task(work(), name=f"morel-live-{name}")

    async def _spread(self) -> None:
        """Tell every server process of the changes: of each project once a second at most."""
        while self._noted:
            noted, self._noted = self._noted, set()
            try:
                for project in noted:
                    await _layer().group_send(GROUP, {"type": "project.changed", "project": project})
            except Exception:
                logger.exception(
                    "Changes could not be told to other processes; they find them a little later."
                )
            await asyncio.sleep(self._pause)

    async def _hear(self) -> None:
        """A layer that fails costs time, nothing else: versions are read all the same."""
        while True:
            try:
                await self._hear_all()
            except Exception:
                logger.exception("Changes of other processes cannot be heard.")
                await asyncio.sleep(10 * self._pause)

    async def _hear_all(self) -> None:
        layer = _layer()
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
        try:
            while True:
                message = await layer.receive(channel)
                if watch := self._watches.get(message["project"]):
                    watch.due = watch.read_at + self._pause
                    self._wake.set()
        finally:
            await layer.group_discard(GROUP, channel)

    async def _keep(self) -> None:
        while self._watches:
            self._wake.clear()
            now = asyncio.get_running_loop().time()
            if any(watch.due <= now for watch in self._watches.values()):
                await self._look_at(
                    {key: watch for key, watch in self._watches.items() if watch.read_at + self._pause <= now}
                )
            if self._watches:
                soonest = min(watch.due for watch in self._watches.values())
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), soonest - asyncio.get_running_loop().time())

    async def _look_at(self, watches: dict[int, _Watch]) -> None:
        now = asyncio.get_running_loop().time()
        for watch in watches.values():
            watch.due = now + self._pause
        viewers = [viewer for watch in watches.values() for viewer in watch.viewers]
        known = {project: watch.version for project, watch in watches.items()}
        try:
            sight = await database_sync_to_async(look)(
                known, {viewer.session for viewer in viewers}, timezone.now()
            )
        except Exception:
            logger.exception("What is watched could not be read.")
            return
        for viewer in viewers:
            _check(viewer, sight)
        for project, summary in sight.summaries.items():
            self.computed += 1
            watch = watches[project]
            watch.version, watch.text, watch.read_at = summary.version, orjson.dumps(summary).decode(), now
            watch.due = max(watch.due, now + self._pause)  # it may have changed again while it was read
            for viewer in watch.viewers:
                viewer.tell(watch.text)


def _check(viewer: Viewer, sight: Sight) -> None:
    if viewer.session not in sight.sessions:
        viewer.dismiss(LOGGED_OUT)
    elif (viewer.project, viewer.user) not in sight.leads:
        viewer.dismiss(NO_LEAD)


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("CHANNEL_LAYERS names no default.")
    return layer
