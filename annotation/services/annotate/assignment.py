"""Assign items, take back assignments, and reopen submissions: bulk actions of a lead.

A lead may assign an item above its redundancy: it is then over-full, and all its annotations count. Such an assignment
does not expire. Items that an action does not apply to are left unchanged.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from annotation.models import (
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    Item,
    Membership,
    Project,
    Reopening,
)
from annotation.queries.items.assignment_preview import assignable, in_open_languages
from annotation.queries.items.item_filters import ItemFilter
from annotation.services.annotate.broken_rules import refresh_broken_rules
from annotation.services.annotate.reservations import release_reservations
from annotation.services.annotate.slots import lowest_free_slot, redundancy_of
from annotation.services.items.item_lock import lock_annotator, locked_items
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.audit import AuditKind, record
from foundation.bulk_insert import batches
from foundation.errors import ConflictError, wrong_field
from foundation.free_text import check_text
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.notify import notify, withdraw
from foundation.write_transaction import batch_transaction

State = Assignment.State

MAX_ITEMS = 10_000
_BATCH = 500


@dataclass(frozen=True)
class ChangedAssignments:
    annotator: str
    items: list[int]


@dataclass(frozen=True)
class AssignmentResult:
    """The changed assignments by annotator. `places`: their number."""

    changed: list[ChangedAssignments]
    places: int


def assign(project: Project, key: str, items: "QuerySet[Item]", now: datetime) -> AssignmentResult:
    """Reserve the items for a member who has not reserved or submitted them. Raises InvalidError."""
    annotator = member(project, key)

    def assign_batch(batch: list[int]) -> list[tuple[str, int]]:
        lock_annotator(annotator)
        stored = Project.objects.get(pk=project.pk)
        locked = Item.objects.visible(project).filter(pk__in=list(locked_items(batch)))
        chosen = list(assignable(project, annotator, locked).order_by("pk"))
        redundancy = {tag: redundancy_of(stored, tag) for tag in {item.language for item in chosen}}
        for item in chosen:
            _reserve(project, annotator, item, redundancy[item.language], now)
        if chosen:
            record(AuditKind.ITEMS_ASSIGNED, project.scope, annotator=key, items=len(chosen))
        return [(key, item.pk) for item in chosen]

    return _in_batches(project, in_open_languages(project, items), assign_batch)


def unassign(project: Project, key: str, items: "QuerySet[Item]") -> AssignmentResult:
    """Release the reservations of an annotator, or of all annotators without `key`. Drafts are kept."""

    def unassign_batch(batch: list[int]) -> list[tuple[str, int]]:
        rows = _assignments(locked_items(batch), key).filter(state=State.RESERVED)
        changed = _pairs(rows)
        release_reservations(rows)
        if changed:
            record(AuditKind.ITEMS_UNASSIGNED, project.scope, annotator=key or None, items=len(changed))
        return changed

    return _in_batches(project, items, unassign_batch)


def reopen(
    project: Project,
    key: str,
    items: "QuerySet[Item]",
    lead: User,
    now: datetime,
    *,
    reason: str = "",
    revision: int | None = None,
) -> AssignmentResult:
    """Turn submissions into drafts, which do not count until they are submitted again.

    `reason`: shown to the annotators until then. `revision`: number of the revision that the lead looked at, of a
    single annotation. Raises InvalidError, and ConflictError if another revision is submitted.

    Surplus and excluded annotations are left unchanged because they do not count. So are imported annotations and those
    of former members, because nobody could submit them again.
    """

    if reason:
        check_text("reason", reason)

    def reopen_batch(batch: list[int]) -> list[tuple[str, int]]:
        rows = _assignments(locked_items(batch), key).filter(state=State.SUBMITTED)
        rows = rows.filter(annotator__user__in=_members(project), pk__in=_with_counted_annotation(rows))
        changed, ids = _pairs(rows), list(rows.values_list("pk", flat=True))
        annotations = list(_annotations_of(ids).order_by("pk").values_list("pk", "submitted__number"))
        if revision is not None and any(number != revision for _, number in annotations):
            raise ConflictError(
                "The annotation has been submitted again. Look at the new version first.",
                code="submitted_again",
            )
        Reopening.objects.bulk_create(
            Reopening(annotation_id=pk, by=lead, reason=reason.strip(), reopened_at=now)
            for pk, _ in annotations
        )
        _annotations_of(ids).update(submitted=None)
        Assignment.objects.filter(pk__in=ids).update(state=State.RESERVED, expires_at=None, submitted_at=None)
        _recount(project, changed)
        if changed:
            details: dict[str, Any] = {"annotations": len(changed), "reason_given": bool(reason)}
            record(AuditKind.ANNOTATIONS_REOPENED, project.scope, annotator=key or None, **details)
            for user, reopened in _by_user(project, changed).items():
                notify(
                    [user], NotificationKind.REOPENED, project.scope, count=len(reopened), item=reopened[0]
                )
        return changed

    return _in_batches(project, in_open_languages(project, items), reopen_batch)


def undo_reopen(project: Project, key: str, items: "QuerySet[Item]", now: datetime) -> AssignmentResult:
    """Undo `reopen`: the latest submission counts again. A draft saved since then is kept as the latest revision."""

    def resubmit_batch(batch: list[int]) -> list[tuple[str, int]]:
        rows = _assignments(locked_items(batch), key).filter(state=State.RESERVED)
        submissions = AnnotationRevision.objects.filter(annotation=OuterRef("pk"), submit=True)
        last = Subquery(submissions.order_by("-number").values("pk")[:1])
        ids = list(rows.values_list("pk", flat=True))
        annotations = _annotations_of(ids).filter(revisions__submit=True, submitted=None).distinct()
        reopened = {(each.annotator_id, each.item_id): each.pk for each in annotations}
        submitted = [each.pk for each in rows if (each.annotator_id, each.item_id) in reopened]
        Annotation.objects.filter(pk__in=list(reopened.values())).update(submitted=last)
        closed = Assignment.objects.filter(pk__in=submitted)
        closed.update(state=State.SUBMITTED, expires_at=None, submitted_at=now)
        changed = _pairs(closed)
        _recount(project, changed)
        refresh_broken_rules(project, [item for _, item in changed])
        if changed:
            details: dict[str, Any] = {"annotations": len(changed)}
            record(AuditKind.REOPENING_UNDONE, project.scope, annotator=key or None, **details)
            for user, submitted_again in _by_user(project, changed).items():
                withdraw(user, NotificationKind.REOPENED, project.scope, count=len(submitted_again))
        return changed

    return _in_batches(project, in_open_languages(project, items), resubmit_batch)


def _reserve(
    project: Project, annotator: Annotator, item: Item, redundancy: int | None, now: datetime
) -> None:
    taken = set(Assignment.objects.filter(item=item).values_list("slot", flat=True))
    Item.objects.filter(pk=item.pk).update(
        coverage=F("coverage") + 1, shown_at=Coalesce("shown_at", Value(now))
    )
    Assignment.objects.update_or_create(
        item=item,
        annotator=annotator,
        defaults={
            "project": project,
            "slot": lowest_free_slot(redundancy, taken),
            "state": State.RESERVED,
            "reason": "",
            "reserved_at": now,
            "expires_at": None,
        },
    )


def member(project: Project, key: str) -> Annotator:
    """The annotator with this key who works in the project. Raises InvalidError."""
    annotator = Annotator.objects.filter(project=project, key=key, user__in=_members(project)).first()
    if annotator is None:
        raise wrong_field("annotator", "Nobody who works in this project has this key.", "no_person")
    return annotator


def _members(project: Project) -> "QuerySet[Membership, Any]":
    return Membership.objects.filter(project=project, ended_at__isnull=True).values("user")


def _assignments(items: Iterable[int], key: str) -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(item__in=list(items)).order_by("item", "pk")
    return rows.filter(annotator__key=key) if key else rows


def _pairs(assignments: QuerySet[Assignment]) -> list[tuple[str, int]]:
    """Annotator key and item of each assignment."""
    return list(assignments.order_by("item", "pk").values_list("annotator__key", "item"))


def _with_counted_annotation(assignments: QuerySet[Assignment]) -> list[int]:
    """Keys of the assignments whose annotation is counted."""
    counted = Annotation.objects.counted().filter(
        item=OuterRef("item"), annotator=OuterRef("annotator"), imported_by__isnull=True
    )
    return list(assignments.filter(Exists(counted)).values_list("pk", flat=True))


def _annotations_of(assignments: list[int]) -> QuerySet[Annotation]:
    assignment = Assignment.objects.filter(
        pk__in=assignments, item=OuterRef("item"), annotator=OuterRef("annotator")
    )
    return Annotation.objects.filter(Exists(assignment))


def _by_user(project: Project, changed: list[tuple[str, int]]) -> dict[int, list[int]]:
    """The changed items by the account of their annotator."""
    keys = {key for key, _ in changed}
    users = dict(
        Annotator.objects.filter(project=project, key__in=keys, user__isnull=False).values_list("key", "user")
    )
    items: dict[int, list[int]] = defaultdict(list)
    for key, item in sorted(changed):
        if key in users:
            items[users[key]].append(item)
    return dict(sorted(items.items()))


def _recount(project: Project, changed: list[tuple[str, int]]) -> None:
    refresh_items(project, list(Item.objects.filter(pk__in={item for _, item in changed})))


def _in_batches(
    project: Project, items: "QuerySet[Item]", change: Callable[[list[int]], list[tuple[str, int]]]
) -> AssignmentResult:
    changed: dict[str, list[int]] = defaultdict(list)
    keys = list(items.order_by("pk").values_list("pk", flat=True)[: MAX_ITEMS + 1])
    if len(keys) > MAX_ITEMS:
        raise wrong_field(
            "items", f"At most {MAX_ITEMS:,} items are changed at once. Choose fewer.", "too_many"
        )
    for batch in batches(keys, _BATCH):
        with batch_transaction():
            for key, item in change(batch):
                changed[key].append(item)
            touch(project)
    rows = [ChangedAssignments(key, items) for key, items in changed.items()]
    return AssignmentResult(rows, sum(len(row.items) for row in rows))


def chosen_items(project: Project, chosen: Iterable[int] | ItemFilter) -> "QuerySet[Item]":
    """The visible work items of the project with these keys, or that match the filter. Other keys are ignored, and
    items whose answer implies their labels.
    """
    if isinstance(chosen, ItemFilter):
        return chosen.items(project).filter(archived_at__isnull=True, labels_implied=False)
    work = Item.objects.visible(project).for_annotators()
    return work.filter(kind=Item.Kind.WORK, pk__in=list(chosen))
