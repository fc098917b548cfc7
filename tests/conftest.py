"""What every test of the back end stands on: a data directory of its own, quick passwords, and the cast."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import override_settings
from hypothesis import settings as hypothesis_settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tests.case_counts import PROPERTY_EXAMPLES
from tests.databases import MigratedDatabase, migrated_postgres, migrated_sqlite, postgres_url
from tests.mediawiki import MediaWiki, Wiki
from tests.people import Cast, make_cast
from tests.replay import Recording
from tests.tasks import Tasks, make_tasks

# No deadline: a busy machine must not fail a test.
hypothesis_settings.register_profile("counted", deadline=None, max_examples=PROPERTY_EXAMPLES)
hypothesis_settings.load_profile("counted")


class FileOrSceneScheduling(LoadFileScheduling):
    """Keep the tests of a file on one parallel worker, but divide scenes and restores among all of them.

    Restores migrate a database each: on one worker they would go on for minutes after all other tests.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, scene = nodeid.partition("[")
        if scene and "/test_accessibility.py::" in file:
            return scene
        if "/test_restore.py::" in file:
            return nodeid
        return super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)  # Nothing calls it without pytest-xdist.
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileOrSceneScheduling:
    return FileOrSceneScheduling(config, log)


@pytest.fixture(scope="session", autouse=True)
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Use a temporary data directory instead of the developer's."""
    directory = tmp_path_factory.mktemp("data")
    uploads = directory / "uploads"
    uploads.mkdir()
    with override_settings(
        DATA_DIR=directory,
        FILE_UPLOAD_TEMP_DIR=uploads,
        WHITENOISE_AUTOREFRESH=True,  # Otherwise every test client scans all static files.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        WIKIPEDIA=False,  # Tests make no requests to other machines.
    ):
        yield directory


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> MigratedDatabase:
    """A migrated SQLite database, even if the tests use PostgreSQL. Parallel workers share it."""
    own = tmp_path_factory.getbasetemp()
    common = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return migrated_sqlite(common / "migrated-file")


@pytest.fixture(scope="session")
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MigratedDatabase]:
    """A migrated database of the kind that the tests use."""
    if not postgres_url():
        yield request.getfixturevalue("migrated_file")
        return
    with migrated_postgres(tmp_path_factory.mktemp("migrated")) as database:
        yield database


@pytest.fixture
def mediawiki(settings: Any) -> Iterator[MediaWiki]:
    """A test server for every Wikipedia, with the fixture pages and without pauses."""
    with MediaWiki(Wiki.of_the_project()) as server:
        settings.WIKIPEDIA = True
        settings.WIKIPEDIA_SERVER = server.address
        settings.WIKIPEDIA_PAUSE_MS = 0
        settings.WIKIPEDIA_MAX_WAIT = 0
        yield server


@pytest.fixture
def fresh_cache() -> Iterator[None]:
    """Clear the cache, in which the throttle counts login attempts."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def recorded_cast() -> Recording[Cast]:
    return Recording(make_cast)


@pytest.fixture
def cast(db: None, recorded_cast: Recording[Cast]) -> Cast:
    """Two projects with members and annotations. tests/people.py describes them."""
    return recorded_cast.play()


@pytest.fixture
def tasks(cast: Cast) -> Tasks:
    """Two shared tasks with teams and phases. tests/tasks.py describes them."""
    return make_tasks(cast)
