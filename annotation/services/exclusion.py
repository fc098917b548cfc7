"""Annotations are taken out of the count, with a reason, and come back: all that one act took out by one act.

What is excluded gives its place away; what comes back counts again, though its item be over-full then. A large act is
a job: it goes on, after a kill too, with those that it has not done yet.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db.models import F, QuerySet

from annotation.domain.assignment import free_slot
from annotation.errors import ConflictError, InvalidError, NotFoundError, wrong_field
from annotation.models import (
    Annotation,
    Annotator,
    Assignment,
    ExcludedAnnotation,
    Exclusion,
    Item,
    Job,
    Project,
)
from annotation.queries.exclusions import Selection, exclusions_of
from annotation.queries.items import visible_items
from annotation.services.claim import occupy, redundancy_of, vacate
from annotation.services.jobs import Progress, job_kind
from annotation.services.projects import touch
from annotation.services.statistics import refresh_items
from annotation.services.texts import check_text
from annotation.writing import writing, writing_in_turn

KIND: Final = "exclusion"
AT_ONCE: Final = 1_000  # annotations; more are left to the worker
_BATCH: Final = 250  # items in one transaction


def exclude(
    project: Project, selection: Selection, reason: str, expected: int, lead: User, now: datetime
) -> Exclusion:
    """`expected`: how many annotations the lead was told of. Raises InvalidError, NotFoundError, ConflictError."""
    check_text("reason", reason)
    with writing():
        project = Project.objects.select_for_update().get(pk=project.pk)
        annotator, item = _who(project, selection), _where(project, selection)
        there = selection.annotations(project).count()
        if there != expected:
            raise ConflictError(
                f"These are {there} annotations by now, and were {expected}: look at them again.",
                code="other_by_now",
            )
        if not there:
            raise InvalidError("There is nothing that counts to exclude.", code="nothing_there")
        exclusion = Exclusion.objects.create(
            project=project,
            kind=_kind(selection),
            item=item,
            annotator=annotator,
            rule=selection.rule,
            threshold=selection.threshold,
            languages=list(selection.languages),
            reason=reason,
            by=lead,
            at=now,
        )
        _leave_to_worker(exclusion, there)
    if exclusion.job is None:
        _take_out(exclusion)
    return read_exclusion(project, exclusion.pk)


def undo_exclusion(project: Project, key: int, lead: User, now: datetime) -> Exclusion:
    """All that the act took out and that is still out counts again. Raises NotFoundError, ConflictError.

    What came back by itself stays as it is, even where another act took it out again.
    """
    with writing():
        exclusion = Exclusion.objects.select_for_update(of=("self",)).filter(project=project, pk=key).first()
        if exclusion is None:
            raise NotFoundError("There is no such exclusion in this project.")
        if exclusion.job and exclusion.job.state in {Job.State.WAITING, Job.State.RUNNING}:
            raise ConflictError("It is being carried out. Wait until that has ended.", code="at_work")
        out = exclusion.taken_out.filter(returned_at__isnull=True).count()
        if not out:
            raise ConflictError("All that it took out counts again already.", code="undone_before")
        exclusion.undone_by, exclusion.undone_at = lead, now
        exclusion.job = None
        exclusion.save(update_fields=["undone_by", "undone_at", "job"])
        _leave_to_worker(exclusion, out)
    if exclusion.job is None:
        _bring_back(exclusion)
    return read_exclusion(project, key)


def include(project: Project, item_id: int, key: str, lead: User, now: datetime) -> None:
    """One annotation counts again; the rest of the act that took it out stays out.

    Raises NotFoundError, ConflictError where it is not excluded by an act.
    """
    if not visible_items(project).filter(pk=item_id, kind=Item.Kind.WORK).exists():
        raise NotFoundError("There is no such item in this project.")
    mine = ExcludedAnnotation.objects.filter(annotation__item=item_id, annotation__annotator__key=key)
    with writing():
        if not _return(project, mine, _locked([item_id]), lead, now):
            raise ConflictError("It counts already, or no act has taken it out.", code="not_excluded")


def read_exclusion(project: Project, key: int) -> Exclusion:
    """Raises NotFoundError."""
    row = exclusions_of(project).filter(pk=key).first()
    if row is None:
        raise NotFoundError("There is no such exclusion in this project.")
    return row


@job_kind(KIND, lane=KIND)
def run(job: Job, progress: Progress) -> None:
    exclusion = Exclusion.objects.select_related("project").get(job=job)
    change = _bring_back if exclusion.undone_at else _take_out
    done = 0

    def note(changed: int) -> None:
        nonlocal done
        done += changed
        progress(done, job.total)

    change(exclusion, note)


def _leave_to_worker(exclusion: Exclusion, annotations: int) -> None:
    if annotations > AT_ONCE:
        exclusion.job = Job.objects.create(project_id=exclusion.project_id, kind=KIND, total=annotations)
        exclusion.save(update_fields=["job"])


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
    item = visible_items(project).filter(pk=selection.item, kind=Item.Kind.WORK).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    return item


def _nobody(_changed: int) -> None:
    pass


def _take_out(exclusion: Exclusion, note: Callable[[int], None] = _nobody) -> None:
    """Of what was submitted when the lead decided."""
    project = exclusion.project
    key = exclusion.annotator.key if exclusion.annotator else ""
    languages = tuple(exclusion.languages)
    chosen = Selection(key, languages, exclusion.item_id, exclusion.rule, exclusion.threshold)
    annotations = chosen.annotations(project).filter(submitted__saved_at__lte=exclusion.at)
    # Begun again after a kill, it leaves alone what came back meanwhile.
    annotations = annotations.exclude(exclusions__exclusion=exclusion)

    def take_out(items: list[Item], keys: list[int]) -> int:
        rows = list(annotations.filter(item__in=keys).select_related("submitted"))
        ExcludedAnnotation.objects.bulk_create(
            ExcludedAnnotation(exclusion=exclusion, annotation=each, revision=each.submitted) for each in rows
        )
        Annotation.objects.filter(pk__in=[each.pk for each in rows]).update(
            excluded_at=exclusion.at, excluded_by=exclusion.by, excluded_reason=exclusion.reason
        )
        for place in _places(rows):
            vacate(place.item_id)
            Assignment.objects.filter(pk=place.pk).update(slot=None)
        Exclusion.objects.filter(pk=exclusion.pk).update(annotations=F("annotations") + len(rows))
        refresh_items(project, items)
        touch(project)
        return len(rows)

    _in_batches(annotations, take_out, note)


def _bring_back(exclusion: Exclusion, note: Callable[[int], None] = _nobody) -> None:
    project, by, at = exclusion.project, exclusion.undone_by, exclusion.undone_at
    taken_out = exclusion.taken_out.filter(returned_at__isnull=True)

    def bring_back(items: list[Item], keys: list[int]) -> int:
        return _return(project, taken_out.filter(annotation__item__in=keys), items, by, at)

    _in_batches(Annotation.objects.filter(exclusions__in=taken_out), bring_back, note)


def _return(
    project: Project,
    taken_out: "QuerySet[ExcludedAnnotation]",
    items: list[Item],
    lead: User | None,
    now: datetime | None,
) -> int:
    """Those that are still out count again: each in a free slot, else above the redundancy."""
    rows = list(taken_out.filter(returned_at__isnull=True).select_related("annotation"))
    annotations = [row.annotation for row in rows]
    ExcludedAnnotation.objects.filter(pk__in=[row.pk for row in rows]).update(
        returned_at=now, returned_by=lead
    )
    Annotation.objects.filter(pk__in=[each.pk for each in annotations]).update(
        excluded_at=None, excluded_by=None, excluded_reason=""
    )
    languages = {item.pk: item.language for item in items}
    redundancy = {language: redundancy_of(project, language) for language in set(languages.values())}
    for place in _places(annotations):
        cap = redundancy[languages[place.item_id]]
        taken = set(Assignment.objects.filter(item=place.item_id).values_list("slot", flat=True))
        slot = None if cap is None else free_slot(cap, taken)
        Assignment.objects.filter(pk=place.pk).update(slot=slot)
        occupy(place.item_id, None)
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


def _in_batches(
    annotations: "QuerySet[Annotation]",
    change: Callable[[list[Item], list[int]], int],
    note: Callable[[int], None],
) -> None:
    """What is done falls out of `annotations`; the next batch begins behind the last all the same, and so it ends."""
    rows = annotations.order_by("item").values_list("item", flat=True).distinct()
    last = 0
    while keys := list(rows.filter(item__gt=last)[:_BATCH]):
        with writing_in_turn():
            changed = change(_locked(keys), keys)
        last = keys[-1]
        note(changed)
