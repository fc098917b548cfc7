"""Measure seconds and peak memory of all agreement measures of a project with 10,000 items × 3 annotations.

The command computes them as the background job does, in a separate process.
"""

import json
import time

from bench.imports import peak_megabytes
from bench.site import Site, temporary_site

ITEMS = 10_000


def run(site: Site) -> None:
    site.project("measures", ITEMS, people=0)
    path = site.directory / "annotations.jsonl"
    with path.open("w") as file:
        for number in range(ITEMS):
            marks = {
                f"annotator_{k}": [[number % 20 + k, number % 20 + 15], [50, 60 + k], [90 + k, 120]]
                for k in range(3)
            }
            file.write(json.dumps({"id": f"measures-{number}", "lang": "EN", "annotations": marks}) + "\n")
    site.manage("import_annotations", "measures", str(path))
    peak = 0.0
    began = time.perf_counter()
    process = site.start("agreement", "measures", "--json")
    while process.poll() is None:
        peak = max(peak, peak_megabytes(process.pid))
        time.sleep(0.01)
    print(
        f"  agreement --json, {ITEMS:,} items x 3: {time.perf_counter() - began:.1f} s with its start, "
        f"peak {peak:.0f} MB"
    )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
