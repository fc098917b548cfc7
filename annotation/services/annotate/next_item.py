"""The next item of an annotator, once they have accepted the guidelines and finished training."""

from datetime import datetime

from annotation.queries.learning.training import open_training_item, progress
from annotation.queries.projects.access import Access
from annotation.queries.projects.guidelines import to_read
from annotation.services.annotate.reservations import NextItem, annotator_state, reserve_next


def next_item(here: Access, now: datetime, *, beside: int | None = None) -> NextItem:
    """The item that the annotator has reserved, else a new one. None before guidelines and training are done."""
    current = annotator_state(here.annotator, here.my_language_rows, now, beside)
    if current.guidelines and to_read(here):
        return NextItem(None, "guidelines")
    state = progress(here).state if current.training else "none"
    if state == "barred":
        return NextItem(None, "not_qualified")
    if state == "at_work" and beside is None:
        return NextItem(open_training_item(here))
    if state not in {"none", "passed"}:
        return NextItem(None, "training")
    return reserve_next(
        here.project,
        here.annotator,
        here.my_language_rows,
        now,
        beside=beside,
        paused=here.membership.paused_at is not None,
        current=current,
    )
