"""Measure reads with a thousand to a million items: next item, prefetched item, summary and the leads' item list.

Statistics for the list are inserted into the database directly, because only reading is measured.
"""

from bench.client import Client
from bench.saves import milliseconds
from bench.site import PASSWORD, Site, temporary_site

SIZES = (1_000, 100_000, 1_000_000)
TIMES = 200
LIST_REQUESTS = 20
LISTS = (
    "order=agreement",
    "order=disputed",
    "order=few&status=open",
    "order=ordinal&model=nobody",
    "order=comments&search=lamp 77",
)
_INSERT_STATISTICS = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(
        "INSERT INTO annotation_itemstatistic (item_id, project_id, language, policy, n, agreement, gold_characters, "
        "tie_characters, disputed_characters, single_characters, unsure, comments, labels, differs) "
        "SELECT i.id, i.project_id, i.language, p.policy, 3, 333333333333 + (i.id * 7919 %% 666667) * 1000000, "
        "i.id %% 30, i.id %% 9, i.id %% 61, i.id %% 17, i.id %% 2, i.id %% 3 / 2, '', i.id %% 61 > 0 "
        "FROM annotation_item i JOIN annotation_project p ON p.id = i.project_id WHERE p.slug = %s AND i.id NOT IN "
        "(SELECT item_id FROM annotation_itemstatistic)",
        ["{slug}"],
    )
"""


def run(site: Site, sizes: tuple[int, ...] = SIZES) -> None:
    for size in sizes:
        slug = f"items{size}"
        site.project(slug, size, people=1)
        with site.served() as port:
            client = Client(port)
            client.log_in("p0", PASSWORD)
            next_items, prefetches, summaries = [], [], []
            for _ in range(TIMES):
                answer, took = client.call("POST", f"projects/{slug}/next/", {})
                next_items.append(took)
                beside = {"beside": answer["item"]["id"]}
                prefetches.append(client.call("POST", f"projects/{slug}/next/", beside)[1])
                client.save(slug, answer["item"], 0, submit=True)
                summaries.append(client.call("GET", f"projects/{slug}/summary/")[1])
            lists = measure_lists(site, client, slug)
        print(
            f"  {size:>9,} items: next item {milliseconds(next_items)}; the one after it {milliseconds(prefetches)}; "
            f"summary {milliseconds(summaries)}"
        )
        for query, taken in lists.items():
            print(f"            items?{query}: {milliseconds(taken)}")


def measure_lists(site: Site, client: Client, slug: str) -> dict[str, list[float]]:
    """Return the durations of requests of the item list, by query."""
    site.manage("shell", "-v0", "-c", _INSERT_STATISTICS.replace("{slug}", slug))
    client.disconnect()
    return {
        query: [
            client.call("GET", f"projects/{slug}/items/?{query.replace(' ', '%20')}")[1]
            for _ in range(LIST_REQUESTS)
        ]
        for query in LISTS
    }


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
