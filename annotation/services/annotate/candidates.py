"""What an annotator has reserved, and what they could reserve.

`language`: the one that the annotator works in, or empty. `loaded`: the items that their page has already, the one on
screen first; empty if the page has none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.models import (
    Acceptance,
    Annotator,
    Assignment,
    Guidelines,
    Item,
    Project,
    ProjectLanguage,
)
from annotation.queries.annotate.own_work import not_begun, open_assignments
from annotation.queries.projects.assignees import names_of
from foundation.prepared_statements import JSONRows, prepared

State = Assignment.State


@dataclass(frozen=True, slots=True)
class AnnotatorState:
    """What an annotator has to do before a new item.

    `guidelines`: some latest version is not accepted. `training`: number of training items. `expired`: reservations of
    the project, of anyone, wait for their release. `reserved`: the item that the annotator has reserved already.
    """

    guidelines: bool
    training: int
    expired: bool
    reserved: int | None


@dataclass(frozen=True, slots=True)
class Candidate:
    item_id: int
    coverage: int
    slots: list[int | None]  # taken
    redundancy: int | None  # None: no cap
    reserved: int | None  # an item that the annotator has reserved since


def annotator_state(
    annotator: Annotator,
    languages: Sequence[ProjectLanguage],
    now: datetime,
    *,
    language: str = "",
    loaded: Sequence[int] = (),
) -> AnnotatorState:
    """`languages`: those of the training. `language` and `loaded`: as in `reserve_next`."""
    tags = [row.language for row in languages]
    row = _annotator_state.first(annotator.pk, annotator.project_id, tags, now, _tags(language), list(loaded))
    guidelines, training, expired, reserved = row or (False, None, False, None)
    return AnnotatorState(bool(guidelines), training or 0, bool(expired), reserved)


@prepared
def _annotator_state(
    annotator: int,
    project: int,
    languages: Sequence[str],
    now: datetime,
    within: Sequence[str],
    loaded: Sequence[int],
) -> "QuerySet[Annotator, Any]":
    later = Guidelines.objects.filter(
        project=project, language=OuterRef("language"), version__gt=OuterRef("version")
    )
    latest = Guidelines.objects.filter(~Exists(later), project=project).exclude(text="")
    accepted = Acceptance.objects.filter(annotator=annotator, guidelines=OuterRef("pk"))
    training = Item.objects.filter(project=project, kind=Item.Kind.TRAINING, check_gold__isnull=False)
    training = training.filter(
        language__in=languages, archived_at__isnull=True, imported_by__published_at__isnull=False
    )
    expired = Assignment.objects.filter(project=project, state=State.RESERVED, expires_at__lt=now)
    return Annotator.objects.filter(pk=annotator).values_list(
        Exists(latest.filter(~Exists(accepted))),
        Subquery(training.order_by().values("project").annotate(n=Count("pk")).values("n")),
        Exists(expired),
        Subquery(_reserved(annotator, within, loaded)),
    )


def _tags(language: str) -> list[str]:
    """The language as a condition of `_within`; none if it is empty."""
    return [language] if language else []


def _within(rows: "QuerySet[Assignment]", tags: Sequence[str]) -> "QuerySet[Assignment]":
    """The assignments to items of these languages; without languages all."""
    return rows.filter(item__language__in=tags) if tags else rows


def _reserved(annotator: int, within: Sequence[str], loaded: Sequence[int]) -> "QuerySet[Assignment, Any]":
    """The oldest reserved item; with `loaded`, the oldest other one that is not begun."""
    rows = _within(open_assignments(annotator), within)
    for item in loaded:
        rows = rows.exclude(item=item)
    return (not_begun(rows) if loaded else rows).values("item")[:1]


def reserved_item(annotator: Annotator, language: str, loaded: Sequence[int]) -> int | None:
    """The item that the annotator has already reserved."""
    row = _reserved(annotator.pk, _tags(language), loaded).first()
    return row["item"] if row else None


def open_draft(annotator: Annotator, language: str, loaded: Sequence[int]) -> int | None:
    """The oldest reserved item that is not loaded, begun or not."""
    rows = _within(open_assignments(annotator), _tags(language)).exclude(item__in=loaded)
    return rows.values_list("item", flat=True).first()


def least_covered(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    language: str = "",
    loaded: Sequence[int] = (),
    assignment: str = "",
) -> Candidate | None:
    """The best candidate, with one index lookup per language: the index has reservable items by coverage and rank.

    `assignment`: the policy, if it changed after the project was read.
    """
    assignment = assignment or project.assignment
    keys, capped = [row.pk for row in languages], assignment != Project.AssignmentPolicy.EVERYONE
    within = _tags(language)
    if assignment == Project.AssignmentPolicy.FIELD:
        row = _named_candidate.first(annotator.pk, keys, within, loaded, names_of(annotator))
    elif capped:
        row = _candidate.first(annotator.pk, keys, within, loaded, project.redundancy)
    else:
        row = _uncapped_candidate.first(annotator.pk, keys, within, loaded)
    if row is None:
        changed = assignment == Project.AssignmentPolicy.FIELD and _stored_policy(project) != assignment
        return (
            least_covered(project, annotator, languages, language, loaded, _stored_policy(project))
            if changed
            else None
        )
    item, coverage, slots, redundancy, reserved, stored = row
    if stored != assignment:
        return least_covered(project, annotator, languages, language, loaded, stored)
    return Candidate(
        item,
        coverage,
        slots or [],
        (redundancy or project.redundancy) if capped else None,
        reserved,
    )


def _stored_policy(project: Project) -> str:
    return Project.objects.values_list("assignment", flat=True).get(pk=project.pk)


@prepared
def _candidate(
    annotator: int, languages: Sequence[int], within: Sequence[str], loaded: Sequence[int], redundancy: int
) -> "QuerySet[Item, Any]":
    own = Coalesce(OuterRef("redundancy"), redundancy, output_field=IntegerField())
    return _best(annotator, languages, within, loaded, Q(coverage__lt=own))


@prepared
def _named_candidate(
    annotator: int,
    languages: Sequence[int],
    within: Sequence[str],
    loaded: Sequence[int],
    names: Sequence[str],
) -> "QuerySet[Item, Any]":
    """Of the items whose field names the annotator. Their redundancy is 1."""
    return _best(annotator, languages, within, loaded, Q(coverage__lt=1, assignee__in=names))


@prepared
def _uncapped_candidate(
    annotator: int, languages: Sequence[int], within: Sequence[str], loaded: Sequence[int]
) -> "QuerySet[Item, Any]":
    return _best(annotator, languages, within, loaded, Q())


def _best(
    annotator: int, languages: Sequence[int], within: Sequence[str], loaded: Sequence[int], condition: Q
) -> "QuerySet[Item, Any]":
    """The best item of the languages (primary keys), with the slots and the redundancy that its slot follows from."""
    taken = Assignment.objects.filter(annotator=annotator, item=OuterRef("pk")).exclude(state=State.EXPIRED)
    items = Item.objects.filter(
        condition, project=OuterRef("project"), language=OuterRef("language"), reservable=True
    )
    first = items.filter(~Exists(taken)).order_by("coverage", "rank").values("pk")[:1]
    rows = ProjectLanguage.objects.filter(
        pk__in=languages, closed=False
    )  # as stored since the annotator's lock
    language = ProjectLanguage.objects.filter(project=OuterRef("project"), language=OuterRef("language"))
    slots = Assignment.objects.filter(item=OuterRef("pk"), slot__isnull=False).order_by().values("item")
    best = Item.objects.filter(pk__in=rows.values(best=Subquery(first))).order_by("coverage", "rank")
    return best.values_list(
        "pk",
        "coverage",
        Subquery(slots.annotate(rows=JSONRows("slot")).values("rows")),
        Subquery(language.values("redundancy")),
        Subquery(_reserved(annotator, within, loaded)),
        "project__assignment",
    )[:1]
