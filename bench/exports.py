"""Measure the gold export, `agreement` and the table of annotators of large projects with three annotations an item."""

import time

from bench.client import Client
from bench.releases import measure
from bench.saves import milliseconds
from bench.site import PASSWORD, Site, temporary_site

SIZES = (40_000, 100_000)
TIMES = 20


def run(site: Site, sizes: tuple[int, ...] = SIZES) -> None:
    for size in sizes:
        slug = f"exported{size}"
        site.project(slug, size, people=1)
        site.manage("import_annotations", slug, str(site.annotations(slug, size)))
        measure(site, size, "export_gold", slug, "--out", str(site.directory / f"{slug}.gold"))
        measure(site, size, "export_annotations", slug, "--out", str(site.directory / f"{slug}.raw"))
        measure(site, size, "agreement", slug)
        with site.served() as port:
            client = Client(port)
            client.log_in("p0", PASSWORD)
            measure_download(client, slug, size)
            measure_people(client, slug, size)


def measure_download(client: Client, slug: str, size: int) -> None:
    first, whole, length = client.download(f"projects/{slug}/gold/?min_annotations=1")
    print(
        f"  gold download, {size:,} items x 3: first byte {first * 1000:.0f} ms, all {length / 2**20:.0f} MB "
        f"in {whole:.1f} s"
    )


def measure_people(client: Client, slug: str, size: int) -> None:
    path = f"projects/{slug}/people/agreement/"
    began = time.perf_counter()
    while client.call("POST", path, {"asked": False})[0]["stale"]:
        time.sleep(0.1)
    computed = time.perf_counter() - began
    looks = [client.call("GET", path)[1] for _ in range(TIMES)]
    people = [client.call("GET", f"projects/{slug}/people/")[1] for _ in range(TIMES)]
    preview = [
        client.call("POST", f"projects/{slug}/releases/preview/", {"policy": "", "languages": []})[1]
        for _ in range(TIMES)
    ]
    print(
        f"  annotators, {size:,} items x 3: computed in {computed:.1f} s; agreement {milliseconds(looks)}; "
        f"people {milliseconds(people)}; release preview {milliseconds(preview)}"
    )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
