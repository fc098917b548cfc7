"""Several server processes behind one port, which need PostgreSQL and Redis."""

import os
from collections.abc import Iterator

import pytest

from tests.api.server.served_site import ANNOTATORS, ServedSite, served, wait_until
from tests.databases import MigratedDatabase, postgres_url

pytestmark = pytest.mark.skipif(
    not (postgres_url() and os.environ.get("REDIS_URL")),
    reason="Several server processes need PostgreSQL and Redis.",
)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[ServedSite]:
    with served(tmp_path_factory.mktemp("workers"), migrated, options=("--workers", "2")) as site:
        yield site


def test_two_processes_answer_at_one_port_and_both_end_with_the_command(site):
    with site.client(ANNOTATORS[0]) as client:
        item = client.call("POST", "/projects/harbour/next/", {}).json()["item"]
        for revision in range(3):
            client.save(item, revision)
    processes = site.children()
    assert len(processes) >= 2
    site.site.stop()
    wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in processes))
