"""What of the disk and the database is an error that callers understand."""

import sqlite3
from contextlib import closing

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError

from foundation.database_errors import as_known
from foundation.errors import BusyError


def test_an_error_of_the_sqlite3_module_itself_is_not_known():
    with closing(sqlite3.connect(":memory:")) as memory, pytest.raises(sqlite3.ProgrammingError) as raised:
        memory.execute("SELECT ?", ())
    assert not hasattr(raised.value, "sqlite_errorname")
    error = ProgrammingError("Incorrect number of bindings supplied.")
    error.__cause__ = raised.value
    assert as_known(error) is None


def test_a_connection_that_was_lost_is_a_busy_database():
    assert isinstance(as_known(OperationalError("the connection is closed")), BusyError)
    assert isinstance(as_known(InterfaceError("connection already closed")), BusyError)
