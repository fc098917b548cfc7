"""Measure the gold export, `agreement` and the table of annotators of large projects with three annotations an item."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from bench.client import Client
from bench.releases import measure
from bench.saves import milliseconds, show_eight_clients
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
            if size == sizes[-1]:
                measure_saves_beside(site, client, slug, port)


def measure_saves_beside(site: Site, client: Client, slug: str, port: int) -> None:
    """Eight people save alone, and while gold is downloaded again and again."""
    site.project("saving", 20_000)
    show_eight_clients(port, "eight clients save alone:             ")
    over = Event()

    def download() -> int:
        times = 0
        while not over.is_set():
            client.download(f"projects/{slug}/gold/?min_annotations=1")
            times += 1
        return times

    with ThreadPoolExecutor(1) as pool:
        downloading = pool.submit(download)
        show_eight_clients(port, "eight clients save beside the download:")
        over.set()
        print(f"  (gold was downloaded {downloading.result()} times)")


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
