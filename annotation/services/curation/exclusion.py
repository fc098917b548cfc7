"""Annotations are taken out of the count, with a reason, and come back: all that one act took out by one act.

What is excluded gives its place away; what comes back counts again, though its item be over-full then. A small act is
one transaction. A larger one is a job, which goes on, after a kill too, with those that it has not done yet.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db.models import F, QuerySet

from annotation.models import Annotation, Annotator, Assignment, ExcludedAnnotation, Exclusion, Item, Project
from annotation.models.project import job_scope
from annotation.queries.curation.exclusions import Selection, exclusions_of, who_failed
from annotation.services.annotate.reservations import free_slot, lowest_free_slot, redundancy_of, take_slot
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.bulk_insert import batches
from foundation.errors import ConflictError, InvalidError, NotFoundError, wrong_field
from foundation.free_text import check_text
from foundation.jobs import Progress, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import batch_transaction, write_transaction

KIND: Final = "exclusion"
AT_ONCE: Final = 1_000  # annotations; more are left to the worker
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
    """What the lead was told of: `expected`, how many annotations; `revision`, the number of the only one's.

    Raises InvalidError, NotFoundError, ConflictError.
    """
    check_text("reason", reason)
    annotator, item = _who(project, selection), _where(project, selection)
    if selection.rule == "checks":
        selection = replace(selection, failed=tuple(who_failed(project, selection.threshold)))
    chosen = _as_submitted(selection.annotations(project), now)
    _expect(chosen.count(), expected)
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
            items = _locked(keys)
            _expect(chosen.count(), expected)
            if revision is not None and not chosen.filter(submitted__number=revision).exists():
                raise ConflictError("It was submitted anew: look at it again.", code="other_by_now")
            exclusion.save()
            _take_out(exclusion, chosen, items)
        else:
            _wait_for_others(project)
            if expected <= AT_ONCE:
                _expect(chosen[: AT_ONCE + 1].count(), expected)
            exclusion.job = Job.objects.create(scope=job_scope(project.pk), kind=KIND, total=expected)
            exclusion.save()
    _begin(exclusion.job)
    return read_exclusion(project, exclusion.pk)


def undo_exclusion(project: Project, key: int, lead: User, now: datetime) -> Exclusion:
    """All that the act took out and that is still out counts again. Raises NotFoundError, ConflictError.

    What came back by itself stays as it is, even where another act took it out again. Broken off and asked for again,
    it goes on, and stays the act of whoever asked first: what came back by then came back with it.
    """
    out = ExcludedAnnotation.objects.filter(
        exclusion=key, exclusion__project=project, returned_at__isnull=True
    )
    keys = _items_of(Annotation.objects.filter(exclusions__in=out))
    with write_transaction():
        items = _locked(keys) if len(keys) <= _BATCH else None
        exclusion = _held(project, key)
        # Its items are held, and not all of them are, where it was at work a moment ago.
        if _is_open(exclusion.job) or (items is not None and out.exclude(annotation__item__in=keys).exists()):
            raise ConflictError("It is being carried out. Wait until that has ended.", code="at_work")
        left = out.count()
        if not left:
            raise ConflictError("All that it took out counts again already.", code="undone_before")
        if exclusion.undone_at is None:
            exclusion.undone_by, exclusion.undone_at = lead, now
        exclusion.job = None
        if items is None:
            exclusion.job = Job.objects.create(scope=job_scope(project.pk), kind=KIND, total=left)
        exclusion.save(update_fields=["undone_by", "undone_at", "job"])
        if items is not None:
            _return(project, out, items, exclusion.undone_by_id, exclusion.undone_at)
    _begin(exclusion.job)
    return read_exclusion(project, key)


def go_on(project: Project, key: int) -> Exclusion:
    """What broke off waits for the worker again. Raises NotFoundError, ConflictError."""
    with write_transaction():
        job = _held(project, key).job
        if job is None or job.state != Job.State.FAILED:
            raise ConflictError("It has not broken off.", code="not_failed")
        Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING, message="", finished_at=None)
    return read_exclusion(project, key)


def include(project: Project, item_id: int, key: str, lead: User, now: datetime) -> None:
    """One annotation counts again; the rest of the act that took it out stays out.

    Raises NotFoundError, ConflictError where it is not excluded by an act.
    """
    if not Item.objects.visible(project).filter(pk=item_id, kind=Item.Kind.WORK).exists():
        raise NotFoundError("There is no such item in this project.")
    mine = ExcludedAnnotation.objects.filter(
        annotation__item=item_id, annotation__annotator__key=key, returned_at__isnull=True
    )
    with write_transaction():
        if not _return(project, mine, _locked([item_id]), lead.pk, now):
            raise ConflictError("It counts already, or no act has taken it out.", code="not_excluded")


def read_exclusion(project: Project, key: int) -> Exclusion:
    """Raises NotFoundError."""
    row = exclusions_of(project).filter(pk=key).first()
    if row is None:
        raise _unknown()
    return row


@job_kind(KIND, queue=KIND)
def run(job: Job, progress: Progress) -> None:
    exclusion = Exclusion.objects.select_related("project", "annotator").get(job=job)
    annotations: QuerySet[Annotation]
    if exclusion.undone_at:
        rows = exclusion.taken_out.filter(returned_at__isnull=True)
        annotations, done = Annotation.objects.filter(exclusions__in=rows), job.total - exclusion.out
    else:
        annotations, done = _still_to_do(exclusion), exclusion.annotations

    def change(items: list[Item]) -> int:
        # Who is erased meanwhile leaves no words behind, and no name.
        held = Exclusion.objects.select_for_update(of=("self",))
        exclusion.refresh_from_db(fields=["reason", "by", "undone_by"], from_queryset=held)
        if exclusion.undone_at:
            return _return(exclusion.project, rows, items, exclusion.undone_by_id, exclusion.undone_at)
        return _take_out(exclusion, annotations, items)

    for keys in batches(annotations.order_by("item").values_list("item", flat=True).distinct(), _BATCH):
        with batch_transaction():
            done += change(_locked(keys))
        progress(done, job.total)


def _still_to_do(exclusion: Exclusion) -> "QuerySet[Annotation]":
    """What was submitted when the lead decided. Begun again, the act leaves alone what came back meanwhile."""
    selection = Selection(
        exclusion.annotator.key if exclusion.annotator else "",
        tuple(exclusion.languages),
        exclusion.item_id,
        exclusion.rule,
        exclusion.threshold,
        tuple(exclusion.failed) or None,
    )
    chosen = _as_submitted(selection.annotations(exclusion.project), exclusion.at)
    return chosen.exclude(exclusions__exclusion=exclusion)


def _as_submitted(annotations: "QuerySet[Annotation]", at: datetime) -> "QuerySet[Annotation]":
    return annotations.filter(submitted__saved_at__lte=at)


def _expect(there: int, expected: int) -> None:
    if there != expected:
        raise ConflictError(
            f"These are {there} annotations by now, and were {expected}: look at them again.",
            code="other_by_now",
        )
    if not there:
        raise InvalidError("There is nothing that counts to exclude.", code="nothing_there")


def _items_of(annotations: "QuerySet[Annotation]") -> list[int]:
    """Those of one transaction, or one more."""
    return list(annotations.order_by("item").values_list("item", flat=True).distinct()[: _BATCH + 1])


def _wait_for_others(project: Project) -> None:
    """What a lead was told of is not what is there where a large act is taking it out."""
    Project.objects.select_for_update().get(pk=project.pk)
    if Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state__in=Job.OPEN).exists():
        raise ConflictError(
            "Another exclusion is being carried out. Wait until that has ended.", code="at_work"
        )


def _begin(job: Job | None) -> None:
    if job and job.total <= AT_ONCE:
        run_job(job)


def _is_open(job: Job | None) -> bool:
    return job is not None and job.state in Job.OPEN


def _held(project: Project, key: int) -> Exclusion:
    """After its items: an act at work takes them in this order too."""
    rows = Exclusion.objects.select_for_update(of=("self",)).select_related("job")
    exclusion = rows.filter(project=project, pk=key).first()
    if exclusion is None:
        raise _unknown()
    return exclusion


def _unknown() -> NotFoundError:
    return NotFoundError("There is no such exclusion in this project.")


def _kind(selection: Selection) -> str:
    if selection.rule:
        return Exclusion.Kind.RULE
    return Exclusion.Kind.ANNOTATOR if selection.item is None else Exclusion.Kind.ANNOTATION


def _who(project: Project, selection: Selection) -> Annotator | None:
    if selection.rule:
        return None
    annotator = Annotator.objects.filter(project=project, key=selection.annotator).first()
    if annotator is None:
        raise wrong_field("annotator", "Nobody in this project has this key.", "no_person")
    return annotator


def _where(project: Project, selection: Selection) -> Item | None:
    if selection.item is None:
        return None
    item = Item.objects.visible(project).filter(pk=selection.item, kind=Item.Kind.WORK).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    return item


def _take_out(exclusion: Exclusion, annotations: "QuerySet[Annotation]", items: list[Item]) -> int:
    """Those of `annotations` on `items`, which are held."""
    rows = list(annotations.filter(item__in=[item.pk for item in items]).select_related("submitted"))
    ExcludedAnnotation.objects.bulk_create(
        ExcludedAnnotation(exclusion=exclusion, annotation=each, revision=each.submitted) for each in rows
    )
    Annotation.objects.filter(pk__in=[each.pk for each in rows]).update(
        excluded_at=exclusion.at, excluded_by=exclusion.by_id, excluded_reason=exclusion.reason
    )
    for place in _places(rows):
        free_slot(place.item_id)
        Assignment.objects.filter(pk=place.pk).update(slot=None)
    Exclusion.objects.filter(pk=exclusion.pk).update(annotations=F("annotations") + len(rows))
    refresh_items(exclusion.project, items)
    touch(exclusion.project)
    return len(rows)


def _return(
    project: Project,
    taken_out: "QuerySet[ExcludedAnnotation]",
    items: list[Item],
    lead: int | None,
    now: datetime | None,
) -> int:
    """Those of `taken_out` on `items` count again: each in a free slot, else above the redundancy."""
    there = taken_out.filter(annotation__item__in=[item.pk for item in items])
    rows = list(there.select_related("annotation"))
    annotations = [row.annotation for row in rows]
    ExcludedAnnotation.objects.filter(pk__in=[row.pk for row in rows]).update(
        returned_at=now, returned_by=lead
    )
    for act, returned in Counter(row.exclusion_id for row in rows).items():
        Exclusion.objects.filter(pk=act).update(returned=F("returned") + returned)
    Annotation.objects.filter(pk__in=[each.pk for each in annotations]).update(
        excluded_at=None, excluded_by=None, excluded_reason=""
    )
    languages = {item.pk: item.language for item in items}
    redundancy = {language: redundancy_of(project, language) for language in set(languages.values())}
    for place in _places(annotations):
        cap = redundancy[languages[place.item_id]]
        taken = set(Assignment.objects.filter(item=place.item_id).values_list("slot", flat=True))
        slot = lowest_free_slot(cap, taken)
        Assignment.objects.filter(pk=place.pk).update(slot=slot)
        take_slot(place.item_id, None)
    refresh_items(project, items)
    touch(project)
    return len(rows)


def _places(annotations: Iterable[Annotation]) -> list[Assignment]:
    """On which they were submitted. Their authors keep them, and so are not given these items anew."""
    mine = {(each.item_id, each.annotator_id) for each in annotations}
    rows = Assignment.objects.filter(item__in={item for item, _ in mine}, state=Assignment.State.SUBMITTED)
    return [place for place in rows.order_by("pk") if (place.item_id, place.annotator_id) in mine]


def _locked(keys: list[int]) -> list[Item]:
    """The items, with what counting needs of them, held until the transaction ends."""
    items = Item.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    return list(items.only("kind", "language", "answer"))
