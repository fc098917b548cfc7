"""Reads that see the database at one moment, while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_snapshot() -> Iterator[None]:
    """All reads of the block see the state of the first. Nobody waits for them. The block must not write."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")  # Transactions of Django take the write lock at once.
        try:
            yield
        finally:
            connection.rollback()  # No query, so that it also ends a read that is stopped at its next query.
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
