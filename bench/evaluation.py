"""Measure a shared task of 50 teams, 14 languages and 2,618 submissions: python -m bench.evaluation

An upload of 14 files from the request to the last score, the board, its statistics, and scoring everything again.
Submissions are inserted into the database directly; the job of a new gold revision scores them.
"""

import subprocess
import time
from typing import Any

from bench.client import Client
from bench.saves import milliseconds
from bench.scoring import COMMAND
from bench.shared_task import (
    ITEMS,
    LANGUAGES,
    MEMBER,
    ORGANIZER,
    SLUG,
    SUBMISSIONS,
    TEAMS,
    gold_records,
    predictions,
    write_gold,
)
from bench.site import PASSWORD, Site, temporary_site

UPLOADS = 5
BOARDS = 20


def run(site: Site) -> None:
    gold = write_gold(site.directory / "gold")
    call(site, f"create_task({str(gold)!r})")
    with site.served() as port:
        measure_upload(port)
    call(site, "add_submissions()")
    call(site, "rescore()")
    call(site, "compute_statistics()")
    measure_bundle(site)
    with site.served() as port:
        measure_boards(port)


def call(site: Site, function: str) -> None:
    """Call a function of `bench.shared_task` in a process of the site, and print its output."""
    process = site.start("shell", "-v0", "-c", f"from bench import shared_task; shared_task.{function}")
    print(process.communicate()[0], end="", flush=True)
    if process.returncode:
        raise RuntimeError(f"{function} failed")


def measure_upload(port: int) -> None:
    """Time an upload of a file for each language until all of them are scored, as their team sees it."""
    client = Client(port)
    client.log_in(MEMBER, PASSWORD)
    received, scored = [], []
    for number in range(UPLOADS):
        files = [
            (f"{language}.jsonl", predictions(gold_records(language), number, 0.5)) for language in LANGUAGES
        ]
        began = time.perf_counter()
        upload = client.upload(f"tasks/{SLUG}/submissions/", {"system": f"run {number}"}, files)
        received.append(time.perf_counter() - began)
        ids = {each["id"] for each in upload["submissions"]}
        assert len(ids) == len(LANGUAGES)
        while states(client, ids) != {"scored"}:
            time.sleep(0.05)
        scored.append(time.perf_counter() - began)
    print(
        f"  {len(LANGUAGES)} files of {ITEMS} items, from the request to the last score: longest of {UPLOADS} "
        f"{max(scored):.2f} s, shortest {min(scored):.2f} s (budget 3 s); received after {max(received):.2f} s"
    )


def states(client: Client, ids: set[int]) -> set[str]:
    listed = client.call("GET", f"tasks/{SLUG}/submissions/")[0]["results"]
    return {each["state"] for each in listed if each["id"] in ids}


def measure_bundle(site: Site) -> None:
    directory = site.directory / "bundle"
    call(site, f"build_bundle({str(directory)!r})")
    began = time.perf_counter()
    subprocess.run([COMMAND, "verify", directory], check=True, stdout=subprocess.DEVNULL)
    print(f"  bundle verified, every submission scored again: {time.perf_counter() - began:.1f} s")


def measure_boards(port: int) -> None:
    organizer, visitor = Client(port), Client(port)
    organizer.log_in(ORGANIZER, PASSWORD)
    path = f"tasks/{SLUG}/boards/test/en/"
    print(f"  board of {TEAMS} teams x {len(LANGUAGES)} tracks, {SUBMISSIONS:,} submissions (budget 100 ms):")
    for name, client, query in (
        ("organizer", organizer, ""),
        ("visitor", visitor, ""),
        ("by the second metric", visitor, "?metric=rho"),
        ("of a slice", visitor, "?by=model&slice=invented-lab/larch-1"),
    ):
        first = client.call("GET", path + query)[1]
        taken = [client.call("GET", path + query)[1] for _ in range(BOARDS)]
        print(f"    {name}: {milliseconds(taken)}; the first one {first * 1000:.0f} ms")
    board: Any = visitor.call("GET", path)[0]
    assert len(board["rows"]) >= TEAMS
    wins = [visitor.call("GET", f"{path}wins/")[1] for _ in range(BOARDS)]
    print(f"    win probabilities: {milliseconds(wins)}")


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
