"""Filters of the leads' item list: all conditions of a filter must hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import StrIndex

from annotation.models import Adjudication, Annotation, Annotator, Item, ItemStatistic, Project
from annotation.models.annotation import is_counted
from annotation.queries.annotate.broken_rules import rule_line
from annotation.queries.curation.adjudications import decided, stale_items
from annotation.queries.items.item_order import ORDERS, listed
from annotation.queries.items.label_filter import annotations_with_labels, is_item_label
from annotation.queries.items.metadata_fields import MetadataCondition, with_metadata
from annotation.queries.items.tags import has_tag, tagged
from annotation.queries.projects.access import languages_of
from morelkit.agreement.character_counts import AGREEMENT_SCALE

STATUSES = ("open", "complete", "over-full", "reached", "surplus", "archived")
"""`reached` is `complete` or `over-full`, without implied labels. Only `archived` lists archived items."""

DECISIONS = ("open", "done", "stale")
"""`open`: annotations differ and no decision exists. `done`: one exists. `stale`: annotations have changed since."""


ANY_RULE = "any"
"""Any consistency rule. The code of a rule has spaces."""


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """Conditions on items; "" or None sets none. `model` and `split` of "" match items that have none."""

    language: str = ""
    order: str = "agreement"  # a key of `item_order.ORDERS`
    search: str = ""
    model: str | None = None
    split: str | None = None
    annotator: str = ""  # key of an annotator who has submitted the item
    beside: str = ""  # key of a second one; both annotations must then be counted
    day: str = ""  # YYYY-MM-DD (UTC) on which a counted annotation was submitted in Morel
    label: str = ""  # of `filterable_labels`, used by a counted annotation
    with_label: str = ""  # a second item label, chosen by the same annotation as `label`
    counted: int = 0  # minimum of counted annotations; with an item label in `label`, of those that chose it
    agreement_from: str = ""  # a decimal from 0 to 1
    agreement_to: str = ""  # exclusive, except that 1 includes 1
    status: str = ""  # one of `STATUSES`
    decision: str = ""  # one of `DECISIONS`
    tag: str = ""  # the name of a tag
    metadata: tuple[MetadataCondition, ...] = ()
    broken_rule: str = ""  # code of a consistency rule that a counted annotation breaks, or ANY_RULE

    @classmethod
    def from_storage(cls, stored: Mapping[str, Any]) -> "ItemFilter":
        """The filter of a saved view. An earlier version may not have had all conditions."""
        conditions = tuple(MetadataCondition(**each) for each in stored.get("metadata", []))
        return cls(**{**stored, "metadata": conditions})

    def items(self, project: Project) -> "QuerySet[Item]":
        """All matching items, unordered, without those that the order does not list."""
        return self.filtered(project, self._base_items(project))

    def filtered(self, project: Project, items: "QuerySet[Item]") -> "QuerySet[Item]":
        """The matching ones of `items`, which must be work items of the project."""
        items = items.filter(**self._exact_matches())
        if self.search:
            items = items.filter(
                Q(external_id__icontains=self.search)
                | Q(question__icontains=self.search)
                | Q(answer__icontains=self.search)
            )
        if self.status and not self._archived:
            items = items.filter(has_status(project, self.status))
        if self.tag:
            items = items.filter(has_tag(project, self.tag))
        for key in filter(None, (self.annotator, self.beside)):
            submitted = _submitted(project, key)
            if self.beside:
                submitted = submitted.filter(surplus=False, excluded_at__isnull=True)
            items = items.filter(Exists(submitted.filter(item=OuterRef("pk"))))
        if self.day:
            midnight = datetime.fromisoformat(self.day).replace(tzinfo=UTC)
            on_day = Annotation.objects.counted().filter(
                imported_by__isnull=True,
                submitted__saved_at__gte=midnight,
                submitted__saved_at__lt=midnight + timedelta(days=1),
            )
            items = items.filter(Exists(on_day.order_by().filter(item=OuterRef("pk"))))
        if self.broken_rule:
            items = items.filter(Exists(self._breaking_rule().filter(item=OuterRef("pk"))))
        if self.counted:
            items = items.filter(counted__gte=self.counted)
        items = self._by_statistic(project, items)
        if self.with_label or (self.counted > 1 and is_item_label(self.label)):
            chosen = annotations_with_labels(
                filter(None, (self.label, self.with_label)), max(1, self.counted)
            )
            items = items.filter(Exists(chosen.filter(item=OuterRef("pk"))))
        return self._by_decision(with_metadata(items, self.metadata))

    def few_keys(self, project: Project, most: int) -> list[int] | None:
        """At most `most` keys that include all matching items, found through an index. None if there may be more."""
        for indexed in self._indexed_keys(project):
            found = list(indexed.order_by()[: most + 1])
            if len(found) <= most:
                return found
        return None

    def sort_range(self, candidates: "QuerySet[Any]") -> "QuerySet[Any]":
        """The range of the order's rows outside of which no item matches."""
        column = ORDERS[self.order].column
        if column == "agreement":
            return candidates.filter(self._agreement_condition())
        return candidates.filter(counted__gte=self.counted) if column == "counted" else candidates

    def _by_statistic(self, project: Project, items: "QuerySet[Item]") -> "QuerySet[Item]":
        order = ORDERS[self.order]
        undecided = self.decision == "open"
        if order.of_item and not (self.label or self._bounded or undecided):
            return items
        kept = ItemStatistic.objects.filter(
            self._agreement_condition(), item=OuterRef("pk"), policy=project.policy
        )
        if not order.of_item:
            kept = kept.filter(listed(order))
        if self.label:
            line = f"\n{self.label}" if self.label.endswith(":") else f"\n{self.label}\n"
            kept = kept.annotate(at=StrIndex("labels", Value(line))).filter(at__gt=0)
        if undecided:
            kept = kept.filter(differs=True)
        return items.filter(Exists(kept))

    def available(self) -> Q:
        """The condition for the items that lists of this filter can have: work items, archived or not."""
        return Q(
            kind=Item.Kind.WORK,
            archived_at__isnull=not self._archived,
            imported_by__published_at__isnull=False,
        )

    @property
    def _archived(self) -> bool:
        return self.status == "archived"

    def _base_items(self, project: Project) -> "QuerySet[Item]":
        """Available items; with `decision`, only those that need or have a decision."""
        if not self.decision:
            return Item.objects.filter(self.available(), project=project)
        # No condition on the project: SQLite would scan all of it instead of looking up these keys.
        return Item.objects.filter(self.available(), pk__in=self._decidable(project))

    def _decidable(self, project: Project) -> "QuerySet[Any, int]":
        """Keys of the items whose annotations differ (`open`), or that have had a decision."""
        if self.decision != "open":
            once = Adjudication.objects.filter(item__project=project, withdrawn=False)
            return once.values_list("item_id", flat=True).distinct()
        differing = ItemStatistic.objects.filter(project=project, policy=project.policy, differs=True)
        if self.language:
            differing = differing.filter(language=self.language)
        return differing.values_list("item_id", flat=True)

    def _breaking_rule(self) -> "QuerySet[Annotation]":
        breaking = Annotation.objects.counted().order_by().filter(broken_rules__isnull=False)
        if self.broken_rule == ANY_RULE:
            return breaking
        line = Value(rule_line(self.broken_rule))
        return breaking.alias(at=StrIndex("broken_rules", line)).filter(at__gt=0)

    def _by_decision(self, items: "QuerySet[Item]") -> "QuerySet[Item]":
        if self.decision == "open":
            return items.exclude(decided())
        if self.decision == "stale":
            return Item.objects.filter(pk__in=stale_items(items))
        return items.filter(decided()) if self.decision == "done" else items

    @property
    def _bounded(self) -> bool:
        return bool(self.agreement_from or self.agreement_to)

    def _agreement_condition(self) -> Q:
        """The condition on the stored agreement, an integer. A value equal to a bound is above it."""
        if not self._bounded:
            return Q()
        fits = Q(agreement__gte=_scaled(self.agreement_from or "0"))
        below = _scaled(self.agreement_to or "1")
        return fits if below == AGREEMENT_SCALE else fits & Q(agreement__lt=below)

    def _exact_matches(self) -> dict[str, str]:
        wanted = {"model_id": self.model, "split": self.split, "language": self.language or None}
        return {name: value for name, value in wanted.items() if value is not None}

    def _indexed_keys(self, project: Project) -> "list[QuerySet[Any, int]]":
        people = filter(None, (self.annotator, self.beside))
        keys: list[QuerySet[Any, int]] = [
            _submitted(project, key).values_list("item_id", flat=True) for key in people
        ]
        work = Item.objects.filter(project=project, kind=Item.Kind.WORK)
        if self._bounded:
            kept = ItemStatistic.objects.filter(
                self._agreement_condition(), project=project, policy=project.policy
            )
            keys.append(kept.values_list("item_id", flat=True))
        if self.decision:
            keys.append(self._decidable(project))
        if self.broken_rule:
            breaking = self._breaking_rule().filter(annotator__project=project)
            keys.append(breaking.values_list("item_id", flat=True).distinct())
        if self.counted:
            keys.append(work.filter(counted__gte=self.counted).values_list("pk", flat=True))
        if self.tag:
            keys.append(tagged(project, self.tag).values_list("item_id", flat=True))
        return keys + self._keys_by_status(project, work)

    def _keys_by_status(self, project: Project, work: "QuerySet[Item]") -> "list[QuerySet[Any, int]]":
        keys: list[QuerySet[Any, int]] = []
        if self._archived:
            return [Item.objects.archived(project).values_list("pk", flat=True)]
        if self.status == "surplus":
            keys.append(_surplus().filter(annotator__project=project).values_list("item_id", flat=True))
        if self.status and project.assignment != Project.AssignmentPolicy.EVERYONE:
            needed = [row.redundancy or project.redundancy for row in languages_of(project)]
            if self.status == "open":
                keys.append(work.filter(counted__lt=max(needed, default=0)).values_list("pk", flat=True))
            if self.status == "over-full":
                keys.append(work.filter(counted__gt=min(needed, default=0)).values_list("pk", flat=True))
            if self.status == "reached":
                keys.append(work.filter(counted__gte=min(needed, default=0)).values_list("pk", flat=True))
        return keys


def has_status(project: Project, status: str) -> Q:
    """The database condition for `item_status`. `surplus`: a late submission waits for a lead.

    `reached`: items that the overview counts as complete. It does not count those with implied labels.
    """
    if status == "surplus":
        return Q(Exists(_surplus().filter(item=OuterRef("pk"))))
    condition = Q(pk__in=[])
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
            condition |= Q(language=row.language) & fits
    implied = Q(labels_implied=True)
    condition = condition | implied if status == "complete" else condition & ~implied
    balanced = project.assignment == Project.AssignmentPolicy.BALANCED
    return condition & Q(reservable=True) if balanced else condition


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
