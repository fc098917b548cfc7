"""Change many items at once: set their split, add or remove a tag, archive or restore them. Each change can be undone.

The items and their values before are stored first, in one statement. Up to `MAX_AT_ONCE` items are changed in the same
transaction. More are changed by a job, in batches of a few statements each; it resumes after a kill.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, NullIf

from annotation.models import ChangedItem, Item, ItemChange, ItemTag, Project, Tag
from annotation.models.project import job_scope
from annotation.models.tag import folded_tag
from annotation.queries.items.duplicates import not_begun
from annotation.queries.items.item_changes import affected, changes_of, checked_value, items_to_change
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.tags import MAX_TAGS, has_tag
from annotation.services.imports.duplicates import settle_visible_items
from annotation.services.items.item_lock import locked_items
from annotation.services.projects.project_settings import touch
from foundation.audit import AuditKind, record
from foundation.bulk_insert import insert_selected
from foundation.errors import ConflictError, InvalidError, NotFoundError, wrong_field
from foundation.jobs import Progress, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import batch_transaction, write_transaction

KIND: Final = "item_change"
MAX_AT_ONCE: Final = 5_000  # items; larger changes run in the worker
_BATCH: Final = 5_000  # items in one transaction

Kind = ItemChange.Kind
State = ChangedItem.State

_OF_VISIBILITY: Final = (Kind.ARCHIVE, Kind.RESTORE)
_OF_TAGS: Final = (Kind.TAG, Kind.UNTAG)


def change_items(
    project: Project,
    kind: str,
    value: str,
    chosen: Iterable[int] | ItemFilter,
    expected: int,
    lead: User,
    now: datetime,
    *,
    sample: bool = False,
) -> ItemChange:
    """Change the chosen items and return the change, finished or as a job.

    `value`: the split, or the name of the tag. `expected`: number of items that the preview said would change.
    `sample`: the items are a sample for people to check. Raises InvalidError, and ConflictError if the items have
    changed since the preview.
    """
    value = checked_value(kind, value)
    with write_transaction():
        _refuse_second_job(project)
        items = affected(project, kind, value, items_to_change(project, chosen)).order_by()
        if kind == Kind.TAG:
            _locked_tag(project, value, create=True)
        change = ItemChange.objects.create(
            project=project, kind=kind, value=value, by=lead, at=now, sample=sample
        )
        change.items = insert_selected(
            ChangedItem, items, change_id=Value(change.pk), item_id=F("pk"), state=Value(0), before=Value("")
        )
        _check_expected(change.items, expected)
        if change.items > MAX_AT_ONCE or kind in _OF_VISIBILITY:
            change.job = _new_job(change, change.items)
        else:
            _change_batch(change, list(_planned(change).values_list("item", flat=True)))
            change.items = change.changed_items.count()
            touch(project)
        change.save()
        record(
            AuditKind.ITEMS_CHANGED,
            project.scope,
            actor=lead,
            change=change.pk,
            what=change.kind,
            items=change.items,
        )
    _run_if_small(change.job)
    return read_change(project, change.pk)


def undo_change(project: Project, key: int, lead: User, now: datetime) -> ItemChange:
    """Restore the values before the change, except of items that somebody has changed since.

    A repeated call resumes an interrupted undo. Raises NotFoundError, ConflictError.
    """
    with write_transaction():
        _refuse_second_job(project)
        change = _locked_change(project, key)
        left = list(_changed(change).values_list("item", flat=True)[: MAX_AT_ONCE + 1])
        if not left:
            raise ConflictError("This change is undone already.", code="undone_before")
        if change.undone_at is None:
            change.undone_by, change.undone_at = lead, now
        change.job = None
        if len(left) > MAX_AT_ONCE or change.kind in _OF_VISIBILITY:
            change.job = _new_job(change, _changed(change).count())
        else:
            _undo_batch(change, left)
            touch(project)
        change.save(update_fields=["undone_by", "undone_at", "job"])
        record(AuditKind.ITEMS_CHANGE_UNDONE, project.scope, actor=lead, change=change.pk, what=change.kind)
    _run_if_small(change.job)
    return read_change(project, key)


def resume_change(project: Project, key: int) -> ItemChange:
    """Queue the failed job of a change again. Raises NotFoundError, ConflictError."""
    with write_transaction():
        job = _locked_change(project, key).job
        if job is None or job.state != Job.State.FAILED:
            raise ConflictError("This change has not failed, so it cannot be continued.", code="not_failed")
        Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING, message="", finished_at=None)
    return read_change(project, key)


def read_change(project: Project, key: int) -> ItemChange:
    """Raises NotFoundError."""
    row = changes_of(project).filter(pk=key).first()
    if row is None:
        raise _not_found()
    return row


@job_kind(KIND, queue=KIND, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    change = ItemChange.objects.select_related("project").get(job=job)
    rows, act = (_changed(change), _undo_batch) if change.undone_at else (_planned(change), _change_batch)
    done = job.total - rows.count()
    while batch := list(rows.values_list("item", flat=True)[:_BATCH]):
        with batch_transaction():
            act(change, batch)
            if not change.undone_at:
                ItemChange.objects.filter(pk=change.pk).update(items=change.changed_items.count())
        done += len(batch)
        progress(done, job.total)
    if change.kind in _OF_VISIBILITY:
        settle_visible_items(change.project)
    with write_transaction():
        touch(change.project)


def _change_batch(change: ItemChange, keys: list[int]) -> None:
    """Change the planned items with these keys. Those that cannot be changed any more leave the change."""
    tag = _tag_of(change, create=change.kind == Kind.TAG)
    rows = _planned(change).filter(item__in=keys)
    locked = Item.objects.filter(pk__in=list(locked_items(keys)))
    items = list(affected(change.project, change.kind, change.value, locked).values_list("pk", flat=True))
    rows.exclude(item__in=items).delete()
    if change.kind == Kind.SPLIT:
        before = Item.objects.filter(pk=OuterRef("item")).values("split")
        rows.update(state=State.CHANGED, before=Subquery(before))
        _set_split(Item.objects.filter(pk__in=items), Value(change.value))
    elif change.kind == Kind.TAG:
        _add_tag(tag, items)
        rows.update(state=State.CHANGED)
    elif change.kind == Kind.UNTAG:
        _remove_tag(tag, items)
        rows.update(state=State.CHANGED)
    elif change.kind == Kind.ARCHIVE:
        archived = {"archived_at": change.at, "archived_by_lead": True, "reservable": False}
        Item.objects.filter(pk__in=items).update(**archived)
        rows.update(state=State.CHANGED)
    else:
        for since, by_lead, group in _by_archiving(items):
            before_text = json.dumps([since.isoformat(), by_lead])
            rows.filter(item__in=group).update(state=State.CHANGED, before=before_text)
        Item.objects.filter(pk__in=items).update(archived_at=None, archived_by_lead=False)


def _undo_batch(change: ItemChange, keys: list[int]) -> None:
    """Restore the changed items with these keys, except those that somebody has changed since."""
    tag = _tag_of(change, create=change.kind == Kind.UNTAG)
    rows = _changed(change).filter(item__in=keys)
    locked = Item.objects.filter(pk__in=list(locked_items(keys)))
    items = list(_unchanged_since(change, locked).values_list("pk", flat=True))
    if change.kind == Kind.SPLIT:
        before = ChangedItem.objects.filter(change=change, item=OuterRef("pk")).values("before")
        _set_split(Item.objects.filter(pk__in=items), Subquery(before))
    elif change.kind == Kind.TAG:
        _remove_tag(tag, items)
    elif change.kind == Kind.UNTAG:
        _add_tag(tag, items)
    elif change.kind == Kind.ARCHIVE:
        Item.objects.filter(pk__in=items).update(archived_at=None, archived_by_lead=False)
    else:
        for text in rows.filter(item__in=items).order_by().values_list("before", flat=True).distinct():
            since, by_lead = json.loads(text)
            group = rows.filter(item__in=items, before=text).values("item")
            archived = {"archived_at": datetime.fromisoformat(since), "archived_by_lead": by_lead}
            Item.objects.filter(pk__in=group).update(reservable=False, **archived)
    rows.exclude(item__in=items).update(state=State.KEPT)
    rows.filter(item__in=items).update(state=State.RESTORED)


def _unchanged_since(change: ItemChange, items: "QuerySet[Item]") -> "QuerySet[Item]":
    """The items that are as the change left them. A later change that was undone counts for nothing."""
    later = ChangedItem.objects.filter(
        item=OuterRef("pk"),
        state=State.CHANGED,
        change__gt=change.pk,
        change__kind__in=_same_kinds(change.kind),
    )
    if change.kind in _OF_TAGS:
        later = later.filter(change__value=change.value)
    items = items.filter(~Exists(later))
    if change.kind == Kind.SPLIT:
        return items.filter(split=change.value)
    if change.kind == Kind.TAG:
        return items.filter(has_tag(change.project, change.value))
    if change.kind == Kind.UNTAG:
        return items.filter(~has_tag(change.project, change.value))
    if change.kind == Kind.ARCHIVE:
        return items.filter(archived_at=change.at, archived_by_lead=True)
    return not_begun(items.filter(archived_at__isnull=True))


def _same_kinds(kind: str) -> tuple[str, ...]:
    """The kinds of change that change the same of an item."""
    return next((kinds for kinds in (_OF_VISIBILITY, _OF_TAGS) if kind in kinds), (kind,))


def _set_split(items: "QuerySet[Item]", split: Any) -> None:
    """Set the split, and remember the imported one while it is another."""
    imported = NullIf(Coalesce("imported_split", "split"), split)
    items.update(imported_split=imported, split=split)


def _tag_of(change: ItemChange, *, create: bool) -> Tag | None:
    """The tag of a change of tags, locked. Lock it before the items."""
    return _locked_tag(change.project, change.value, create=create) if change.kind in _OF_TAGS else None


def _locked_tag(project: Project, name: str, *, create: bool) -> Tag | None:
    """The tag of this name, locked until the transaction ends. Raises InvalidError if it would be one too many."""
    tags = Tag.objects.select_for_update().filter(project=project)
    tag = tags.filter(folded=folded_tag(name)).first()
    if tag or not create:
        return tag
    if Tag.objects.filter(project=project).count() >= MAX_TAGS:
        raise wrong_field(
            "value", f"A project has at most {MAX_TAGS} tags. Remove one from its items first.", "too_many"
        )
    return Tag.objects.create(project=project, name=name, folded=folded_tag(name))


def _add_tag(tag: Tag | None, items: list[int]) -> None:
    if tag:
        rows = Item.objects.filter(pk__in=items).order_by()
        insert_selected(ItemTag, rows, tag_id=Value(tag.pk), item_id=F("pk"))


def _remove_tag(tag: Tag | None, items: list[int]) -> None:
    """Remove the tag from the items, and delete it if no item has it any more."""
    if tag:
        ItemTag.objects.filter(tag=tag, item__in=items).delete()
        Tag.objects.filter(~Exists(ItemTag.objects.filter(tag=OuterRef("pk"))), pk=tag.pk).delete()


def _by_archiving(items: list[int]) -> list[tuple[datetime, bool, list[int]]]:
    """The archived items by when they were archived and whether a lead did it."""
    groups: dict[tuple[datetime, bool], list[int]] = {}
    rows = Item.objects.filter(pk__in=items, archived_at__isnull=False)
    for pk, since, by_lead in rows.values_list("pk", "archived_at", "archived_by_lead"):
        if since is not None:
            groups.setdefault((since, by_lead), []).append(pk)
    return [(since, by_lead, keys) for (since, by_lead), keys in groups.items()]


def _planned(change: ItemChange) -> "QuerySet[ChangedItem]":
    return change.changed_items.filter(state=State.PLANNED).order_by("item")


def _changed(change: ItemChange) -> "QuerySet[ChangedItem]":
    return change.changed_items.filter(state=State.CHANGED).order_by("item")


def _new_job(change: ItemChange, total: int) -> Job:
    return Job.objects.create(scope=job_scope(change.project_id), kind=KIND, total=total)


def _run_if_small(job: Job | None) -> None:
    if job and job.total <= MAX_AT_ONCE:
        run_job(job)


def _check_expected(there: int, expected: int) -> None:
    if there != expected:
        raise ConflictError(
            f"These are {there} items by now, and were {expected}: look at them again.", code="other_by_now"
        )
    if not there:
        raise InvalidError("There is nothing to change.", code="nothing_there")


def _refuse_second_job(project: Project) -> None:
    """Raise ConflictError while another change runs as a job: the preview may be outdated."""
    if Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state__in=Job.OPEN).exists():
        raise ConflictError("Another change is being carried out. Wait until that has ended.", code="at_work")


def _locked_change(project: Project, key: int) -> ItemChange:
    rows = ItemChange.objects.select_for_update(of=("self",)).select_related("job", "project")
    change = rows.filter(project=project, pk=key).first()
    if change is None:
        raise _not_found()
    return change


def _not_found() -> NotFoundError:
    return NotFoundError("There is no such change in this project.")
