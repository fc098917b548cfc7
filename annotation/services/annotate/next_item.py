"""The next item of a person, and what comes before it."""

from datetime import datetime

from annotation.queries.learning.training import open_item, progress
from annotation.queries.projects.access import Access
from annotation.queries.projects.guidelines import to_read
from annotation.services.annotate.reservations import NextItem, reserve_next


def next_item(here: Access, now: datetime, *, beside: int | None = None) -> NextItem:
    """What the person holds open, else a new one; nothing before they have read what they are asked to read."""
    if to_read(here):
        return NextItem(None, "guidelines")
    state = progress(here).state
    if state == "barred":
        return NextItem(None, "not_qualified")
    if state == "at_work" and beside is None:
        return NextItem(open_item(here))
    if state not in {"none", "passed"}:
        return NextItem(None, "training")
    return reserve_next(
        here.project,
        here.annotator,
        here.my_language_rows,
        now,
        beside=beside,
        paused=here.membership.paused_at is not None,
    )
