"""Measure records per second, peak memory and the longest save during an import of 100,000 items."""

import re
import time
from pathlib import Path

from bench.client import Client
from bench.saves import milliseconds
from bench.site import PASSWORD, Site, temporary_site

ITEMS = 100_000


def peak_megabytes(pid: int) -> float:
    """Return the peak memory of a running process (Linux)."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def import_while_saving(site: Site, command: str, path: Path, client: Client) -> None:
    item = client.call("POST", "projects/importing/next/", {})[0]["item"]
    revision = item["annotation"]["revision"]
    waits, peak = [], 0.0
    process = site.start(command, "importing", str(path))
    began = time.perf_counter()
    while process.poll() is None:
        waits.append(client.save("importing", item, revision, submit=False))
        revision += 1
        peak = max(peak, peak_megabytes(process.pid))
    seconds = time.perf_counter() - began
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    print(
        f"  {command}: {ITEMS / seconds:,.0f} records/s, peak {peak:.0f} MB; saves during it "
        f"{milliseconds(waits)}, longest {max(waits) * 1000:.0f} ms ({len(waits)} saves)"
    )


def run(site: Site) -> None:
    site.project("importing", 1_000, people=1)
    with site.served() as port:
        client = Client(port)
        client.log_in("p0", PASSWORD)
        import_while_saving(site, "import_items", site.items("more", ITEMS), client)
        import_while_saving(site, "import_annotations", site.annotations("more", ITEMS), client)


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
