"""Reads for bulk changes of items: what a change would do, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.db.models import Count, QuerySet

from annotation.models import ChangedItem, Item, ItemChange, Project
from annotation.queries.items.duplicates import not_begun
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.tags import has_all_tags, has_tag, tag_name
from foundation.accounts.names import display_name
from foundation.errors import wrong_field
from foundation.models import Job
from morelkit.release.splits import split_name

Kind = ItemChange.Kind
ItemState = ChangedItem.State

CHANGE_KINDS: Final = Kind.choices
MAX_SPLIT: Final = 100  # characters

Obstacle = Literal["begun", "too_many_tags"]
"""Why an item cannot be changed. `begun`: somebody has been given or has annotated it."""


@dataclass(frozen=True)
class ItemsLeftOut:
    reason: Obstacle
    items: int


@dataclass(frozen=True)
class ItemChangePreview:
    """What a change would do. Nothing is written."""

    items: Annotated[int, "Chosen items."]
    changes: Annotated[int, "Of these, items that would change."]
    unchanged: Annotated[int, "Items that have this value already."]
    left_out: Annotated[list[ItemsLeftOut], "Items that cannot be changed."]


@dataclass(frozen=True)
class ItemChangeData:
    """A change. `state`, `done`, `total` and `message` are those of the job of a large change, or of undoing it."""

    id: int
    kind: ItemChange.Kind
    value: Annotated[str, "The split, or the name of the tag."]
    at: datetime
    by: str
    items: Annotated[int, "Items that were changed, or will be."]
    undone_at: datetime | None
    restored: Annotated[int, "Items that undoing has restored."]
    kept: Annotated[int, "Items that undoing has left, because somebody has changed them since."]
    state: Job.State
    done: int
    total: int
    message: str


def checked_value(kind: str, text: str) -> str:
    """The value of a change as it is stored: of a split, a tag, or nothing. Raises InvalidError."""
    if kind in {Kind.TAG, Kind.UNTAG}:
        return tag_name(text)
    value = text.strip()
    if kind != Kind.SPLIT:
        if value:
            raise wrong_field("value", "Only a split and a tag have a value.", "no_value")
        return ""
    if len(value) > MAX_SPLIT:
        raise wrong_field("value", f"A split has at most {MAX_SPLIT} characters.", "too_long")
    try:
        return value and (split_name(value) and value)
    except ValueError as error:
        raise wrong_field("value", f"{error}.", "split_name") from error


def items_to_change(project: Project, chosen: Iterable[int] | ItemFilter) -> "QuerySet[Item]":
    """The work items of the project with these keys, archived or not, or that match the filter."""
    if isinstance(chosen, ItemFilter):
        return chosen.items(project)
    published = Item.objects.filter(project=project, imported_by__published_at__isnull=False)
    return published.filter(kind=Item.Kind.WORK, pk__in=list(chosen))


def affected(project: Project, kind: str, value: str, items: "QuerySet[Item]") -> "QuerySet[Item]":
    """The items that a change of this kind to this value changes."""
    if kind == Kind.SPLIT:
        return items.exclude(split=value)
    if kind == Kind.TAG:
        return items.filter(~has_tag(project, value), ~has_all_tags())
    if kind == Kind.UNTAG:
        return items.filter(has_tag(project, value))
    if kind == Kind.ARCHIVE:
        return not_begun(items.filter(archived_at__isnull=True))
    return items.filter(archived_at__isnull=False)


def preview_change(project: Project, kind: str, value: str, items: "QuerySet[Item]") -> ItemChangePreview:
    """How many of the items a change would change, and how many it cannot change, with the reason."""
    count, changes = items.count(), affected(project, kind, value, items).count()
    obstacles: dict[Obstacle, QuerySet[Item]] = {}
    if kind == Kind.ARCHIVE:
        present = items.filter(archived_at__isnull=True)
        obstacles["begun"] = present.exclude(pk__in=not_begun(present).values("pk"))
    if kind == Kind.TAG:
        obstacles["too_many_tags"] = items.filter(~has_tag(project, value), has_all_tags())
    counted = [ItemsLeftOut(reason, rows.count()) for reason, rows in obstacles.items()]
    left_out = [each for each in counted if each.items]
    return ItemChangePreview(count, changes, count - changes - sum(each.items for each in left_out), left_out)


def changes_of(project: Project) -> "QuerySet[ItemChange]":
    """Changes of a project, latest first."""
    return ItemChange.objects.filter(project=project).order_by("-pk").select_related("by", "job")


def item_change_data(row: ItemChange) -> ItemChangeData:
    job = row.job
    counts: dict[Any, int] = {}
    if row.undone_at:
        counts = dict(row.changed_items.order_by().values_list("state").annotate(Count("pk")))
    return ItemChangeData(
        id=row.pk,
        kind=Kind(row.kind),
        value=row.value,
        at=row.at,
        by=display_name(row.by),
        items=row.items,
        undone_at=row.undone_at,
        restored=counts.get(ItemState.RESTORED, 0),
        kept=counts.get(ItemState.KEPT, 0),
        state=Job.State(job.state) if job else Job.State.DONE,
        done=job.done if job else 0,
        total=job.total if job else 0,
        message=job.message if job else "",
    )
