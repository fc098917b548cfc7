"""What every test of the back end stands on: a data directory of its own, quick passwords, and the cast."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import override_settings
from hypothesis import settings as hypothesis_settings

from tests.case_counts import PROPERTY_EXAMPLES
from tests.databases import MigratedDatabase, migrated_postgres, migrated_sqlite, postgres_url
from tests.mediawiki import MediaWiki, Wiki
from tests.people import Cast, make_cast
from tests.replay import Recording

# No deadline: a busy machine is no fault of the code.
hypothesis_settings.register_profile("counted", deadline=None, max_examples=PROPERTY_EXAMPLES)
hypothesis_settings.load_profile("counted")


@pytest.fixture(scope="session", autouse=True)
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Nothing that a test leaves behind is left in the data of whoever runs it."""
    directory = tmp_path_factory.mktemp("data")
    uploads = directory / "uploads"
    uploads.mkdir()
    with override_settings(
        DATA_DIR=directory,
        FILE_UPLOAD_TEMP_DIR=uploads,
        WHITENOISE_AUTOREFRESH=True,  # else every client looks through all static files
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        WIKIPEDIA=False,  # no test leaves this machine
    ):
        yield directory


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MigratedDatabase]:
    """A migrated SQLite database, whatever database the tests use."""
    with migrated_sqlite(tmp_path_factory.mktemp("migrated-file")) as database:
        yield database


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
    """A stand-in for every Wikipedia, with the project's own pages; nothing is waited for."""
    with MediaWiki(Wiki.of_the_project()) as server:
        settings.WIKIPEDIA = True
        settings.WIKIPEDIA_SERVER = server.address
        settings.WIKIPEDIA_PAUSE_MS = 0
        settings.WIKIPEDIA_MAX_WAIT = 0
        yield server


@pytest.fixture
def fresh_cache() -> Iterator[None]:
    """For tests that log in: the throttle counts attempts in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def recorded_cast() -> Recording[Cast]:
    return Recording(make_cast)


@pytest.fixture
def cast(db: None, recorded_cast: Recording[Cast]) -> Cast:
    """Two projects with people and work of their own; see tests/people.py for who may do what."""
    return recorded_cast.play()
