"""Redis and PostgreSQL stop and start again while eight annotators work at two server processes, which go on.

The test starts both servers itself. FULL=1 stops each of them 20 times, and -s prints the counts of answers.
"""

import json
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest
import redis
from websockets.sync.client import connect

from tests.case_counts import SERVER_OUTAGES
from tests.concurrency.crowd import Crowd
from tests.database_servers import PostgresServer, RedisServer
from tests.databases import postgres_url
from tests.e2e.site import Server, Site
from tests.paths import ROOT
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.crowd,
    pytest.mark.skipif(not postgres_url(), reason="It is part of `make test-postgres`."),
]

PEOPLE = 8
ITEMS = 40
REQUESTS_BEFORE, REQUESTS_BETWEEN = 150, 50
OUTAGE_SECONDS = 3
GROUP = "morel:group:morel.live"
"""Key in Redis of the processes that receive changes from others."""


class Servers:
    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch, started: ExitStack) -> None:
        folder = Path(
            started.enter_context(TemporaryDirectory())
        )  # the user postgres cannot reach `directory`
        folder.chmod(0o755)
        self.postgres, self.redis = PostgresServer(folder), RedisServer(folder)
        self.postgres.start()
        started.callback(self.postgres.stop, "immediate")
        self.redis.start()
        started.callback(self.redis.stop)
        monkeypatch.setenv("DATABASE_URL", self.postgres.url)
        monkeypatch.setenv("REDIS_URL", self.redis.url)
        self.site = Site(directory)
        started.callback(self.site.close)
        self.site.start()
        self.second = started.enter_context(self.site.second_server())
        self.processes = {self.site.pid, self.second.pid}

    def assert_never_restarted(self) -> None:
        assert {self.site.pid, self.second.pid} == self.processes
        for pid in self.processes:
            assert Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"

    def subscribed(self) -> int:
        with redis.Redis.from_url(self.redis.url) as client:
            return int(client.zcard(GROUP))  # type: ignore[arg-type]  # not a pipeline


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Servers]:
    with ExitStack() as started:
        yield Servers(tmp_path, monkeypatch, started)


@dataclass
class Overview:
    """The lead's overview: the version of the newest summary."""

    version: int = -1
    is_open: bool = True


@contextmanager
def opened(crowd: Crowd, server: Server) -> Iterator[Overview]:
    """Open the overview at a server process, and receive summaries as a page does, all the time."""
    overview = Overview()

    def read() -> None:
        for message in socket:
            overview.version = json.loads(message)["version"]
        overview.is_open = False

    cookie = "; ".join(f"{name}={value}" for name, value in crowd.lead.cookies.items())
    with connect(
        f"ws://{urlsplit(server.url).netloc}/api/v1/projects/{crowd.slug}/live/",
        additional_headers={"Cookie": cookie, "Origin": server.url},
        proxy=None,
    ) as socket:
        reading = threading.Thread(target=read)
        reading.start()
        try:
            yield overview
        finally:
            socket.close()
            reading.join()


@contextmanager
def ending(crowd: Crowd) -> Iterator[None]:
    try:
        yield
    finally:
        crowd.disperse()


def saves(crowd: Crowd) -> int:
    return sum(len(person.saves) for person in crowd.people)


def unavailable(crowd: Crowd) -> int:
    """The number of responses with 503."""
    return sum(times for (_, status, _), times in crowd.log.answers.copy().items() if status == 503)


def version(crowd: Crowd) -> int:
    found: int = crowd.site.rows("SELECT version FROM annotation_project WHERE slug = ?", crowd.slug)[0][0]
    return found


def is_ready(url: str) -> bool:
    try:
        return urllib.request.urlopen(f"{url}/health/ready").status == 200  # noqa: S310 — a server of the test
    except urllib.error.HTTPError:
        return False


def refused_start(site: Site) -> str:
    """Start another server without Redis, and return why it is refused."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=ROOT,
        env={name: value for name, value in site.environment.items() if name != "REDIS_URL"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    return done.stderr


def test_eight_people_work_while_redis_and_postgresql_stop_and_start(servers):
    site, second = servers.site, servers.second
    crowd = Crowd.gather(site, "outage", 5, ITEMS, lambda: [site.url, second.url], people=PEOPLE)
    verified = []
    saves_without_redis = 0

    def without_redis(crowd: Crowd) -> None:
        nonlocal saves_without_redis
        before, refused = saves(crowd), unavailable(crowd)
        servers.redis.stop()
        time.sleep(OUTAGE_SECONDS)
        saves_without_redis += saves(crowd) - before
        assert unavailable(crowd) == refused, "Saves do not need Redis."
        servers.redis.start()

    def without_postgres(crowd: Crowd, stop: Callable[[], None]) -> None:
        stop()
        time.sleep(OUTAGE_SECONDS)
        servers.postgres.start()
        verified.append(crowd.assert_acknowledged_stored())
        crowd.assert_places_kept()

    outages = [
        without_redis,
        lambda crowd: without_postgres(crowd, servers.postgres.stop),
        lambda crowd: without_postgres(crowd, servers.postgres.kill),
    ] * SERVER_OUTAGES
    requests = REQUESTS_BEFORE + REQUESTS_BETWEEN * len(outages)
    moments = {
        (REQUESTS_BEFORE + REQUESTS_BETWEEN * number) / requests: outage
        for number, outage in enumerate(outages)
    }
    with ending(crowd), opened(crowd, second) as overview:
        wait_until(lambda: overview.version >= 0)
        wait_until(lambda: servers.subscribed() > 0)
        crowd.run(requests, moments)
        crowd.assert_sound(database_stopped=True)
        assert saves_without_redis > 0
        assert unavailable(crowd) > 0
        servers.assert_never_restarted()
        wait_until(lambda: servers.subscribed() > 0)
        wait_until(lambda: overview.version == version(crowd))
        before = overview.version
        crowd.set_redundancy(4)
        wait_until(lambda: before < overview.version == version(crowd))
        assert overview.is_open
        wait_until(lambda: len(site.rows("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")) >= 4)
        assert "set the same REDIS_URL" in refused_start(site)
        for server in (site, second):
            wait_until(lambda server=server: is_ready(server.url))
    sys.stdout.write(
        f"\n{len(outages)} outages: {crowd.report()}, {saves_without_redis} while Redis was stopped, "
        f"{verified[-1]} acknowledged before the last outage, {sum(verified)} looked up after outages\n"
    )
