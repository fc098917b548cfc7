"""Which items a lead looks at: conditions that narrow the list, each on its own and all together."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import StrIndex

from annotation.models import Annotation, Item, ItemStatistic, Project
from annotation.queries.annotations import counted, counts, published
from annotation.queries.item_orders import ORDERS, listed
from annotation.queries.items import visible_items
from annotation.queries.projects import languages_of

STATUSES = ("open", "complete", "over-full", "surplus")


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """What is "" or None is asked of no item. A model or split of "" asks for items that name none."""

    language: str = ""
    order: str = "agreement"  # of `item_orders.ORDERS`
    search: str = ""
    model: str | None = None
    split: str | None = None
    annotator: str = ""  # key of somebody who has submitted the item
    beside: str = ""  # key of somebody who has submitted it as well
    day: str = ""  # YYYY-MM-DD (UTC) on which somebody submitted here what counts
    label: str = ""  # as in `all_labels`, used by an annotation that counts
    status: str = ""  # of `STATUSES`

    def items(self, project: Project) -> "QuerySet[Item]":
        """All of them, in no order. Those that the order leaves out are left out here as well."""
        return self.narrowed(project, visible_items(project).filter(kind=Item.Kind.WORK))

    def narrowed(self, project: Project, items: "QuerySet[Item]") -> "QuerySet[Item]":
        """Of `items`, which are work items of the project, those that fit."""
        items = items.filter(**self._equal())
        if self.search:
            items = items.filter(
                Q(external_id__icontains=self.search)
                | Q(question__icontains=self.search)
                | Q(answer__icontains=self.search)
            )
        if self.status:
            items = items.filter(has_status(project, self.status))
        for key in filter(None, (self.annotator, self.beside)):
            items = items.filter(Exists(_submitted(project, key).filter(item=OuterRef("pk"))))
        if self.day:
            began = datetime.fromisoformat(self.day).replace(tzinfo=UTC)
            on_the_day = counted().filter(
                imported_by__isnull=True,
                submitted__saved_at__gte=began,
                submitted__saved_at__lt=began + timedelta(days=1),
            )
            items = items.filter(Exists(on_the_day.order_by().filter(item=OuterRef("pk"))))
        order = ORDERS[self.order]
        if self.label or not order.of_item:
            kept = ItemStatistic.objects.filter(item=OuterRef("pk"), policy=project.policy)
            if not order.of_item:
                kept = kept.filter(listed(order))
            if self.label:
                kept = kept.annotate(at=StrIndex("labels", Value(f"\n{self.label}\n"))).filter(at__gt=0)
            items = items.filter(Exists(kept))
        return items

    def few(self, project: Project, most: int) -> list[int] | None:
        """Keys of at most so many items among which all those are that the filter gives; None: there may be more.

        Found by way of an index, however many items the project has.
        """
        for keys in self._ways(project):
            found = list(keys.order_by()[: most + 1])
            if len(found) <= most:
                return found
        return None

    def _equal(self) -> dict[str, str]:
        wanted = {"model_id": self.model, "split": self.split, "language": self.language or None}
        return {name: value for name, value in wanted.items() if value is not None}

    def _ways(self, project: Project) -> "list[QuerySet[Any, int]]":
        people = filter(None, (self.annotator, self.beside))
        ways: list[QuerySet[Any, int]] = [
            _submitted(project, key).values_list("item_id", flat=True) for key in people
        ]
        if self.status == "surplus":
            ways.append(_surplus().filter(annotator__project=project).values_list("item_id", flat=True))
        if self.status and project.assignment != Project.AssignmentPolicy.EVERYONE:
            needed = [row.redundancy or project.redundancy for row in languages_of(project)]
            work = Item.objects.filter(project=project, kind=Item.Kind.WORK)
            if self.status == "open":
                ways.append(work.filter(counted__lt=max(needed, default=0)).values_list("pk", flat=True))
            if self.status == "over-full":
                ways.append(work.filter(counted__gt=min(needed, default=0)).values_list("pk", flat=True))
        return ways


def has_status(project: Project, status: str) -> Q:
    """As `item_status` says it, for the database; `surplus`: something came late and waits for a lead."""
    if status == "surplus":
        return Q(Exists(_surplus().filter(item=OuterRef("pk"))))
    having = Q(pk__in=[])
    for row in languages_of(project):
        needed = row.redundancy or project.redundancy
        if project.assignment == Project.AssignmentPolicy.EVERYONE:
            fits = Q() if status == ("complete" if row.closed else "open") else None
        else:
            by_status = {
                "open": Q(counted__lt=needed),
                "complete": Q(counted=needed),
                "over-full": Q(counted__gt=needed),
            }
            fits = by_status[status]
        if fits is not None:
            having |= Q(language=row.language) & fits
    return having


def _submitted(project: Project, key: str) -> QuerySet[Annotation]:
    return Annotation.objects.filter(
        published(), annotator__project=project, annotator__key=key, submitted__isnull=False
    ).order_by()


def _surplus() -> QuerySet[Annotation]:
    return Annotation.objects.filter(counts(surplus=True)).order_by()
