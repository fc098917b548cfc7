"""Measure building, verifying and rebuilding a release of 100,000 items × 3 annotations."""

import sys
import time

from bench.imports import peak_megabytes
from bench.site import Site, temporary_site

ITEMS = 100_000


def measure(site: Site, items: int, *arguments: str) -> None:
    peak = 0.0
    began = time.perf_counter()
    process = site.start(*arguments)
    while process.poll() is None:
        peak = max(peak, peak_megabytes(process.pid))
        time.sleep(0.05)
    seconds = time.perf_counter() - began
    if process.returncode:
        raise RuntimeError(f"{arguments[0]} ended with {process.returncode}")
    print(
        f"  {arguments[0]}, {items:,} items x 3: {seconds:.1f} s with its start, {items / seconds:,.0f} items/s, "
        f"peak {peak:.0f} MB"
    )


def run(site: Site, items: int = ITEMS) -> None:
    site.project("releasing", items, people=0)
    site.manage("import_annotations", "releasing", str(site.annotations("releasing", items)))
    out = site.directory / "out"
    measure(site, items, "build_release", "releasing", "v1", "--out", str(out))
    measure(site, items, "verify_release", str(out))
    measure(site, items, "rebuild_release", "releasing", "v1", "--out", str(site.directory / "again"))


if __name__ == "__main__":
    with temporary_site() as site:
        run(site, int(sys.argv[1]) if len(sys.argv) > 1 else ITEMS)
