"""Measure saves of one client and of eight: milliseconds, saves per second, errors.

Uses SQLite, or the empty PostgreSQL database in DATABASE_URL with the Redis in REDIS_URL.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from bench.client import Client
from bench.site import PASSWORD, ROOT, Site, fsync_milliseconds, temporary_site

SAVES, CLIENTS, SECONDS = 300, 8, 10.0


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def milliseconds(values: list[float]) -> str:
    return f"p50 {percentile(values, 0.5) * 1000:.1f} ms, p99 {percentile(values, 0.99) * 1000:.1f} ms"


def one_client(port: int) -> list[float]:
    client = Client(port)
    client.log_in("p0", PASSWORD)
    item = client.call("POST", "projects/saving/next/", {})[0]["item"]
    return [client.save("saving", item, revision, submit=False) for revision in range(SAVES)]


def floor(site: Site) -> list[float]:
    """The durations of the same requests to a bare ASGI handler with the same two writes and one commit."""
    command = [sys.executable, "-m", "bench.floor", str(site.directory / "morel.sqlite3")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        client = Client(int(process.stdout.readline() if process.stdout else 0))
        item = {"id": 1, "answer": ""}
        return [client.save("saving", item, revision, submit=False) for revision in range(SAVES)]
    finally:
        process.terminate()
        process.communicate()


def _logged_in(port: int, person: int) -> Client:
    client = Client(port)
    client.log_in(f"p{person}", PASSWORD)
    return client


def _until(client: Client, end: float) -> list[float]:
    taken = []
    while time.perf_counter() < end:
        item = client.call("POST", "projects/saving/next/", {})[0]["item"]
        began = item["annotation"]["revision"]
        taken += [
            client.save("saving", item, revision, submit=revision == began + 8)
            for revision in range(began, began + 9)
        ]
    return taken


def eight_clients(port: int) -> tuple[list[float], float]:
    """Return the durations of saves, eight drafts and a submission per item, and the seconds in all."""
    # A login computes the hash of a password for longer than many saves take.
    clients = [_logged_in(port, person) for person in range(CLIENTS)]
    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        each = pool.map(lambda client: _until(client, began + SECONDS), clients)
        taken = [value for values in each for value in values]
    return taken, time.perf_counter() - began


def show_eight_clients(port: int, name: str) -> None:
    together, seconds = eight_clients(port)
    print(
        f"  {name} {milliseconds(together)}, {len(together) / seconds:.0f} saves/s "
        f"({len(together)} saves, no error)"
    )


def run(site: Site) -> None:
    """With PostgreSQL and Redis also with two processes, instead of the floor."""
    site.project("saving", 20_000)
    print(f"  fsync of this disk: {fsync_milliseconds(site.directory):.2f} ms (median)")
    with site.served() as port:
        alone = one_client(port)
        print(f"  one client:    {milliseconds(alone)} ({len(alone)} drafts)")
        show_eight_clients(port, "eight clients:")
    if os.environ.get("REDIS_URL"):
        with site.served("--workers", "2") as port:
            show_eight_clients(port, "two processes:")
    else:
        print(
            f"  floor:         {milliseconds(floor(site))}: a bare handler, the same two writes, one commit"
        )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
