"""An annotator's own work: assignments, annotations, and progress in all and today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONArray

from annotation.models import (
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    CrowdWorker,
    Item,
    Project,
    ProjectLanguage,
)
from annotation.queries.annotate.annotation_content import AnnotationStatus, status_of
from annotation.queries.annotate.hidden_checks import checks_among
from annotation.queries.annotate.reopenings import Reopened, latest_reopening, reopened_of
from annotation.queries.projects.assignees import names_of
from annotation.queries.shapes import MyProgress
from foundation.prepared_statements import prepared
from morelkit.text.languages import Direction, direction

AssignmentState = Assignment.State
State = AssignmentState


@dataclass(frozen=True)
class MyAnnotation:
    item: int
    external_id: str
    language: str
    direction: Direction
    question: str
    status: Literal[AnnotationStatus, "skipped"]
    saved_at: datetime | None
    spans: int
    nothing_to_mark: bool
    unsure: bool
    reopened: Reopened | None


@dataclass(frozen=True)
class Today:
    """`unread`: threads with something unread; for leads, threads that wait for an answer."""

    submitted: int
    active_seconds: int
    unread: int


def assigned_work(annotator: Annotator | int) -> QuerySet[Assignment]:
    """The annotator's assignments to visible items, without training items."""
    return Assignment.objects.filter(
        annotator=annotator,
        item__archived_at__isnull=True,
        item__imported_by__published_at__isnull=False,
    ).exclude(item__kind=Item.Kind.TRAINING)


def open_assignments(annotator: Annotator | int) -> QuerySet[Assignment]:
    """The annotator's reserved items, begun or not, oldest first."""
    return assigned_work(annotator).filter(state=State.RESERVED).order_by("reserved_at", "pk")


