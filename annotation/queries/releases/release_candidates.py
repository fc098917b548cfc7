"""What a release would take in: items with enough counted annotations, and which revisions of them count."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery

from annotation.models import Annotation, AnnotationRevision, ExcludedAnnotation, Item, Project
from annotation.models.annotation import is_counted
from annotation.models.item import ItemQuerySet
from annotation.queries.curation.adjudications import in_force
from annotation.queries.gold.gold_export import item_record
from annotation.queries.projects.access import scheme_of
from morelkit.agreement.character_counts import count_item
from morelkit.formats.item_records import ItemRecord
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import item_labels_gold
from morelkit.scheme.schemes import Scheme

_CHUNK = 500


@dataclass(slots=True)
class Candidate:
    """A work item; `revisions` are keys, in the order in which their annotations were made.

    `imports`: keys of those that brought the item and what counts of it. The last two are known only of projects whose
    curators decide.
    """

    pk: int
    record: ItemRecord
    revisions: list[int] = field(default_factory=list)
    imports: set[int] = field(default_factory=set)
    excluded: list[dict[str, str]] = field(default_factory=list)
    decision: int | None = None  # key of what a curator decided
    tied: bool = False  # and nobody has decided


def work_items(project: Project, language: str) -> ItemQuerySet:
    return Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language)


def enough(project: Project, minimum: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """By language, how many items have enough counted annotations, and how many have not."""
    found = {}
    for language, least in minimum.items():
        rows = work_items(project, language).annotate(
            n=Count("annotation", filter=is_counted("annotation__"))
        )
        several = (
            rows.values_list("n")
            .order_by()
            .aggregate(ready=Count("pk", filter=Q(n__gte=least)), short=Count("pk", filter=Q(n__lt=least)))
        )
        found[language] = several
    return found


def candidates(project: Project, language: str, policy: GoldPolicy) -> Iterator[Candidate]:
    """Work items in the order of import, those without annotations too. `policy` says which of them are tied.

    The annotations of a chunk of items are read at once: each item is as it was at one moment.
    """
    last = -1
    while True:
        rows = work_items(project, language).filter(ordinal__gt=last).with_imported_reference()
        chunk = list(rows.order_by("ordinal")[:_CHUNK])
        if not chunk:
            return
        last = chunk[-1].ordinal
        said = _said([item.pk for item in chunk])
        found = [Candidate(item.pk, item_record(item)) for item in chunk]
        for item, each in zip(chunk, found, strict=True):
            each.imports |= {item.imported_by_id} - {None}
            for row in said[each.pk]:
                _take_in(each, row)
        if project.adjudication:
            _look_up_decisions(scheme_of(project), policy, found)
        yield from found


def _look_up_decisions(scheme: Scheme, policy: GoldPolicy, found: list[Candidate]) -> None:
    decided = dict(in_force([each.pk for each in found]).values_list("item_id", "pk"))
    for each in found:
        each.decision = decided.get(each.pk)
    undecided = [each for each in found if each.decision is None]
    revisions = AnnotationRevision.objects.in_bulk([pk for each in undecided for pk in each.revisions])
    for each in undecided:
        each.tied = _is_tied(scheme, policy, each.record.answer, [revisions[pk] for pk in each.revisions])


def _is_tied(scheme: Scheme, policy: GoldPolicy, answer: str, made: list[AnnotationRevision]) -> bool:
    """Whether exactly the threshold marked something of it, or one of its item labels has no single winner."""
    count = count_item(policy.normalization, answer, [revision.read_spans() for revision in made])
    runs = [*count.runs, *(run for each in count.by_label.values() for run in each)]
    if any(policy.is_tie(run.count, count.n) for run in runs):
        return True
    names = [label.name for label in scheme.item_labels]
    return any(
        each["tie"]
        for each in item_labels_gold(names, [revision.labels for revision in made], policy).values()
    )


def _said(items: list[int]) -> dict[int, list[dict[str, Any]]]:
    rows = Annotation.objects.published().filter(item__in=items, submitted__isnull=False, surplus=False)
    by_item: dict[int, list[dict[str, Any]]] = defaultdict(list)
    columns = (
        *("item_id", "submitted_id", "imported_by_id", "excluded_at", "excluded_reason"),
        "annotator__key",
    )
    act = ExcludedAnnotation.objects.filter(annotation=OuterRef("pk"), returned_at__isnull=True)
    for row in rows.order_by("id").values(*columns, rule=Subquery(act.values("exclusion__rule")[:1])):
        by_item[row["item_id"]].append(row)
    return by_item


def _take_in(found: Candidate, row: Mapping[str, Any]) -> None:
    if row["excluded_at"] is None:
        found.revisions.append(row["submitted_id"])
        found.imports |= {row["imported_by_id"]} - {None}
    else:
        why = {"annotator": row["annotator__key"], "reason": row["excluded_reason"]}
        found.excluded.append(why | ({"rule": row["rule"]} if row["rule"] else {}))
