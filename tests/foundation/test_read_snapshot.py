"""Reads of one moment end their transaction, however they end."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from foundation.read_snapshot import read_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


class StoppedError(BaseException):
    """As `AbandonedError` of a read that nobody waits for any more."""


def test_a_read_that_is_stopped_leaves_no_transaction_open():
    with pytest.raises(StoppedError), connection.execute_wrapper(stop_after(1)), read_snapshot():
        User.objects.exists()
    with read_snapshot():
        assert not User.objects.exists()
    User.objects.create(username="ada")
    assert User.objects.exists()


def stop_after(statements: int):
    """Return a wrapper of queries that raises StoppedError after this number of statements."""
    left = statements

    def execute_or_stop(execute, *query):
        nonlocal left
        left -= 1
        if left < 0:
            raise StoppedError
        return execute(*query)

    return execute_or_stop