def not_begun(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """The assignments without a saved annotation."""
    begun = Annotation.objects.filter(
        item=OuterRef("item"), annotator=OuterRef("annotator"), head__isnull=False
    )
    return assignments.filter(~Exists(begun))


def neighbours(annotator: int) -> tuple[QuerySet[Assignment, Any], QuerySet[Assignment, Any]]:
    """The items before and after those of the outer query's assignments, in the order of assignment."""
    rows = assigned_work(annotator).exclude(state=State.EXPIRED)
    at, key = OuterRef("reserved_at"), OuterRef("pk")
    before = rows.filter(Q(reserved_at__lt=at) | Q(pk__lt=key), reserved_at__lte=at)
    after = rows.filter(Q(reserved_at__gt=at) | Q(pk__gt=key), reserved_at__gte=at)
    return (
        before.order_by("-reserved_at", "-pk").values("item")[:1],
        after.order_by("reserved_at", "pk").values("item")[:1],
    )


def own_work_page(
    annotator: Annotator, status: str, after: Sequence[Any] | None, limit: int
) -> Sequence[Annotation | Assignment]:
    """The annotator's annotations, latest first, or the assignments that they have not begun or have skipped.

    `after`: sort key of the last row of the page before.
    """
    if status in {"todo", "skipped"}:
        rows = assigned_work(annotator).filter(state=State.SKIPPED)
        if status == "todo":
            rows = not_begun(open_assignments(annotator))
        if after:
            rows = rows.filter(pk__lt=after[0])
        return list(rows.select_related("item").order_by("-pk")[:limit])
    kept = Annotation.objects.published().filter(annotator=annotator, head__isnull=False)
    kept = kept.exclude(item__kind=Item.Kind.TRAINING)
    kept = kept.annotate(**latest_reopening(annotation=OuterRef("pk")))
    kept = kept.filter(_STATUS_CONDITIONS.get(status, Q()))
    if after:
        kept = kept.filter(Q(saved_at__lt=after[0]) | Q(saved_at=after[0], pk__lt=after[1]))
    return list(kept.select_related("item", "head", "submitted").order_by("-saved_at", "-pk")[:limit])


def own_work_key(row: Annotation | Assignment) -> list[Any]:
    """The sort key of a row of `own_work_page`."""
    if isinstance(row, Assignment):
        return [row.pk]
    return [row.saved_at.isoformat() if row.saved_at else "", row.pk]


def my_annotation(row: Annotation | Assignment) -> MyAnnotation:
    """A row of `own_work_page` as the annotator sees it."""
    item = row.item
    head = row.head if isinstance(row, Annotation) else None
    return MyAnnotation(
        item=item.pk,
        external_id=item.external_id,
        language=item.language,
        direction=direction(item.language),
        question=item.question,
        status=_row_status(row),
        saved_at=head.saved_at if head else None,
        spans=len(head.spans) if head else 0,
        nothing_to_mark=head.nothing_to_mark if head else False,
        unsure=head.unsure if head else False,
        reopened=reopened_of(row),
    )


def _row_status(row: Annotation | Assignment) -> Literal[AnnotationStatus, "skipped"]:
    if isinstance(row, Annotation):
        return status_of(row)
    return "skipped" if row.state == State.SKIPPED else "new"


_STATUS_CONDITIONS = {
    "draft": Q(submitted__isnull=True),
    "submitted": Q(submitted__isnull=False),
    "edited": Q(submitted__isnull=False) & ~Q(submitted=F("head")),
}


def latest_draft(annotator: Annotator) -> Annotation | None:
    drafts = Annotation.objects.filter(annotator=annotator, head__isnull=False, submitted__isnull=True)
    reserved = Exists(
        Assignment.objects.filter(annotator=annotator, item=OuterRef("item"), state=State.RESERVED)
    )
    return drafts.filter(reserved).select_related("item", "head").order_by("-saved_at").first()


def own_revisions(
    annotator: Annotator, item_id: int, before: int | None, limit: int
) -> list[AnnotationRevision]:
    """The annotator's saves of an item, newest first. `before`: revision number of the last row of the page before."""
    rows = AnnotationRevision.objects.filter(annotation__annotator=annotator, annotation__item=item_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return list(rows.order_by("-number")[:limit])


def own_progress(
    project: Project, annotator: Annotator, languages: Sequence[ProjectLanguage], today: datetime
) -> MyProgress:
    """Counts of the annotator's own work in their `languages`. `today`: the moment the day began.

    Hidden checks count as items, so that the total does not reveal them.
    """
    tags = [row.language for row in languages]
    counts = _counts.first(annotator.pk, annotator.project_id, today, tags)
    work, todo, drafts, checks = counts or (None, None, None, None)
    submitted, skipped, since = work or (0, 0, 0)
    items, before = _assignment_size(project, annotator, languages, checks or 0)
    return MyProgress(
        submitted=submitted,
        done=max(0, submitted - before),
        skipped=skipped,
        today=since,
        todo=todo or 0,
        drafts=drafts or 0,
        items=items,
    )


def _assignment_size(
    project: Project, annotator: Annotator, languages: Sequence[ProjectLanguage], checks: int
) -> tuple[int, int]:
    """Number of items of the annotator's assignment, and of those before it in earlier crowd studies.

    `checks`: the hidden checks that the project has.
    """
    if project.assignment == Project.AssignmentPolicy.FIELD:
        named = Item.objects.filter(project=project, assignee__in=names_of(annotator), reservable=True)
        items = named.filter(language__in=[row.language for row in languages]).count()
    else:
        items = sum(row.items for row in languages)
    limits = [each for each in (project.quota, annotator.allowance) if each]
    if not limits:
        return items + (checks if project.check_every else 0), 0
    items, before = min(items, *limits), earlier_items(annotator)
    if project.check_every:
        items += min(checks, checks_among(project, annotator, items))
        before += min(checks, checks_among(project, annotator, before))
    return max(0, items - before), before


def earlier_items(annotator: Annotator) -> int:
    """The part of a crowd worker's allowance that belongs to studies before their latest one."""
    if not annotator.allowance:
        return 0
    workers = CrowdWorker.objects.filter(user=annotator.user_id, study__project=annotator.project_id)
    quota = workers.order_by("-pk").values_list("study__quota", flat=True).first()
    return max(0, annotator.allowance - quota) if quota else 0


@prepared
def _counts(
    annotator: int, project: int, today: datetime, languages: Sequence[str]
) -> QuerySet[Annotator, Any]:
    """Submitted, skipped and submitted today; not begun; drafts; hidden checks. Null counts nothing."""
    submitted = Q(state=State.SUBMITTED)
    work = JSONArray(
        Count("pk", filter=submitted),
        Count("pk", filter=Q(state=State.SKIPPED)),
        Count("pk", filter=submitted & Q(submitted_at__gte=today)),
    )
    drafts = Annotation.objects.filter(annotator=annotator, head__isnull=False, submitted__isnull=True)
    return Annotator.objects.filter(pk=annotator).values_list(
        _for_each(_work_assignments(annotator, project), "annotator", work),
        _for_each(not_begun(open_assignments(annotator)), "annotator", Count("pk")),
        _for_each(drafts.exclude(item__kind=Item.Kind.TRAINING), "annotator", Count("pk")),
        _for_each(_checks(project, languages), "project", Count("pk")),
    )


def _for_each(rows: QuerySet[Any], of: str, value: Any) -> Subquery:
    """An aggregate of rows that all have the same `of`; null if there are none."""
    return Subquery(rows.order_by().values(of).annotate(value=value).values("value"))


def submitted_since(annotator: Annotator, moment: datetime) -> int:
    return work_assignments(annotator).filter(state=State.SUBMITTED, submitted_at__gte=moment).count()


def _checks(project: int, languages: Sequence[str]) -> QuerySet[Item]:
    return Item.objects.filter(
        project=project,
        kind=Item.Kind.CHECK,
        check_gold__isnull=False,
        language__in=languages,
        archived_at__isnull=True,
        imported_by__published_at__isnull=False,
    )


def work_assignments(annotator: Annotator) -> QuerySet[Assignment]:
    """The annotator's assignments without training items, which are few and have an index."""
    return _work_assignments(annotator.pk, annotator.project_id)


def _work_assignments(annotator: int, project: int) -> QuerySet[Assignment]:
    training = Item.objects.filter(
        project=project, kind=Item.Kind.TRAINING, check_gold__isnull=False
    ).order_by()
    return Assignment.objects.filter(annotator=annotator).exclude(item__in=training)


def active_seconds_since(annotator: Annotator, moment: datetime) -> int:
    """Active time added since `moment`: for each annotation, the latest revision minus the last one before it."""
    earlier = AnnotationRevision.objects.filter(annotation=OuterRef("pk"), saved_at__lt=moment)
    rows = (
        Annotation.objects.filter(annotator=annotator, saved_at__gte=moment, imported_by__isnull=True)
        .annotate(before=Subquery(earlier.order_by("-number").values("active_seconds")[:1]))
        .values_list("head__active_seconds", "before")
    )
    return sum(max(0, (now or 0) - (before or 0)) for now, before in rows)
