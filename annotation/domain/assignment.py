"""The order in which equally covered items are assigned."""

import hashlib


def rank(seed: int, external_id: str) -> int:
    """The place of an item among equally covered ones: 63 bits that follow from the project's seed and the id."""
    digest = hashlib.blake2b(f"{seed}:{external_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
