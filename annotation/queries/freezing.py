"""What a release would take in: items with enough counted annotations, and which revisions of them count."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from annotation.domain.gold_policy import GoldPolicy
from annotation.domain.languages import folded
from annotation.domain.records import ItemRecord
from annotation.errors import InvalidError
from annotation.models import Annotation, ExcludedAnnotation, Item, Project
from annotation.queries.annotations import counts, published
from annotation.queries.exports import item_record
from annotation.queries.items import visible_items, with_what_came_along
from annotation.queries.projects import languages_of

_CHUNK = 500


@dataclass(slots=True)
class Candidate:
    """A work item; `revisions` are keys, in the order in which their annotations were made."""

    pk: int
    record: ItemRecord
    revisions: list[int] = field(default_factory=list)
    excluded: list[dict[str, str]] = field(default_factory=list)


def minimum_of(project: Project, policy: GoldPolicy, chosen: Sequence[str] = ()) -> dict[str, int]:
    """By language, of those chosen or of all that have items. Raises InvalidError for one the project has not."""
    rows = {row.language: row for row in languages_of(project)}
    languages = [folded(tag) for tag in chosen] or [tag for tag, row in rows.items() if row.items]
    for tag in languages:
        if tag not in rows:
            raise InvalidError(f"The project has no language “{tag[:64]}”.", code="unknown_language")
    return {tag: policy.min_annotations or rows[tag].redundancy or project.redundancy for tag in languages}


def work_items(project: Project, language: str) -> QuerySet[Item]:
    return visible_items(project).filter(kind=Item.Kind.WORK, language=language)


def enough(project: Project, minimum: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """By language, how many items have enough counted annotations, and how many have not."""
    found = {}
    for language, least in minimum.items():
        rows = work_items(project, language).annotate(n=Count("annotation", filter=counts("annotation__")))
        several = (
            rows.values_list("n")
            .order_by()
            .aggregate(ready=Count("pk", filter=Q(n__gte=least)), short=Count("pk", filter=Q(n__lt=least)))
        )
        found[language] = several
    return found


def candidates(project: Project, language: str) -> Iterator[Candidate]:
    """Work items in the order of import, those without annotations too.

    The annotations of a chunk of items are read at once: each item is as it was at one moment.
    """
    last = -1
    while True:
        rows = with_what_came_along(work_items(project, language).filter(ordinal__gt=last))
        chunk = list(rows.order_by("ordinal")[:_CHUNK])
        if not chunk:
            return
        last = chunk[-1].ordinal
        said = _said([item.pk for item in chunk])
        for item in chunk:
            found = Candidate(item.pk, item_record(item))
            for row in said[item.pk]:
                _take_in(found, row)
            yield found


def _said(items: list[int]) -> dict[int, list[dict[str, Any]]]:
    rows = Annotation.objects.filter(published(), item__in=items, submitted__isnull=False, surplus=False)
    by_item: dict[int, list[dict[str, Any]]] = defaultdict(list)
    columns = ("item_id", "submitted_id", "excluded_at", "excluded_reason", "annotator__key")
    act = ExcludedAnnotation.objects.filter(annotation=OuterRef("pk"), returned_at__isnull=True)
    for row in rows.order_by("id").values(*columns, rule=Subquery(act.values("exclusion__rule")[:1])):
        by_item[row["item_id"]].append(row)
    return by_item


def _take_in(found: Candidate, row: Mapping[str, Any]) -> None:
    if row["excluded_at"] is None:
        found.revisions.append(row["submitted_id"])
    else:
        why = {"annotator": row["annotator__key"], "reason": row["excluded_reason"]}
        found.excluded.append(why | ({"rule": row["rule"]} if row["rule"] else {}))
