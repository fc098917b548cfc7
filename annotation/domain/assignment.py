"""Slots of an item. The database guarantees that no slot is taken twice."""

from collections.abc import Container


def free_slot(redundancy: int, taken: Container[int | None]) -> int | None:
    """Return the lowest slot below `redundancy` that is not taken, or None."""
    return next((slot for slot in range(redundancy) if slot not in taken), None)
