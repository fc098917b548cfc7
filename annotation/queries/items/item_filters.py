"""Which items a lead looks at: conditions that narrow the list, each on its own and all together."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import StrIndex

from annotation.models import Adjudication, Annotation, Annotator, Item, ItemStatistic, Project
from annotation.models.annotation import is_counted
from annotation.queries.curation.adjudications import decided, stale_items
from annotation.queries.items.item_orders import ORDERS, listed
from annotation.queries.items.label_filter import choosing, is_of_items
from annotation.queries.projects.access import languages_of
from morelkit.agreement.character_counts import AGREEMENT_SCALE

Items = QuerySet[Item]

STATUSES = ("open", "complete", "over-full", "reached", "surplus")
"""Of these, `reached` is `complete` and `over-full` together."""

DECISIONS = ("open", "done", "stale")
"""`open`: annotations differ, and nobody has decided; `done`: a decision holds; `stale`: over other annotations."""


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """What is "" or None is asked of no item. A model or split of "" asks for items that name none."""

    language: str = ""
    order: str = "agreement"  # of `item_orders.ORDERS`
    search: str = ""
    model: str | None = None
    split: str | None = None
    annotator: str = ""  # key of somebody who has submitted the item
    beside: str = ""  # key of somebody who has submitted it as well: of both it has to count
    day: str = ""  # YYYY-MM-DD (UTC) on which somebody submitted here what counts
    label: str = ""  # as in `filterable_labels`, used by an annotation that counts
    with_label: str = ""  # where `label` is of items, another one that the same annotation chose
    counted: int = 0  # at least so many annotations that count, and chose `label` where that is of items
    agreement_from: str = ""  # a decimal from 0 to 1
    agreement_to: str = ""  # only what is below it; up to 1, 1 itself as well
    status: str = ""  # of `STATUSES`
    decision: str = ""  # of `DECISIONS`

    def items(self, project: Project) -> "QuerySet[Item]":
        """All of them, in no order. Those that the order leaves out are left out here as well."""
        return self.narrowed(project, self._beforehand(project))

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
            submitted = _submitted(project, key)
            if self.beside:
                submitted = submitted.filter(surplus=False, excluded_at__isnull=True)
            items = items.filter(Exists(submitted.filter(item=OuterRef("pk"))))
        if self.day:
            began = datetime.fromisoformat(self.day).replace(tzinfo=UTC)
            on_the_day = Annotation.objects.counted().filter(
                imported_by__isnull=True,
                submitted__saved_at__gte=began,
                submitted__saved_at__lt=began + timedelta(days=1),
            )
            items = items.filter(Exists(on_the_day.order_by().filter(item=OuterRef("pk"))))
        if self.counted:
            items = items.filter(counted__gte=self.counted)
        items = self._by_statistic(project, items)
        if self.with_label or (self.counted > 1 and is_of_items(self.label)):
            chosen = choosing(filter(None, (self.label, self.with_label)), max(1, self.counted))
            items = items.filter(Exists(chosen.filter(item=OuterRef("pk"))))
        return self._by_decision(items)

    def few(self, project: Project, most: int) -> list[int] | None:
        """Keys of at most so many items among which all those are that the filter gives; None: there may be more.

        Found by way of an index, however many items the project has.
        """
        for keys in self._ways(project):
            found = list(keys.order_by()[: most + 1])
            if len(found) <= most:
                return found
        return None

    def along(self, candidates: "QuerySet[Any]") -> "QuerySet[Any]":
        """Of rows in the order, the stretch outside of which none fits."""
        column = ORDERS[self.order].column
        if column == "agreement":
            return candidates.filter(self._between())
        return candidates.filter(counted__gte=self.counted) if column == "counted" else candidates

    def _by_statistic(self, project: Project, items: "QuerySet[Item]") -> "QuerySet[Item]":
        order = ORDERS[self.order]
        undecided = self.decision == "open"
        if order.of_item and not (self.label or self._bounded or undecided):
            return items
        kept = ItemStatistic.objects.filter(self._between(), item=OuterRef("pk"), policy=project.policy)
        if not order.of_item:
            kept = kept.filter(listed(order))
        if self.label:
            line = f"\n{self.label}" if self.label.endswith(":") else f"\n{self.label}\n"
            kept = kept.annotate(at=StrIndex("labels", Value(line))).filter(at__gt=0)
        if undecided:
            kept = kept.filter(differs=True)
        return items.filter(Exists(kept))

    def _beforehand(self, project: Project) -> "QuerySet[Item]":
        """Work items that are there, or those among them of which alone something is to be or has been decided."""
        if not self.decision:
            return Item.objects.visible(project).filter(kind=Item.Kind.WORK)
        # Without the project, of which they are: SQLite would go through all of it in place of these keys.
        return Item.objects.filter(
            pk__in=self._decidable(project),
            kind=Item.Kind.WORK,
            archived_at__isnull=True,
            imported_by__published_at__isnull=False,
        )

    def _decidable(self, project: Project) -> "QuerySet[Any, int]":
        """Keys of the items that differ; of those on which something was decided once."""
        if self.decision != "open":
            once = Adjudication.objects.filter(item__project=project, withdrawn=False)
            return once.values_list("item_id", flat=True).distinct()
        differing = ItemStatistic.objects.filter(project=project, policy=project.policy, differs=True)
        if self.language:
            differing = differing.filter(language=self.language)
        return differing.values_list("item_id", flat=True)

    def _by_decision(self, items: "QuerySet[Item]") -> "QuerySet[Item]":
        if self.decision == "open":
            return items.exclude(decided())
        if self.decision == "stale":
            return Item.objects.filter(pk__in=stale_items(items))
        return items.filter(decided()) if self.decision == "done" else items

    @property
    def _bounded(self) -> bool:
        return bool(self.agreement_from or self.agreement_to)

    def _between(self) -> Q:
        """Of the stored agreement, in whole parts: what stands on a border is above it."""
        if not self._bounded:
            return Q()
        fits = Q(agreement__gte=_scaled(self.agreement_from or "0"))
        below = _scaled(self.agreement_to or "1")
        return fits if below == AGREEMENT_SCALE else fits & Q(agreement__lt=below)

    def _equal(self) -> dict[str, str]:
        wanted = {"model_id": self.model, "split": self.split, "language": self.language or None}
        return {name: value for name, value in wanted.items() if value is not None}

    def _ways(self, project: Project) -> "list[QuerySet[Any, int]]":
        people = filter(None, (self.annotator, self.beside))
        ways: list[QuerySet[Any, int]] = [
            _submitted(project, key).values_list("item_id", flat=True) for key in people
        ]
        work = Item.objects.filter(project=project, kind=Item.Kind.WORK)
        if self._bounded:
            kept = ItemStatistic.objects.filter(self._between(), project=project, policy=project.policy)
            ways.append(kept.values_list("item_id", flat=True))
        if self.decision:
            ways.append(self._decidable(project))
        if self.counted:
            ways.append(work.filter(counted__gte=self.counted).values_list("pk", flat=True))
        if self.status == "surplus":
            ways.append(_surplus().filter(annotator__project=project).values_list("item_id", flat=True))
        if self.status and project.assignment != Project.AssignmentPolicy.EVERYONE:
            needed = [row.redundancy or project.redundancy for row in languages_of(project)]
            if self.status == "open":
                ways.append(work.filter(counted__lt=max(needed, default=0)).values_list("pk", flat=True))
            if self.status == "over-full":
                ways.append(work.filter(counted__gt=min(needed, default=0)).values_list("pk", flat=True))
            if self.status == "reached":
                ways.append(work.filter(counted__gte=min(needed, default=0)).values_list("pk", flat=True))
        return ways


def has_status(project: Project, status: str) -> Q:
    """As `item_status` says it, for the database; `surplus`: something came late and waits for a lead."""
    if status == "surplus":
        return Q(Exists(_surplus().filter(item=OuterRef("pk"))))
    having = Q(pk__in=[])
    for row in languages_of(project):
        needed = row.redundancy or project.redundancy
        if project.assignment == Project.AssignmentPolicy.EVERYONE:
            fits = Q() if status in (("complete", "reached") if row.closed else ("open",)) else None
        else:
            by_status = {
                "open": Q(counted__lt=needed),
                "complete": Q(counted=needed),
                "over-full": Q(counted__gt=needed),
                "reached": Q(counted__gte=needed),
            }
            fits = by_status[status]
        if fits is not None:
            having |= Q(language=row.language) & fits
    return having


def _submitted(project: Project, key: str) -> QuerySet[Annotation]:
    return (
        Annotation.objects.published()
        .filter(annotator__project=project, annotator__key=key, submitted__isnull=False)
        .order_by()
    )


def _surplus() -> QuerySet[Annotation]:
    return Annotation.objects.filter(is_counted(surplus=True)).order_by()


def _scaled(share: str) -> int:
    return int(Decimal(share) * AGREEMENT_SCALE)


def has_annotator(project: Project, key: str) -> bool:
    return Annotator.objects.filter(project=project, key=key).exists()
