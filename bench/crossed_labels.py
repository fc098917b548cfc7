"""Measure gold by field: of a project small enough for a request, and of one that a job reads. Five votes an item."""

import json
import random
import time

from bench.client import Client
from bench.saves import milliseconds
from bench.site import PASSWORD, Site, temporary_site

AT_ONCE = 2_000
SIZES = (AT_ONCE, 100_000)
TIMES = 20
VOTES = 5
TASKS = ("DM", "MT", "PG")
LOOK = 0.2  # seconds between two looks at the job


def run(site: Site, sizes: tuple[int, ...] = SIZES) -> None:
    for size in sizes:
        slug = f"judged{size}"
        judged_project(site, slug, size)
        address = f"projects/{slug}/crossed-labels/"
        asked = f"{address}?field=task&label=supported&choice=no"
        with site.served() as port:
            client = Client(port)
            client.log_in(f"lead-{slug}", PASSWORD)
            offered = [client.call("GET", address)[1] for _ in range(TIMES)]
            computed = "" if size <= AT_ONCE else f"; job {job_seconds(client, asked):.1f} s"
            tables = [client.call("GET", asked)[1] for _ in range(TIMES)]
        print(
            f"  {size:>9,} items: fields {milliseconds(offered)}; tables {milliseconds(tables)}{computed}",
            flush=True,
        )


def judged_project(site: Site, slug: str, size: int) -> None:
    rng = random.Random(slug)
    path = site.directory / f"{slug}.jsonl"
    with path.open("w") as file:
        for number in range(size):
            votes = rng.choices(("Hallucination", "Not Hallucination"), k=VOTES)
            record = {
                "id": number,
                "hyp": f"The keeper lit lamp {number}.",
                "ref": "either",
                "src": f"Who lit lamp {number}?",
                "tgt": "The keeper.",
                "model": "",
                "task": rng.choice(TASKS),
                "labels": votes,
                "label": max(votes, key=votes.count),
                "p(Hallucination)": votes.count("Hallucination") / VOTES,
            }
            file.write(json.dumps(record) + "\n")
    site.manage("create_project", slug, "--no-guidelines", "--preset", "shroom")
    site.manage("add_member", slug, f"lead-{slug}", "--role", "lead", "--password", PASSWORD)
    site.manage("import_items", slug, str(path))
    site.manage("import_annotations", slug, str(path))


def job_seconds(client: Client, asked: str) -> float:
    """Return the seconds from the request to the computed tables."""
    began = time.perf_counter()
    client.call("POST", asked)
    while not (found := client.call("GET", asked)[0])["table"]:
        if found["run"]["state"] == "failed":
            raise RuntimeError(found["run"]["message"])
        time.sleep(LOOK)
    return time.perf_counter() - began


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
