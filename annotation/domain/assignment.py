"""Who gets which item next: the arithmetic of it. The database guarantees what this proposes."""

import hashlib
from collections.abc import Container


def rank(seed: int, external_id: str) -> int:
    """The place of an item among equally covered ones: 63 bits that follow from the project's seed and the id."""
    digest = hashlib.blake2b(f"{seed}:{external_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def free_slot(redundancy: int, taken: Container[int | None]) -> int | None:
    """The lowest slot of `redundancy` that nobody holds, or None."""
    return next((slot for slot in range(redundancy) if slot not in taken), None)
