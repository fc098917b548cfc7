"""How many cases the tests with a bounded number of cases run: few by default, the documented numbers with FULL=1."""

import os
from collections.abc import Iterable

FULL = os.environ.get("FULL", "0") not in {"", "0"}

# Runs of each journey through faults (network cut, server killed, tab closed), each with other edits and moments
FAULT_RUNS = 50 if FULL else 2

# Runs of random edits with undo and redo, over all presets
UNDO_RUNS = 200 if FULL else 40

# HTTP requests that each crowd of fifty annotators sends
CROWD_REQUESTS = 10_000 if FULL else 500

# Times that the server is killed under the load of such a crowd
KILLS = 200 if FULL else 3

# Times that Redis is stopped, PostgreSQL is stopped and PostgreSQL is killed under the load of eight annotators
SERVER_OUTAGES = 20 if FULL else 1

# Examples of a property-based test that states no number of its own
PROPERTY_EXAMPLES = 100 if FULL else 30


def examples(full: int) -> int:
    """Return the number of examples of a property-based test that runs `full` of them with FULL=1."""
    return full if FULL else max(8, full * PROPERTY_EXAMPLES // 100)


def cases(every: Iterable[str], *few: str) -> list[str]:
    """Return the names of all cases with FULL=1, otherwise those of the few that stand in for all."""
    names = list(every)
    assert set(few) <= set(names), few
    return names if FULL else list(few)
