"""Locks on annotators, items and the assignment policy, kept until the transaction ends.

Every transaction locks in the same order, so that none can deadlock: the annotator, then items, then assignments. The
lock on the assignment policy comes first or together with the annotator.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, FilteredRelation, Func, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import JSONArray

from annotation.models import (
    Acceptance,
    Annotation,
    Annotator,
    Assignment,
    Import,
    Item,
    Project,
    ProjectLanguage,
)
from annotation.queries.annotate.workspace_item import ensure_available, not_assigned
from annotation.queries.projects.guidelines import ACCEPTED_FIELDS, accepted_for
from foundation.prepared_statements import JSONRows, prepared

_POLICY_LOCKS: Final = 1_347_374_169
"""First key of the advisory locks on assignment policies; the second is the project's."""


class _PolicyLock(Func):
    """Lock the assignment policy of a project: shared to assign items, else to change it.

    On PostgreSQL an advisory lock: a shared lock on the project's row would wait for all that count its version. On
    SQLite a write transaction is alone.
    """

    output_field = TextField()
    template = "NULL"

    def __init__(self, project: str, *, shared: bool) -> None:
        super().__init__(project)
        self._shared = shared

    def as_postgresql(self, compiler: Any, connection: Any, **_context: Any) -> Any:
        function = "pg_advisory_xact_lock_shared" if self._shared else "pg_advisory_xact_lock"
        template = f"%(function)s({_POLICY_LOCKS}, (%(expressions)s)::integer)"
        return self.as_sql(compiler, connection, function=function, template=template)


def lock_policy_to_change(project: Project) -> None:
    """Wait for the transactions that assign items of the project, and let later ones wait for this one.

    To change what may be assigned: the assignment policy, or whether a language is closed.
    """
    list(Project.objects.filter(pk=project.pk).values_list(_PolicyLock("pk", shared=False)))


def lock_policy_to_assign(project: Project) -> Project:
    """Return the project as it is stored now. Its assignment policy stays until the transaction ends."""
    list(Project.objects.filter(pk=project.pk).values_list(_PolicyLock("pk", shared=True)))
    # A statement of its own: on PostgreSQL the one that waited for the lock sees what was there before.
    return Project.objects.get(pk=project.pk)


def lock_annotator(annotator: Annotator) -> Annotator:
    """Lock the annotator's row and return it as it is stored now. The project's assignment policy stays, too.

    The lock leaves the key free: a save has its item locked while its commit checks that the annotator exists. It would
    deadlock with a transaction that has locked the annotator and waits for the item.
    """
    locked = _annotator_to_lock.first(annotator.pk)
    if locked is None:
        raise Annotator.DoesNotExist
    return locked


@prepared
def _annotator_to_lock(annotator: int) -> "QuerySet[Annotator]":
    rows = Annotator.objects.select_for_update(no_key=True).filter(pk=annotator)
    return rows.annotate(policy_lock=_PolicyLock("project_id", shared=True))


def locked_items(items: list[int], *, skip_locked: bool = False) -> Iterable[int]:
    """Keys of the items, locked in ascending order."""
    rows = Item.objects.select_for_update(skip_locked=skip_locked).filter(pk__in=items)
    return rows.order_by("pk").values_list("pk", flat=True)


@dataclass(frozen=True, slots=True)
class LockedItem:
    """An item of an annotator as it is since its lock. `assignment` may be skipped or expired.

    `guidelines`: primary key of those that the annotator accepted last for the item's language.
    """

    item: Item
    assignment: Assignment
    project: Project
    annotation: Annotation | None
    language_closed: bool
    guidelines: int | None


def locked_item(annotator: Annotator, item_id: int) -> LockedItem:
    """Lock an item that is assigned to the annotator. Raises NotFoundError."""
    item = _item_to_lock.first(item_id, annotator.project_id)
    # A statement of its own: on PostgreSQL the one that waited for the lock sees what was there before.
    assignment = _assignment.first(annotator.pk, item_id) if item else None
    if item is None or assignment is None:
        raise not_assigned()
    ensure_available(item)
    more: Any = assignment
    return LockedItem(
        item=item,
        assignment=assignment,
        project=assignment.project,
        annotation=getattr(more, "own_annotation", None),
        language_closed=bool(more.language_closed),
        guidelines=accepted_for(item.language, more.accepted),
    )


@prepared
def _item_to_lock(item: int, project: int) -> "QuerySet[Item]":
    rows = Item.objects.select_for_update(of=("self",)).filter(pk=item, project=project)
    return rows.select_related("imported_by").only(
        "kind",
        "check_gold",
        "language",
        "answer",
        "answer_sha256",
        "claims",
        "counted",
        "reference",
        "archived_at",
        "imported_by__published_at",
        "imported_by__worked_on",
    )


@prepared
def _assignment(annotator: int, item: int) -> "QuerySet[Assignment]":
    """With project, annotation, whether the language is closed, and the accepted guidelines."""
    own = FilteredRelation("item__annotation", condition=Q(item__annotation__annotator=annotator))
    accepted = Acceptance.objects.filter(annotator=annotator).order_by().values("annotator")
    language = ProjectLanguage.objects.filter(
        project=OuterRef("project"), language=OuterRef("item__language")
    )
    rows = Assignment.objects.filter(annotator=annotator, item=item)
    rows = rows.annotate(
        own_annotation=own,
        language_closed=Exists(language.filter(closed=True)),
        accepted=Subquery(accepted.annotate(rows=JSONRows(JSONArray(*ACCEPTED_FIELDS))).values("rows")),
    )
    related: Any = ("own_annotation__head", "own_annotation__submitted")
    return rows.select_related("project", *related)


def mark_worked_on(import_: Import) -> None:
    """Record that someone saved or wrote something on an item of the import, so that it cannot be undone."""
    if not import_.worked_on:
        Import.objects.filter(pk=import_.pk, worked_on=False).update(worked_on=True)
