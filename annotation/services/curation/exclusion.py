"""Exclude annotations with a reason, and include them again, one by one or a whole exclusion at once.

An excluded annotation frees its slot. An annotation that is included again counts even if its item is then over-full.
A small exclusion is one transaction. A large one is a job that resumes after a kill.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import F, QuerySet, Value

from annotation.models import (
    Annotation,
    Annotator,
    Assignment,
    ExcludedAnnotation,
    Exclusion,
    Item,
    ItemOfExclusion,
    Project,
)
from annotation.models.project import job_scope
from annotation.queries.annotate.workspace_item import work_item
from annotation.queries.curation.exclusions import Selection, exclusions_of, failed_annotators
from annotation.services.annotate.slots import free_slot, lowest_free_slot, redundancy_of, take_slot
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.audit import AuditKind, record
from foundation.bulk_insert import batches, insert_selected
from foundation.errors import ConflictError, InvalidError, NotFoundError, wrong_field
from foundation.free_text import check_text
from foundation.jobs import Progress, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import batch_transaction, write_transaction

KIND: Final = "exclusion"
MAX_AT_ONCE: Final = 1_000  # annotations; jobs with more run in the worker
_BATCH: Final = 250  # items in one transaction


def exclude(
    project: Project,
    selection: Selection,
    reason: str,
    expected: int,
    lead: User,
    now: datetime,
    *,
    revision: int | None = None,
) -> Exclusion:
    """Exclude the selected annotations and return the exclusion, finished or as a job.

    `expected`: number of annotations in the preview. `revision`: number of the revision in the preview of a single one.
    Raises InvalidError, NotFoundError, and ConflictError if the annotations have changed since the preview.
    """
    check_text("reason", reason)
    annotator = _annotator(project, selection)
    item = None if selection.item is None else work_item(project, selection.item)
    if selection.rule == "checks":
        selection = replace(selection, failed=tuple(failed_annotators(project, selection.threshold)))
    chosen = _submitted_by(selection.annotations(project), now)
    _check_expected(chosen.count(), expected)
    exclusion = Exclusion(
        project=project,
        kind=_kind(selection),
        item=item,
        annotator=annotator,
        rule=selection.rule,
        threshold=selection.threshold,
        failed=list(selection.failed or ()),
        languages=list(selection.languages),
        reason=reason,
        by=lead,
        at=now,
    )
    keys = _items_of(chosen)
    with write_transaction():
        if len(keys) <= _BATCH:
            items = _lock_items(keys)
            _check_expected(chosen.count(), expected)
            if revision is not None and not chosen.filter(submitted__number=revision).exists():
                raise ConflictError("It was submitted again: look at the new version.", code="other_by_now")
            exclusion.save()
            _store_items(exclusion, keys)
            _exclude_annotations(exclusion, chosen, items)
        else:
            _refuse_second_job(project)
            if expected <= MAX_AT_ONCE:
                _check_expected(chosen[: MAX_AT_ONCE + 1].count(), expected)
            exclusion.job = Job.objects.create(scope=job_scope(project.pk), kind=KIND, total=expected)
            exclusion.save()
            _store_items(exclusion, chosen.order_by().values("item"))
        record(
            AuditKind.EXCLUSION_CREATED,
            project.scope,
            actor=lead,
            exclusion=exclusion.pk,
            annotations=expected,
            annotator=annotator.key if annotator else "",
            item=item.external_id if item else "",
            rule=selection.rule,
            items=exclusion.chosen_items.count() or None,
        )
    _run_if_small(exclusion.job)
    return read_exclusion(project, exclusion.pk)


def undo_exclusion(project: Project, key: int, lead: User, now: datetime) -> Exclusion:
    """Include all annotations that the exclusion still leaves out. Raises NotFoundError, ConflictError.

    Annotations that were included one by one are not touched, even if another exclusion left them out since. A repeated
    call resumes an interrupted undo and keeps the lead and time of the first call.
    """
    out = ExcludedAnnotation.objects.filter(
        exclusion=key, exclusion__project=project, returned_at__isnull=True
    )
    keys = _items_of(Annotation.objects.filter(exclusions__in=out))
    with write_transaction():
        items = _lock_items(keys) if len(keys) <= _BATCH else None
        exclusion = _lock_exclusion(project, key)
        # A job may have excluded further items before the locks were taken.
        if _is_open(exclusion.job) or (items is not None and out.exclude(annotation__item__in=keys).exists()):
            raise ConflictError("It is being carried out. Wait until that has ended.", code="at_work")
        left = out.count()
        if not left:
            raise ConflictError(
                "All annotations of this exclusion count again already.", code="undone_before"
            )
        if exclusion.undone_at is None:
            exclusion.undone_by, exclusion.undone_at = lead, now
        exclusion.job = None
        if items is None:
            exclusion.job = Job.objects.create(scope=job_scope(project.pk), kind=KIND, total=left)
        exclusion.save(update_fields=["undone_by", "undone_at", "job"])
        record(
            AuditKind.EXCLUSION_UNDONE, project.scope, actor=lead, exclusion=exclusion.pk, annotations=left
        )
        if items is not None:
            _include_annotations(project, out, items, exclusion.undone_by_id, exclusion.undone_at)
    _run_if_small(exclusion.job)
    return read_exclusion(project, key)


def resume_exclusion(project: Project, key: int) -> Exclusion:
    """Queue the failed job of an exclusion again. Raises NotFoundError, ConflictError."""
    with write_transaction():
        job = _lock_exclusion(project, key).job
        if job is None or job.state != Job.State.FAILED:
            raise ConflictError(
                "This exclusion has not failed, so it cannot be continued.", code="not_failed"
            )
        Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING, message="", finished_at=None)
    return read_exclusion(project, key)


def include(project: Project, item_id: int, key: str, lead: User, now: datetime) -> None:
    """Include one annotation again; the others of its exclusion stay excluded.

    Raises NotFoundError, and ConflictError if no exclusion leaves it out.
    """
    item = work_item(project, item_id)
    rows = ExcludedAnnotation.objects.filter(
        annotation__item=item, annotation__annotator__key=key, returned_at__isnull=True
    )
    with write_transaction():
        if not _include_annotations(project, rows, _lock_items([item.pk]), lead.pk, now):
            raise ConflictError(
                "This annotation counts already, or no exclusion applies to it.", code="not_excluded"
            )
        record(AuditKind.ANNOTATION_INCLUDED, project.scope, actor=lead, item=item.external_id, annotator=key)


def read_exclusion(project: Project, key: int) -> Exclusion:
    """Raises NotFoundError."""
    row = exclusions_of(project).filter(pk=key).first()
    if row is None:
        raise _not_found()
    return row


@job_kind(KIND, queue=KIND)
def run(job: Job, progress: Progress) -> None:
    exclusion = Exclusion.objects.select_related("project", "annotator").get(job=job)
    annotations: QuerySet[Annotation]
    if exclusion.undone_at:
        rows = exclusion.excluded_annotations.filter(returned_at__isnull=True)
        annotations, done = Annotation.objects.filter(exclusions__in=rows), job.total - exclusion.out
    else:
        annotations, done = _remaining(exclusion), exclusion.annotations

    def change(items: list[Item]) -> int:
        # A person erased during the job must leave no reason and no name behind.
        locked = Exclusion.objects.select_for_update(of=("self",))
        exclusion.refresh_from_db(fields=["reason", "by", "undone_by"], from_queryset=locked)
        if exclusion.undone_at:
            return _include_annotations(
                exclusion.project, rows, items, exclusion.undone_by_id, exclusion.undone_at
            )
        return _exclude_annotations(exclusion, annotations, items)

    for keys in batches(annotations.order_by("item").values_list("item", flat=True).distinct(), _BATCH):
        with batch_transaction():
            done += change(_lock_items(keys))
        progress(done, job.total)


def _remaining(exclusion: Exclusion) -> "QuerySet[Annotation]":
    """Annotations still to exclude, as submitted when the lead decided. Annotations included since are left out."""
    selection = Selection(
        exclusion.annotator.key if exclusion.annotator else "",
        tuple(exclusion.languages),
        exclusion.item_id,
        exclusion.rule,
        exclusion.threshold,
        tuple(exclusion.failed) or None,
        exclusion=exclusion.pk if exclusion.kind == Exclusion.Kind.ITEMS else None,
    )
    chosen = _submitted_by(selection.annotations(exclusion.project), exclusion.at)
    return chosen.exclude(exclusions__exclusion=exclusion)


def _submitted_by(annotations: "QuerySet[Annotation]", at: datetime) -> "QuerySet[Annotation]":
    return annotations.filter(submitted__saved_at__lte=at)


def _check_expected(there: int, expected: int) -> None:
    if there != expected:
        raise ConflictError(
            f"These are {there} annotations by now, and were {expected}: look at them again.",
            code="other_by_now",
        )
    if not there:
        raise InvalidError("There is nothing that counts to exclude.", code="nothing_there")


def _items_of(annotations: "QuerySet[Annotation]") -> list[int]:
    """Ids of the items, at most one more than fit into a transaction."""
    return list(annotations.order_by("item").values_list("item", flat=True).distinct()[: _BATCH + 1])


def _refuse_second_job(project: Project) -> None:
    """Raise ConflictError while another exclusion runs as a job: the preview may be outdated."""
    Project.objects.select_for_update().get(pk=project.pk)
    if Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state__in=Job.OPEN).exists():
        raise ConflictError(
            "Another exclusion is being carried out. Wait until that has ended.", code="at_work"
        )


def _run_if_small(job: Job | None) -> None:
    if job and job.total <= MAX_AT_ONCE:
        run_job(job)


def _is_open(job: Job | None) -> bool:
    return job is not None and job.state in Job.OPEN


def _lock_exclusion(project: Project, key: int) -> Exclusion:
    """Lock an exclusion. Lock its items before, in the order of a running job."""
    rows = Exclusion.objects.select_for_update(of=("self",)).select_related("job")
    exclusion = rows.filter(project=project, pk=key).first()
    if exclusion is None:
        raise _not_found()
    return exclusion


def _not_found() -> NotFoundError:
    return NotFoundError("There is no such exclusion in this project.")


def _kind(selection: Selection) -> str:
    if selection.rule:
        return Exclusion.Kind.RULE
    if selection.chosen is not None:
        return Exclusion.Kind.ITEMS
    return Exclusion.Kind.ANNOTATOR if selection.item is None else Exclusion.Kind.ANNOTATION


def _annotator(project: Project, selection: Selection) -> Annotator | None:
    if selection.rule or (selection.chosen is not None and not selection.annotator):
        return None
    annotator = Annotator.objects.filter(project=project, key=selection.annotator).first()
    if annotator is None:
        raise wrong_field("annotator", "Nobody in this project has this key.", "no_person")
    return annotator


def _store_items(exclusion: Exclusion, items: "list[int] | QuerySet[Annotation, Any]") -> None:
    """Store the items of an exclusion of chosen items: a filter may find others once some are excluded."""
    if exclusion.kind == Exclusion.Kind.ITEMS:
        rows = Item.objects.filter(pk__in=items).order_by()
        insert_selected(ItemOfExclusion, rows, exclusion_id=Value(exclusion.pk), item_id=F("pk"))


def _exclude_annotations(exclusion: Exclusion, annotations: "QuerySet[Annotation]", items: list[Item]) -> int:
    """Exclude the annotations on the locked items and return their number."""
    rows = list(annotations.filter(item__in=[item.pk for item in items]).select_related("submitted"))
    ExcludedAnnotation.objects.bulk_create(
        ExcludedAnnotation(exclusion=exclusion, annotation=each, revision=each.submitted) for each in rows
    )
    Annotation.objects.filter(pk__in=[each.pk for each in rows]).update(
        excluded_at=exclusion.at, excluded_by=exclusion.by_id, excluded_reason=exclusion.reason
    )
    for assignment in _assignments(rows):
        free_slot(assignment.item_id)
        Assignment.objects.filter(pk=assignment.pk).update(slot=None)
    Exclusion.objects.filter(pk=exclusion.pk).update(annotations=F("annotations") + len(rows))
    refresh_items(exclusion.project, items)
    touch(exclusion.project)
    return len(rows)


def _include_annotations(
    project: Project,
    excluded_annotations: "QuerySet[ExcludedAnnotation]",
    items: list[Item],
    lead: int | None,
    now: datetime | None,
) -> int:
    """Include the annotations on the locked items, in free slots or above the redundancy. Return their number."""
    there = excluded_annotations.filter(annotation__item__in=[item.pk for item in items])
    rows = list(there.select_related("annotation"))
    annotations = [row.annotation for row in rows]
    ExcludedAnnotation.objects.filter(pk__in=[row.pk for row in rows]).update(
        returned_at=now, returned_by=lead
    )
    for exclusion, returned in Counter(row.exclusion_id for row in rows).items():
        Exclusion.objects.filter(pk=exclusion).update(returned=F("returned") + returned)
    Annotation.objects.filter(pk__in=[each.pk for each in annotations]).update(
        excluded_at=None, excluded_by=None, excluded_reason=""
    )
    languages = {item.pk: item.language for item in items}
    redundancy = {language: redundancy_of(project, language) for language in set(languages.values())}
    for assignment in _assignments(annotations):
        cap = redundancy[languages[assignment.item_id]]
        taken = set(Assignment.objects.filter(item=assignment.item_id).values_list("slot", flat=True))
        slot = lowest_free_slot(cap, taken)
        Assignment.objects.filter(pk=assignment.pk).update(slot=slot)
        take_slot(assignment.item_id, None)
    refresh_items(project, items)
    touch(project)
    return len(rows)


def _assignments(annotations: Iterable[Annotation]) -> list[Assignment]:
    """Assignments of the annotations. They are kept, so that authors are not assigned these items again."""
    keys = {(each.item_id, each.annotator_id) for each in annotations}
    rows = Assignment.objects.filter(item__in={item for item, _ in keys}, state=Assignment.State.SUBMITTED)
    return [
        assignment
        for assignment in rows.order_by("pk")
        if (assignment.item_id, assignment.annotator_id) in keys
    ]


def _lock_items(keys: list[int]) -> list[Item]:
    """Lock items until the transaction ends and load the fields that counting needs."""
    items = Item.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    return list(items.only("kind", "language", "answer"))
