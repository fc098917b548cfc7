"""Measure eight annotators who reserve an item, submit it, and reserve the next.

Uses SQLite, or the empty PostgreSQL database in DATABASE_URL.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor

from bench.client import Client
from bench.saves import CLIENTS, SECONDS, milliseconds
from bench.site import PASSWORD, Site, fsync_milliseconds, temporary_site


def _logged_in(port: int, person: int) -> Client:
    client = Client(port)
    client.log_in(f"p{person}", PASSWORD)
    client.disconnect()
    return client


def _until(client: Client, end: float) -> tuple[list[float], list[float]]:
    reservations, submissions = [], []
    while time.perf_counter() < end:
        answer, took = client.call("POST", "projects/working/next/", {})
        reservations.append(took)
        submissions.append(client.save("working", answer["item"], 0, submit=True))
    return reservations, submissions


def run(site: Site) -> None:
    site.project("working", 20_000, CLIENTS)
    database = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    print(f"  {database}; fsync of this disk: {fsync_milliseconds(site.directory):.2f} ms (median)")
    with site.served() as port, ThreadPoolExecutor(CLIENTS) as people:
        clients = [_logged_in(port, person) for person in range(CLIENTS)]
        began = time.perf_counter()
        worked = list(people.map(lambda client: _until(client, began + SECONDS), clients))
        seconds = time.perf_counter() - began
    reservations = [value for reserved, _ in worked for value in reserved]
    submissions = [value for _, submitted in worked for value in submitted]
    print(
        f"  {CLIENTS} clients: {len(submissions) / seconds:.0f} items/s taken and submitted; "
        f"next item {milliseconds(reservations)}; submission {milliseconds(submissions)}"
    )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
