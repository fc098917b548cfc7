"""Draw a random sample of items for people to check: tag the items, and assign them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from django.contrib.auth.models import User

from annotation.models import Item, ItemChange, Project
from annotation.queries.items.tags import tag_name, tagged
from annotation.queries.sources.source_sample import SampleRequest, SampleStratum, draw
from annotation.services.annotate.assignment import ChangedAssignments, assign, member
from annotation.services.curation.item_changes import MAX_AT_ONCE, change_items
from foundation.audit import AuditKind, record
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction

MAX_ASSIGNMENTS: Final = 10_000  # by one draw


@dataclass(frozen=True)
class DrawnSample:
    """The drawn items have the tag. `change`: the change of items that gave it to them, which can be undone."""

    tag: str
    seed: int
    change: int
    items: int
    assigned: Annotated[list[ChangedAssignments], "New assignments by annotator."]
    strata: list[SampleStratum]


def draw_sample(
    project: Project, asked: SampleRequest, tag: str, annotators: Sequence[str], lead: User, now: datetime
) -> DrawnSample:
    """Draw the sample, give its items a new tag and assign them to the annotators; without any, they stay in the pool.

    Raises InvalidError, NotFoundError.
    """
    chosen = list(dict.fromkeys(annotators))
    for key in chosen:
        member(project, key)
    name = tag_name(tag)
    if tagged(project, name).exists():
        raise wrong_field("tag", f"Items have the tag “{name}” already. Choose another name.", "taken")
    found, drawn = draw(project, asked)
    if not drawn:
        raise wrong_field("source_id", "There are no items to draw.", "nothing_there")
    if len(drawn) > MAX_AT_ONCE:
        raise wrong_field(
            "size",
            f"This draws {len(drawn):,} items, more than {MAX_AT_ONCE:,}. Choose a smaller size.",
            "too_many",
        )
    if len(drawn) * len(chosen) > MAX_ASSIGNMENTS:
        raise wrong_field(
            "annotators",
            f"{len(drawn):,} items for {len(chosen)} annotators are {len(drawn) * len(chosen):,} assignments, more "
            f"than {MAX_ASSIGNMENTS:,}. Choose fewer annotators or a smaller size.",
            "too_many",
        )
    with write_transaction():
        change = change_items(project, ItemChange.Kind.TAG, name, drawn, len(drawn), lead, now, sample=True)
        record(
            AuditKind.SAMPLE_DRAWN,
            project.scope,
            actor=lead,
            change=change.pk,
            source=asked.source_id,
            seed=asked.seed,
            size=asked.size,
            items=len(drawn),
        )
    items = Item.objects.filter(project=project, pk__in=drawn)
    assigned = [row for key in chosen for row in assign(project, key, items, now).changed]
    return DrawnSample(name, asked.seed, change.pk, len(drawn), assigned, found.strata)
