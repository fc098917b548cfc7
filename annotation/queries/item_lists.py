"""The leads' list of items: filtered, ordered, paged, with what disagreement looks like in each."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from annotation.domain.agreement import count_item
from annotation.domain.languages import direction
from annotation.models import Annotation, Assignment, Item, Project, ProjectLanguage
from annotation.queries.annotations import counted_spans, published
from annotation.queries.items import item_status, visible_items
from annotation.queries.projects import scheme_of

_NO_NOTES = {"drafts": 0, "unsure": 0, "comments": 0, "surplus": 0}


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """Which items a lead looks at, and in which order."""

    language: str = ""
    order: str = "agreement"  # or "ordinal"
    search: str = ""

    def rows(self, project: Project) -> "QuerySet[Any]":
        """Items with `sort`, the first part of their sort key; the item's ordinal is the second.

        By agreement only items that have one: those with n ≥ 2.
        """
        items = visible_items(project).filter(kind=Item.Kind.WORK)
        if self.language:
            items = items.filter(language=self.language)
        if self.search:
            items = items.filter(
                Q(external_id__icontains=self.search)
                | Q(question__icontains=self.search)
                | Q(answer__icontains=self.search)
            )
        if self.order == "ordinal":
            return items.annotate(sort=F("ordinal"))
        return items.filter(statistics__policy=project.policy, statistics__agreement__isnull=False).annotate(
            sort=F("statistics__agreement")
        )


def item_page(project: Project, chosen: ItemFilter, after: Sequence[Any] | None, limit: int) -> list[Any]:
    """At most `limit` items behind the sort key `after`."""
    rows = chosen.rows(project)
    if after:
        rows = rows.filter(Q(sort__gt=after[0]) | Q(sort=after[0], pk__gt=after[1]))
    return list(rows.order_by("sort", "pk")[:limit])


def item_rows(
    project: Project, items: Sequence[Item], languages: Mapping[str, ProjectLanguage]
) -> list[dict[str, Any]]:
    """What the list shows of each item. The shares are computed from the annotations of these items only."""
    spans = counted_spans(item.pk for item in items)
    notes = _notes([item.pk for item in items])
    held = _held([item.pk for item in items])
    uses_spans = scheme_of(project).uses_spans
    rows = []
    for item in items:
        count = count_item(project.policy, item.answer, spans.get(item.pk, []))
        language = languages[item.language]
        rows.append(
            {
                "id": item.pk,
                "external_id": item.external_id,
                "language": item.language,
                "spelling": item.spelling,
                "direction": direction(item.language),
                "question": item.question,
                "answer_length": len(item.answer),
                "redundancy": language.redundancy or project.redundancy,
                "status": item_status(project, language, count.n),
                "ties": count.tie_characters,
                "gold_characters": count.gold_characters,
                "runs": [asdict(run) for run in count.runs],
                "n": count.n,
                "agreement": count.agreement if uses_spans else None,
                "held": held.get(item.pk, 0),
                **notes.get(item.pk, _NO_NOTES),
            }
        )
    return rows


def _notes(items: list[int]) -> dict[int, dict[str, int]]:
    submitted = Q(submitted__isnull=False)
    rows = (
        Annotation.objects.filter(published(), item__in=items)
        .order_by()
        .values("item_id")
        .annotate(
            drafts=Count("pk", filter=Q(submitted__isnull=True)),
            unsure=Count("pk", filter=submitted & Q(submitted__unsure=True)),
            comments=Count("pk", filter=submitted & ~Q(submitted__comment="")),
            surplus=Count("pk", filter=submitted & Q(surplus=True, excluded_at__isnull=True)),
        )
    )
    return {
        row["item_id"]: {
            "drafts": row["drafts"],
            "unsure": row["unsure"],
            "comments": row["comments"],
            "surplus": row["surplus"],
        }
        for row in rows
    }


def _held(items: list[int]) -> dict[int, int]:
    """By how many people each is held and not submitted."""
    places = Assignment.objects.filter(item__in=items, state=Assignment.State.RESERVED).order_by()
    return dict(places.values_list("item").annotate(Count("pk")))


def neighbours(project: Project, chosen: ItemFilter, item_id: int) -> dict[str, Any]:
    """The items before and after one in the chosen order, its place and how many there are."""
    rows = chosen.rows(project)
    sort = rows.filter(pk=item_id).values_list("sort", flat=True).first()
    total = rows.count()
    if sort is None:
        return {"previous": None, "next": None, "position": None, "total": total}
    before = rows.filter(Q(sort__lt=sort) | Q(sort=sort, pk__lt=item_id))
    after = rows.filter(Q(sort__gt=sort) | Q(sort=sort, pk__gt=item_id))
    return {
        "previous": before.order_by("-sort", "-pk").values_list("pk", flat=True).first(),
        "next": after.order_by("sort", "pk").values_list("pk", flat=True).first(),
        "position": before.count() + 1,
        "total": total,
    }
