"""Items that a release can contain, with their counted revisions."""

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
    """A work item. `revisions`: ids of counted revisions in order of creation of their annotations.

    `imports`: ids of the imports that created the item and its counted annotations. `decision` and `tied` are set only
    in projects with adjudication.
    """

    pk: int
    record: ItemRecord
    revisions: list[int] = field(default_factory=list)
    imports: set[int] = field(default_factory=set)
    excluded: list[dict[str, str]] = field(default_factory=list)
    decision: int | None = None  # id of the curator's decision
    tied: bool = False  # tied and without a decision


def work_items(project: Project, language: str) -> ItemQuerySet:
    return Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language)


def count_ready_items(project: Project, minimum: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Numbers of items with enough (`ready`) and too few (`short`) counted annotations, by language."""
    found = {}
    for language, least in minimum.items():
        rows = work_items(project, language).annotate(
            n=Count("annotation", filter=is_counted("annotation__"))
        )
        counts = (
            rows.values_list("n")
            .order_by()
            .aggregate(ready=Count("pk", filter=Q(n__gte=least)), short=Count("pk", filter=Q(n__lt=least)))
        )
        found[language] = counts
    return found


def candidates(project: Project, language: str, policy: GoldPolicy) -> Iterator[Candidate]:
    """Yield all work items in the order of import, including those without annotations. `policy` decides about ties.

    The annotations of a chunk are read in one query, so that each item is consistent.
    """
    last = -1
    while True:
        rows = work_items(project, language).filter(ordinal__gt=last).with_imported_reference()
        chunk = list(rows.order_by("ordinal")[:_CHUNK])
        if not chunk:
            return
        last = chunk[-1].ordinal
        by_item = _annotation_rows([item.pk for item in chunk])
        found = [Candidate(item.pk, item_record(item)) for item in chunk]
        for item, each in zip(chunk, found, strict=True):
            each.imports |= {item.imported_by_id} - {None}
            for row in by_item[each.pk]:
                _add_annotation(each, row)
        if project.adjudication:
            _add_decisions(scheme_of(project), policy, found)
        yield from found


def _add_decisions(scheme: Scheme, policy: GoldPolicy, found: list[Candidate]) -> None:
    decided = dict(in_force([each.pk for each in found]).values_list("item_id", "pk"))
    for each in found:
        each.decision = decided.get(each.pk)
    undecided = [each for each in found if each.decision is None]
    revisions = AnnotationRevision.objects.in_bulk([pk for each in undecided for pk in each.revisions])
    for each in undecided:
        each.tied = _is_tied(scheme, policy, each.record.answer, [revisions[pk] for pk in each.revisions])


def _is_tied(scheme: Scheme, policy: GoldPolicy, answer: str, revisions: list[AnnotationRevision]) -> bool:
    """Return whether the votes of a character equal the threshold, or an item label has no single winner."""
    count = count_item(policy.normalization, answer, [revision.read_spans() for revision in revisions])
    runs = [*count.runs, *(run for each in count.by_label.values() for run in each)]
    if any(policy.is_tie(run.count, count.n) for run in runs):
        return True
    names = [label.name for label in scheme.item_labels]
    return any(
        each["tie"]
        for each in item_labels_gold(names, [revision.labels for revision in revisions], policy).values()
    )


def _annotation_rows(items: list[int]) -> dict[int, list[dict[str, Any]]]:
    rows = Annotation.objects.published().filter(item__in=items, submitted__isnull=False, surplus=False)
    by_item: dict[int, list[dict[str, Any]]] = defaultdict(list)
    columns = (
        *("item_id", "submitted_id", "imported_by_id", "excluded_at", "excluded_reason"),
        "annotator__key",
    )
    exclusion = ExcludedAnnotation.objects.filter(annotation=OuterRef("pk"), returned_at__isnull=True)
    for row in rows.order_by("id").values(*columns, rule=Subquery(exclusion.values("exclusion__rule")[:1])):
        by_item[row["item_id"]].append(row)
    return by_item


def _add_annotation(found: Candidate, row: Mapping[str, Any]) -> None:
    if row["excluded_at"] is None:
        found.revisions.append(row["submitted_id"])
        found.imports |= {row["imported_by_id"]} - {None}
    else:
        reason = {"annotator": row["annotator__key"], "reason": row["excluded_reason"]}
        found.excluded.append(reason | ({"rule": row["rule"]} if row["rule"] else {}))
