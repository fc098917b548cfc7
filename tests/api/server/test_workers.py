"""Several server processes behind one port, which need PostgreSQL and Redis."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from signal import SIGKILL

import pytest

from tests.api.server.served_site import ANNOTATORS, ServedSite, served
from tests.databases import MigratedDatabase, postgres_url
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(
    not (postgres_url() and os.environ.get("REDIS_URL")),
    reason="Several server processes need PostgreSQL and Redis.",
)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    options, directory = ("--workers", "2"), tmp_path_factory.mktemp("workers")
    with served(directory, migrated, options=options, METRICS_FROM="127.0.0.1") as site:
        yield site


def samples(site: ServedSite) -> dict[str, float]:
    """The metrics, over a new connection, which any of the processes may accept."""
    with site.client() as client:
        answer = client.call("GET", "//metrics")
    assert answer.status == 200
    lines = [line for line in answer.body.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_each_process_answers_with_the_metrics_of_all(site):
    name = 'morel_request_seconds_count{method="GET",route="api/v1/session/",status="200"}'
    before = samples(site).get(name, 0)
    for _ in range(20):
        with site.client() as client:
            client.call("GET", "/session/")
    with ExitStack() as opened:
        for _ in range(6):
            held = opened.enter_context(site.client(source="127.0.0.2"))
            assert held.call("GET", "/session/").status == 200
        assert [samples(site)[name] for _ in range(12)] == [before + 26] * 12
        for _ in range(12):  # A process leaves the last request for metrics just after its answer.
            wait_until(lambda: samples(site)["morel_connections"] == 6 + 1)
    served_by = [pid for pid in site.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(served_by[0], SIGKILL)
    wait_until(lambda: served_by[0] not in site.children() and len(site.children()) >= len(served_by))
    assert [samples(site)[name] for _ in range(6)] == [before + 26] * 6
    wait_until(lambda: samples(site)["morel_connections"] == 1)


def test_two_processes_answer_at_one_port_and_both_end_with_the_command(site):
    with site.client(ANNOTATORS[0]) as client:
        item = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
        for revision in range(3):
            client.save(item, revision)
    processes = site.children()
    assert len(processes) >= 2
    site.site.stop()
    wait_until(lambda: not any(runs(pid) for pid in processes))


def test_both_end_when_the_command_is_killed(site):
    wait_until(lambda: len(site.children()) > 2)  # both, and the resource tracker of multiprocessing
    processes = site.children()
    with site.client(ANNOTATORS[0]) as client:
        assert client.call("POST", "/projects/harbour/next/", {}).status == 200
        os.kill(site.site.pid, signal.SIGKILL)
        try:
            wait_until(lambda: not any(runs(pid) for pid in processes))
        finally:
            for pid in filter(runs, processes):
                os.kill(pid, signal.SIGKILL)
    site.site.stop()
    site.start()
    with site.client(ANNOTATORS[0]) as client:
        assert client.call("GET", "/session/").status == 200


def runs(pid: int) -> bool:
    return os.path.exists(f"/proc/{pid}")
