"""Fifty people work at once against the real server: never too many on an item, nobody on one twice, nothing lost.

FULL=1 asks each crowd for 10,000 requests, over 200 items, and kills the server 200 times. -s prints the counts of
answers.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.case_counts import CROWD_REQUESTS, KILLS
from tests.concurrency.crowd import Crowd
from tests.databases import MigratedDatabase
from tests.e2e.site import Site

pytestmark = pytest.mark.crowd

ITEMS = max(10, CROWD_REQUESTS // 50)
QUARTERS = (0.25, 0.5, 0.75)
POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("crowds"), migrated=migrated)
    site.start()
    yield site
    site.close()


@pytest.fixture
def crowd(site: Site) -> Iterator[Callable[..., Crowd]]:
    with ExitStack() as gathered:

        def crowd(seed: int, servers: Callable[[], list[str]] = lambda: [site.url]) -> Crowd:
            people = Crowd.gather(site, f"crowd-{seed}", seed, ITEMS, servers)
            gathered.callback(people.disperse)
            return people

        yield crowd


def test_fifty_people_work_through_a_pool(crowd):
    people = crowd(1)
    people.run(CROWD_REQUESTS)
    people.assert_sound()
    sys.stdout.write(f"\nplain: {people.report()}\n")


def test_redundancy_is_raised_and_lowered_while_fifty_work(crowd):
    people = crowd(2)
    people.most = 4
    people.run(
        CROWD_REQUESTS,
        {
            share: lambda crowd, redundancy=redundancy: crowd.set_redundancy(redundancy)
            for share, redundancy in zip(QUARTERS, (4, 2, 3), strict=True)
        },
    )
    people.assert_sound()
    sys.stdout.write(f"\nredundancy changed: {people.report()}\n")


@pytest.mark.skipif(POSTGRES, reason="On PostgreSQL one of two servers is killed instead.")
def test_the_server_is_killed_and_comes_back_while_fifty_work(crowd):
    people = crowd(3)
    verified: list[int] = []

    def kill(crowd: Crowd) -> None:
        crowd.site.stop(kill=True)
        verified.append(crowd.assert_acknowledged_stored())
        crowd.assert_places_kept()
        crowd.site.restart()

    people.run(CROWD_REQUESTS, {number / (KILLS + 1): kill for number in range(1, KILLS + 1)})
    people.assert_sound()
    assert len(verified) == KILLS
    sys.stdout.write(
        f"\nkilled {KILLS} times: {people.report()}, {verified[-1]} acknowledged before the last kill, "
        f"{sum(verified)} looked up between kill and restart\n"
    )


@pytest.mark.skipif(
    not (POSTGRES and os.environ.get("REDIS_URL")),
    reason="Without PostgreSQL and Redis there is one process.",
)
def test_one_of_two_servers_is_killed_while_fifty_work(crowd, site):
    with site.second_server() as second:
        people = crowd(4, lambda: [site.url, second.url] if second.runs else [site.url])
        people.run(CROWD_REQUESTS, {0.5: lambda _: second.stop(kill=True)})
        people.assert_sound()
    sys.stdout.write(f"\none of two killed: {people.report()}\n")
