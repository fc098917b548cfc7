"""Several server processes on one site are allowed only if Redis passes change events between them."""

import pytest
from django.db import connection

from foundation import server_lock
from foundation.server_lock import AlreadyServingError, hold_server_lock

pytestmark = pytest.mark.django_db


@pytest.fixture
def processes(monkeypatch):
    """Return a function that acts as a new process, which holds no locks yet."""
    held = []
    monkeypatch.setattr(server_lock, "_TRIES", 1)

    def start() -> None:
        monkeypatch.setattr(server_lock, "_held", [])
        try:
            hold_server_lock()
        finally:
            held.extend(server_lock._held)

    yield start
    for lock in held:
        lock.close()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has a lock of its own, tested below.")
@pytest.mark.parametrize("redis", ["", "redis://127.0.0.1:1/0"])
def test_on_sqlite_a_second_process_is_always_refused(processes, settings, redis):
    settings.REDIS_URL = redis
    processes()
    with pytest.raises(AlreadyServingError, match="On SQLite there is one process"):
        processes()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has a lock of its own, tested above.")
def test_on_postgresql_a_second_process_needs_redis(processes, settings):
    settings.REDIS_URL = ""
    processes()
    with pytest.raises(AlreadyServingError, match="set the same REDIS_URL"):
        processes()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with pytest.raises(AlreadyServingError, match="set the same REDIS_URL"):
        processes()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has a lock of its own, tested above.")
def test_on_postgresql_all_processes_need_the_same_redis(processes, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    processes()
    processes()
    settings.REDIS_URL = "redis://127.0.0.1:2/0"
    with pytest.raises(AlreadyServingError, match="with another REDIS_URL"):
        processes()
    settings.REDIS_URL = ""
    with pytest.raises(AlreadyServingError, match="set the same REDIS_URL"):
        processes()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    processes()


def test_a_process_can_take_the_lock_repeatedly(processes):
    processes()
    hold_server_lock()
