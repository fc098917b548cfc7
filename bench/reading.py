"""Next item, the one to come after it, and dashboard summary, at a thousand items and at a million."""

from bench.client import Client
from bench.saving import milliseconds
from bench.site import PASSWORD, Site, temporary_site

SIZES = (1_000, 100_000, 1_000_000)
TIMES = 200


def run(site: Site, sizes: tuple[int, ...] = SIZES) -> None:
    for size in sizes:
        slug = f"items{size}"
        site.project(slug, size, people=1)
        with site.served() as port:
            client = Client(port)
            client.log_in("p0", PASSWORD)
            claims, prefetches, summaries = [], [], []
            for _ in range(TIMES):
                answer, took = client.call("POST", f"projects/{slug}/next/", {})
                claims.append(took)
                beside = {"beside": answer["item"]["id"]}
                prefetches.append(client.call("POST", f"projects/{slug}/next/", beside)[1])
                client.save(slug, answer["item"], 0, submit=True)
                summaries.append(client.call("GET", f"projects/{slug}/summary/")[1])
        print(
            f"  {size:>9,} items: next item {milliseconds(claims)}; the one after it {milliseconds(prefetches)}; "
            f"summary {milliseconds(summaries)}"
        )


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
