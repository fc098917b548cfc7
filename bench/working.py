"""Eight annotators at work: each takes an item, submits it, and takes the next. Items a second, and what either costs.

On SQLite; on PostgreSQL where DATABASE_URL names an empty database of it.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor

from bench.client import Client
from bench.saving import SECONDS, TOGETHER, milliseconds
from bench.site import PASSWORD, Site, fsync_milliseconds, temporary_site


def _logged_in(port: int, person: int) -> Client:
    client = Client(port)
    client.log_in(f"p{person}", PASSWORD)
    client.hang_up()
    return client


def _until(client: Client, end: float) -> tuple[list[float], list[float]]:
    claims, submissions = [], []
    while time.perf_counter() < end:
        answer, took = client.call("POST", "projects/working/next/", {})
        claims.append(took)
        submissions.append(client.save("working", answer["item"], 0, submit=True))
    return claims, submissions


def run(site: Site) -> None:
    site.project("working", 20_000, TOGETHER)
    database = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    print(f"  {database}; fsync of this disk: {fsync_milliseconds(site.directory):.2f} ms (median)")
    with site.served() as port, ThreadPoolExecutor(TOGETHER) as people:
        clients = [_logged_in(port, person) for person in range(TOGETHER)]
        began = time.perf_counter()
        worked = list(people.map(lambda client: _until(client, began + SECONDS), clients))
        seconds = time.perf_counter() - began
    claims = [value for claimed, _ in worked for value in claimed]
    submissions = [value for _, submitted in worked for value in submitted]
    print(
        f"  {TOGETHER} clients: {len(submissions) / seconds:.0f} items/s taken and submitted; "
        f"next item {milliseconds(claims)}; submission {milliseconds(submissions)}"
    )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
