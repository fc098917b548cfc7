"""Measure the import of a source run, the comparison, the report of a selection and the draw of a sample.

Two sources and three people mark and judge all items. Jobs and requests run in the server, as for a lead.
"""

import json
import random
import time
from pathlib import Path

from bench.client import Client
from bench.imports import peak_megabytes
from bench.site import PASSWORD, Site, temporary_site

SIZES = (10_000, 100_000)
LOOK = 0.2  # seconds between two looks at a job
LABELS = {"fluency": ("well-formed", "minor", "not-fluent"), "factuality": ("correct", "errors")}
SAMPLE = 50


def run(site: Site, sizes: tuple[int, ...] = SIZES) -> None:
    for size in sizes:
        slug = f"judged-by-models-{size}"
        people(site, slug, size)
        imports = [import_run(site, slug, name, size) for name in ("one", "two")]
        with site.served() as port:
            client = Client(port)
            client.log_in(f"lead-{size}", PASSWORD)
            rest = peak_megabytes(site.server)
            keys = [each["id"] for each in client.call("GET", f"projects/{slug}/sources/")[0]["results"]]
            comparison = compared(client, slug)
            after_comparison = peak_megabytes(site.server)
            report = reported(client, slug, keys)
            asked = {"size": SAMPLE, "source_id": keys[0], "item_label": "factuality"}
            preview = client.call("POST", f"projects/{slug}/source-samples/preview/", asked)[1]
            found, drawn = client.call("POST", f"projects/{slug}/source-samples/", asked | {"tag": "checked"})
            peak = peak_megabytes(site.server)
        for seconds, memory in imports:
            print(f"  {size:>9,} records: import {size / seconds:,.0f} records/s, peak {memory:.0f} MB")
        print(
            f"  {size:>9,} items x 3 people x 2 sources: comparison {comparison:.1f} s, selection report "
            f"{report:.1f} s, sample of {found['items']}: preview {preview:.2f} s, draw {drawn:.2f} s; server "
            f"{rest:.0f} MB at rest, peak {after_comparison:.0f} MB after the comparison, {peak:.0f} MB at the end",
            flush=True,
        )


def people(site: Site, slug: str, size: int) -> None:
    """Create the project with the work of three people on each item."""
    rng = random.Random(slug)
    site.manage(
        *("create_project", slug, "--no-guidelines", "--preset", "mu-shroom+labels"), "--languages", "EN"
    )
    site.manage("add_member", slug, f"lead-{size}", "--role", "lead", "--password", PASSWORD)
    site.manage("import_items", slug, str(site.items(slug, size)))
    path = site.directory / f"{slug}-people.jsonl"
    with path.open("w") as file:
        for number in range(size):
            record = {
                "id": f"{slug}-{number}",
                "lang": "EN",
                "annotations": {f"annotator_{k}": [[number % 20 + k, number % 20 + 15]] for k in range(3)},
                "annotation_labels": {f"annotator_{k}": judgement(rng) for k in range(3)},
            }
            file.write(json.dumps(record) + "\n")
    site.manage("import_annotations", slug, str(path))


def judgement(rng: random.Random) -> dict[str, str]:
    return {label: rng.choice(choices) for label, choices in LABELS.items()}


def source_run(site: Site, slug: str, name: str, size: int) -> Path:
    rng = random.Random(name)
    path = site.directory / f"{slug}-{name}.jsonl"
    with path.open("w") as file:
        for number in range(size):
            start = rng.randrange(40)
            record = {
                "id": f"{slug}-{number}",
                "spans": [{"start": start, "end": start + 12}],
                "labels": judgement(rng),
                "score": round(rng.random(), 4),
                "reasoning": "The reference names another keeper of the light.",
            }
            file.write(json.dumps(record) + "\n")
    return path


def import_run(site: Site, slug: str, name: str, size: int) -> tuple[float, float]:
    """Return the seconds of the command with its start, and its peak memory in megabytes."""
    path = source_run(site, slug, name, size)
    peak, began = 0.0, time.perf_counter()
    process = site.start("import_source", slug, str(path), "--name", name)
    while process.poll() is None:
        peak = max(peak, peak_megabytes(process.pid))
        time.sleep(0.01)
    if process.returncode:
        raise RuntimeError(f"import_source ended with {process.returncode}")
    return time.perf_counter() - began, peak


def compared(client: Client, slug: str) -> float:
    """Return the seconds from the request to the computed comparison."""
    address = f"projects/{slug}/source-comparison/"
    began = time.perf_counter()
    client.call("POST", address)
    while not (found := client.call("GET", address)[0])["comparison"]:
        raise_if_failed(found["run"])
        time.sleep(LOOK)
    return time.perf_counter() - began


def reported(client: Client, slug: str, sources: list[int]) -> float:
    """Return the seconds from the request to the report of a selection in which people must agree too."""
    address = f"projects/{slug}/selections/report/"
    criteria = {"question": "factuality", "sources": sources, "people": True}
    began = time.perf_counter()
    client.call("POST", address, criteria | {"compute": True})
    while not (found := client.call("POST", address, criteria)[0])["attrition"]:
        raise_if_failed(found["run"])
        time.sleep(LOOK)
    return time.perf_counter() - began


def raise_if_failed(job: dict[str, str] | None) -> None:
    if job and job["state"] == "failed":
        raise RuntimeError(job["message"])


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
