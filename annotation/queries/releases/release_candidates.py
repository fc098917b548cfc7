"""Items that a release can contain, with their counted revisions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery

from annotation.models import Annotation, ExcludedAnnotation, Project
from annotation.models.annotation import is_counted
from annotation.queries.annotate.counted_items import (
    CountedItem,
    ItemValues,
    count_items,
    item_batches,
    item_records,
    revision_contents,
    work_items,
)
from annotation.queries.curation.adjudications import decided, in_force
from annotation.queries.projects.access import record_format_of, scheme_of
from annotation.queries.references.item_images import released_images
from morelkit.agreement.character_counts import ItemCount
from morelkit.formats.item_records import ItemRecord
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import item_labels_gold
from morelkit.release.released_images import ReleasedImage
from morelkit.scheme.schemes import Scheme


@dataclass(slots=True)
class Candidate:
    """A work item. `revisions`: ids of counted revisions in order of creation of their annotations.

    `choices`: the item labels of each counted annotation, if they are asked for. `imports`: ids of the imports that
    created the item and its counted annotations. `decision` and `tied` are set only in projects with adjudication.
    """

    pk: int
    record: ItemRecord
    revisions: list[int] = field(default_factory=list)
    choices: list[Mapping[str, str]] = field(default_factory=list)
    imports: set[int] = field(default_factory=set)
    excluded: list[dict[str, str]] = field(default_factory=list)
    decision: int | None = None  # id of the curator's decision
    tied: bool = False  # tied and without a decision
    images: list[ReleasedImage] = field(default_factory=list)


def count_ready_items(project: Project, minimum: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Numbers of items with enough (`ready`) and too few (`short`) counted annotations, by language.

    Those whose answer implies their labels are ready with any number of them.
    """
    found = {}
    for language, least in minimum.items():
        rows = work_items(project, language).annotate(
            n=Count("annotation", filter=is_counted("annotation__"))
        )
        ready = Q(n__gte=least) | Q(labels_implied=True)
        found[language] = (
            rows.values_list("n")
            .order_by()
            .aggregate(ready=Count("pk", filter=ready), short=Count("pk", filter=~ready))
        )
    return found


def decided_below(project: Project, minimum: Mapping[str, int]) -> dict[str, int]:
    """Numbers of items that a curator has decided on and that have too few counted annotations, by language."""
    if not project.adjudication:
        return dict.fromkeys(minimum, 0)
    return {
        language: work_items(project, language)
        .filter(decided(), counted__lt=least, labels_implied=False)
        .count()
        for language, least in minimum.items()
    }


def candidates(
    project: Project, language: str, policy: GoldPolicy, *, choices: bool = False
) -> Iterator[Candidate]:
    """Yield all work items in the order of import, including those without annotations. `policy` decides about ties.
    `choices`: whether to read the item labels of annotations.

    The annotations of a chunk are read in one query, so that each item is consistent.
    """
    scheme = scheme_of(project)
    shows_images = record_format_of(project).images is not None
    for chunk in item_batches(work_items(project, language)):
        by_item = _annotation_rows([item.pk for item in chunk])
        records = item_records(chunk)
        found = [Candidate(item.pk, record) for item, record in zip(chunk, records, strict=True)]
        for item, each in zip(chunk, found, strict=True):
            each.imports.add(item.imported_by_id)
            for row in by_item[each.pk]:
                _add_annotation(each, row)
        if choices:
            revisions = revision_contents([pk for each in found for pk in each.revisions])
            for each in found:
                each.choices = [revisions[pk].labels for pk in each.revisions]
        if shows_images:
            images = released_images([each.pk for each in found])
            for each in found:
                each.images = images.get(each.pk, [])
        if project.adjudication:
            _add_decisions(scheme, policy, found, chunk)
        yield from found


def _add_decisions(
    scheme: Scheme, policy: GoldPolicy, found: Sequence[Candidate], chunk: Sequence[ItemValues]
) -> None:
    decisions = dict(in_force([each.pk for each in found]).values_list("item_id", "pk"))
    for each in found:
        each.decision = decisions.get(each.pk)
    undecided = [pair for pair in zip(found, chunk, strict=True) if pair[0].decision is None]
    revisions = revision_contents([pk for each, _ in undecided for pk in each.revisions])
    items = [CountedItem(item, [revisions[pk] for pk in each.revisions]) for each, item in undecided]
    names = [label.name for label in scheme.item_labels]
    for (each, _), item, count in zip(undecided, items, count_items(items, policy).items(), strict=True):
        each.tied = _is_tied(names, policy, count, [row.labels for row in item.annotations])


def _is_tied(
    names: Sequence[str], policy: GoldPolicy, count: ItemCount, chosen: Sequence[Mapping[str, str]]
) -> bool:
    """Return whether the votes of a character equal the threshold, or an item label has no single winner."""
    runs = [*count.runs, *(run for each in count.by_label.values() for run in each)]
    if any(policy.is_tie(run.count, count.n) for run in runs):
        return True
    return any(each["tie"] for each in item_labels_gold(names, chosen, policy).values())


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
