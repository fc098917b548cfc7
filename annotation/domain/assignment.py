"""Who gets which item next: the arithmetic of it. The database guarantees what this proposes."""

from collections.abc import Container


def free_slot(redundancy: int, taken: Container[int | None]) -> int | None:
    """The lowest slot of `redundancy` that nobody holds, or None."""
    return next((slot for slot in range(redundancy) if slot not in taken), None)
