"""Measure the requests of a lead's overview with three annotations per item: summary, worst items, what waits."""

from bench.client import Client
from bench.saves import milliseconds
from bench.site import PASSWORD, Site, temporary_site

SIZES = (1_000, 100_000, 1_000_000)
TIMES = 100


def run(site: Site, sizes: tuple[int, ...] = SIZES) -> None:
    for size in sizes:
        slug = f"counted{size}"
        site.project(slug, size, people=1)
        site.manage("import_annotations", slug, str(site.annotations(slug, size)))
        site.manage("set_project", slug, "--adjudication", "on")
        with site.served() as port:
            client = Client(port)
            client.log_in("p0", PASSWORD)
            summaries = [client.call("GET", f"projects/{slug}/summary/")[1] for _ in range(TIMES)]
            worst = [client.call("GET", f"projects/{slug}/items/?order=agreement")[1] for _ in range(TIMES)]
            waiting = [client.call("GET", f"projects/{slug}/waiting/")[1] for _ in range(TIMES)]
        print(
            f"  {size:>9,} items: summary {milliseconds(summaries)}; worst items {milliseconds(worst)}; "
            f"what waits {milliseconds(waiting)}"
        )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
