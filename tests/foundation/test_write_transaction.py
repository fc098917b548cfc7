"""The lock of SQLite between processes: a request gets its turn beside commands that write batch after batch."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings

from foundation.audit_context import AuditContext, audit_context
from foundation.errors import BusyError
from foundation.write_transaction import write_transaction
from tests.paths import ROOT

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

COMMANDS, TRIES = 2, 20

COMMAND = """
import sys, time
from pathlib import Path
from django.conf import settings
folder, name = sys.argv[1:]
database = {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/other.sqlite3"}
settings.configure(DATA_DIR=Path(folder), DATABASES={"default": database})
from foundation.write_transaction import batch_transaction
with open(f"{folder}/{name}", "wb", buffering=0) as batches:
    while True:
        with batch_transaction():
            time.sleep(0.03)
            batches.write(b".")
"""


@pytest.fixture
def batches() -> Iterator[Callable[[], int]]:
    """Commands that write, and the number of batches that they have written."""
    files = [Path(settings.DATA_DIR, f"batches-{number}") for number in range(COMMANDS)]
    with ExitStack() as running:
        for file in files:
            file.unlink(missing_ok=True)
            command = [sys.executable, "-c", COMMAND, str(settings.DATA_DIR), file.name]
            process = running.enter_context(subprocess.Popen(command, cwd=ROOT))
            running.callback(process.kill)
        while not all(file.exists() and file.stat().st_size for file in files):
            time.sleep(0.05)
        yield lambda: sum(file.stat().st_size for file in files)


def test_a_request_waits_for_few_batches_of_commands(batches):
    waited = []
    for _ in range(TRIES):
        before = batches()
        with audit_context(AuditContext("web")), write_transaction():
            waited.append(batches() - before)
        time.sleep(0.03)
    assert sum(waited) < 5 * TRIES, waited


def test_a_request_that_has_waited_in_vain_leaves_no_lock_behind(batches, monkeypatch):
    monkeypatch.setattr("foundation.write_transaction.REQUEST_WAIT", 0.001)
    monkeypatch.setattr("foundation.write_transaction._REFUSED_AFTERWARDS", 0)
    refused = 0
    for _ in range(TRIES):
        try:
            with audit_context(AuditContext("web")), write_transaction():
                pass
        except BusyError:
            refused += 1
    assert refused
    before = batches()
    while batches() < before + 5 * COMMANDS:
        time.sleep(0.05)
