"""The next item of an annotator, once they have accepted the guidelines and finished training."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from annotation.models import Project
from annotation.queries.annotate.language_choices import LanguageChoice, language_choices
from annotation.queries.learning.training import open_training_item, progress
from annotation.queries.projects.access import Access
from annotation.queries.projects.guidelines import to_read
from annotation.services.annotate.candidates import annotator_state
from annotation.services.annotate.reservations import NextItem, reserve_next
from foundation.errors import wrong_field

AHEAD = 10
AHEAD_IN_POOL = 5
"""Where annotators share the slots of an item, fewer are kept from the others."""

_FINISHED = {"done", "closed", "no_items"}


@dataclass(frozen=True, slots=True)
class NextRequest:
    """`beside`: the item on screen. `ahead`: those that the page has loaded to show after it.

    `ask_language`: a person of several languages is asked which one they work in before they get an item.
    """

    beside: int | None = None
    ahead: Sequence[int] = ()
    ask_language: bool = False


@dataclass(frozen=True, slots=True)
class OfferedItem:
    """`languages`: those to choose among, where there is no item because of that."""

    item: NextItem
    languages: Sequence[LanguageChoice] = ()


def items_ahead(project: Project) -> int:
    """How many items an annotator may have reserved in advance."""
    shared = project.assignment in {Project.AssignmentPolicy.POOL, Project.AssignmentPolicy.BALANCED}
    return AHEAD_IN_POOL if shared else AHEAD


def next_item(here: Access, now: datetime, wanted: NextRequest) -> OfferedItem:
    """The item that the annotator has reserved, else a new one. None before guidelines and training are done.

    With a working language, it is of that language. Raises InvalidError if too many items are `ahead`.
    """
    if len(wanted.ahead) >= (limit := items_ahead(here.project)):
        raise wrong_field("ahead", f"At most {limit} items are reserved in advance.", "too_many")
    beside, language = wanted.beside, here.working_language
    loaded = [] if beside is None else [beside, *wanted.ahead]
    current = annotator_state(here.annotator, here.my_language_rows, now, language=language, loaded=loaded)
    if current.guidelines and to_read(here):
        return OfferedItem(NextItem(None, "guidelines"))
    state = progress(here).state if current.training else "none"
    if state == "barred":
        return OfferedItem(NextItem(None, "not_qualified"))
    if state == "at_work" and beside is None:
        return OfferedItem(NextItem(open_training_item(here)))
    if state not in {"none", "passed"}:
        return OfferedItem(NextItem(None, "training"))
    if wanted.ask_language and here.must_choose_language:
        choices = language_choices(here)
        if len(choices) > 1:
            return OfferedItem(NextItem(None, "language"), choices)
    found = reserve_next(
        here.project,
        here.annotator,
        here.working_language_rows,
        now,
        language=language,
        beside=beside,
        ahead=wanted.ahead,
        paused=here.membership.paused_at is not None,
        current=current,
    )
    if language and found.reason in _FINISHED and beside is None and (choices := language_choices(here)):
        return OfferedItem(NextItem(None, "language_done"), choices)
    return OfferedItem(found)
