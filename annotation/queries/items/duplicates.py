"""Duplicate outputs: work items that repeat the question and the answer of another item of their language."""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from django.db.models import (
    Case,
    Exists,
    Expression,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
    Window,
)
from django.db.models.functions import FirstValue, RowNumber

from annotation.models import Annotation, Assignment, Item, Project
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.shapes import ItemHead

SHOWN = 50


class Duplicate(NamedTuple):
    """Keys of an item and of the one that it repeats, and whether somebody has begun it."""

    item: int
    kept: int
    begun: bool


@dataclass(frozen=True)
class DuplicateItem(ItemHead):
    model_id: str
    kept: Annotated[str, "External id of the item that it repeats."]
    kept_id: int
    kept_model_id: str
    begun: Annotated[bool, "Somebody has it, so it is not removed."]


@dataclass(frozen=True)
class Duplicates:
    found: Annotated[int, "Items that repeat another one."]
    removable: Annotated[int, "Those that nobody has begun."]
    removed: Annotated[int, "Items that were removed as duplicates, which can be restored."]
    shown: Annotated[list[DuplicateItem], f"The first {SHOWN} in order of import."]


def find_duplicates(project: Project) -> list[Duplicate]:
    """The items that repeat another one, in order of import.

    Of items with the same language, question and answer one is no duplicate: the first that somebody has begun, else
    the first.
    """
    begun = Case(When(_begun(), then=0), default=Value(1), output_field=IntegerField())

    def of_copies(expression: Expression) -> Window:
        same = [F("language"), F("question"), F("answer_sha256")]
        return Window(expression, partition_by=same, order_by=[begun, "ordinal"])

    work = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    numbered: Any = work.annotate(
        position=of_copies(RowNumber()),
        kept=of_copies(FirstValue("pk")),
        unbegun=begun,
    )
    rows = numbered.filter(position__gt=1).order_by("ordinal").values_list("pk", "kept", "unbegun")
    return [Duplicate(item, kept, not unbegun) for item, kept, unbegun in rows]


def not_begun(items: QuerySet[Item]) -> QuerySet[Item]:
    """The items that nobody has been given or has annotated."""
    return items.exclude(_begun())


def removed_items(project: Project) -> QuerySet[Item]:
    """The items that were removed as duplicates, without those that leads have archived."""
    return Item.objects.filter(project=project, archived_at__isnull=False, archived_by_lead=False)


def duplicates(project: Project) -> Duplicates:
    """How many items repeat others, and the first of them."""
    found = find_duplicates(project)
    items = Item.objects.in_bulk([key for each in found[:SHOWN] for key in (each.item, each.kept)])
    return Duplicates(
        found=len(found),
        removable=sum(not each.begun for each in found),
        removed=removed_items(project).count(),
        shown=[
            DuplicateItem(
                **item_head(items[each.item]),
                model_id=items[each.item].model_id,
                kept=items[each.kept].external_id,
                kept_id=each.kept,
                kept_model_id=items[each.kept].model_id,
                begun=each.begun,
            )
            for each in found[:SHOWN]
        ],
    )


def _begun() -> Q:
    return (
        Q(coverage__gt=0)
        | Q(Exists(Assignment.objects.filter(item=OuterRef("pk"))))
        | Q(Exists(Annotation.objects.filter(item=OuterRef("pk"))))
    )
