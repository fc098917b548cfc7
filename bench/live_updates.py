"""Measure saves of eight clients and the updates that two hundred open overviews receive.

Uses SQLite, or the empty PostgreSQL database in DATABASE_URL.
"""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.client import Client
from bench.saves import CLIENTS, SECONDS, milliseconds
from bench.site import PASSWORD, Site, temporary_site

VIEWERS = 200

# Runs in one process with the database, to measure a save without HTTP.
SAVE_COST = """
import time
from unittest.mock import patch
from django.contrib.auth.models import User
from django.utils import timezone
import uuid
from annotation.models import Item
from annotation.queries.projects.access import access
from annotation.services.annotate import save as saving
from annotation.services.annotate.reservations import reserve_next

here = access(User.objects.get(username="p0"), "live")
spans = [{"id": "a", "start": 0, "end": 12, "label": "hallucination"}]
refresh_items = saving.refresh_items

def milliseconds(statistics):
    taken = []
    with patch.object(saving, "refresh_items", statistics):
        for _ in range(300):
            assigned = reserve_next(here.project, here.annotator, here.my_language_rows, timezone.now())
            item = Item.objects.get(pk=assigned.item_id)
            content = {"spans": spans, "nothing_to_mark": False}
            body = saving.Save(uuid.uuid4(), 0, item.answer_sha256, True, content)
            began = time.perf_counter()
            saving.save_annotation(here.project, here.annotator, item.pk, body, timezone.now())
            taken.append((time.perf_counter() - began) * 1000)
    return sorted(taken)[150]

milliseconds(refresh_items)
print(f"  a submission, without its way to the server: {milliseconds(refresh_items):.1f} ms with statistics, "
      f"{milliseconds(lambda *_: None):.1f} ms without (p50)", flush=True)
"""


class Viewers:
    """Open overviews of one project, in a thread with its own event loop."""

    def __init__(self, port: int, cookie: str, number: int) -> None:
        self.messages = 0
        self.versions: set[int] = set()
        self.number = number
        self._port, self._cookie = port, cookie
        self._all_open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._watch_all()))

    @contextmanager
    def watching(self) -> Iterator["Viewers"]:
        self._thread.start()
        self._all_open.wait()
        self.messages, self.versions = 0, set()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join()

    async def _watch_all(self) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        opened = [await self._open() for _ in range(self.number)]
        for connection in opened:
            await connection.recv()
        reading = [asyncio.create_task(self._read(each)) for each in opened]
        self._all_open.set()
        await self._closing.wait()
        for connection in opened:
            await connection.close()
        await asyncio.gather(*reading)

    async def _open(self) -> ClientConnection:
        address = f"127.0.0.1:{self._port}"
        headers = {"Cookie": self._cookie, "Origin": f"http://{address}"}
        return await connect(
            f"ws://{address}/api/v1/projects/live/live/", additional_headers=headers, proxy=None
        )

    async def _read(self, connection: ClientConnection) -> None:
        try:
            async for message in connection:
                self.messages += 1
                self.versions.add(json.loads(message)["version"])
        except ConnectionClosed:
            pass


def _until(client: Client, end: float) -> list[float]:
    """Reserve, save and submit items until `end`, and return the duration of each save."""
    taken = []
    while time.perf_counter() < end:
        item = client.call("POST", "projects/live/next/", {})[0]["item"]
        taken += [client.save("live", item, revision, submit=revision == 2) for revision in range(3)]
    return taken


def _save_for_a_while(clients: list[Client]) -> tuple[list[float], float]:
    for client in clients:
        client.disconnect()
    began = time.perf_counter()
    with ThreadPoolExecutor(len(clients)) as people:
        each = list(people.map(lambda client: _until(client, began + SECONDS), clients))
    return [value for values in each for value in values], time.perf_counter() - began


def run(site: Site) -> None:
    site.project("live", 20_000, CLIENTS)
    with site.served() as port:
        clients = [Client(port) for _ in range(CLIENTS)]
        for person, client in enumerate(clients):
            client.log_in(f"p{person}", PASSWORD)
        _measure(clients, Viewers(port, clients[0].cookie, 0))
        with Viewers(port, clients[0].cookie, VIEWERS).watching() as viewers:
            _measure(clients, viewers)
    site.show("shell", "-v0", "-c", SAVE_COST)


def _measure(clients: list[Client], viewers: Viewers) -> None:
    saves, seconds = _save_for_a_while(clients)
    print(
        f"  {viewers.number:>3} overviews open, {CLIENTS} clients: {len(saves) / seconds:.0f} saves/s, "
        f"{milliseconds(saves)}; {len(viewers.versions)} summaries worked out in {seconds:.0f} s, "
        f"{viewers.messages / seconds:.0f} messages/s"
    )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
