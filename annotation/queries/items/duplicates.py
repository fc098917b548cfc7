"""Duplicate outputs: work items that repeat the question and the answer of another item of their language."""

from dataclasses import dataclass
from typing import Annotated

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import FirstValue, RowNumber

from annotation.models import Annotation, Assignment, Item, Project
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.shapes import ItemHead

SHOWN = 50


@dataclass(frozen=True)
class DuplicateItem(ItemHead):
    model_id: str
    kept: Annotated[str, "External id of the item that it repeats."]
    kept_model_id: str
    begun: Annotated[bool, "Somebody has it, so it is not removed."]


@dataclass(frozen=True)
class Duplicates:
    found: Annotated[int, "Items that repeat another one."]
    removable: Annotated[int, "Those that nobody has begun."]
    removed: Annotated[int, "Items that were removed as duplicates, which can be restored."]
    shown: Annotated[list[DuplicateItem], f"The first {SHOWN} in order of import."]


def duplicate_items(project: Project) -> QuerySet[Item]:
    """The items that repeat another one, in order of import.

    Of items with the same language, question and answer one is no duplicate: the first that somebody has begun, else
    the first. `kept` is its key, and `begun` whether somebody has the duplicate itself.
    A further filter would apply before the copies are numbered.
    """
    copies = {
        "partition_by": [F("language"), F("question"), F("answer_sha256")],
        "order_by": [Case(When(_begun(), then=0), default=Value(1), output_field=IntegerField()), "ordinal"],
    }
    work = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    numbered = work.annotate(
        position=Window(RowNumber(), **copies),
        kept=Window(FirstValue("pk"), **copies),
        begun=Case(When(_begun(), then=Value(True)), default=Value(False)),
    )
    return numbered.filter(position__gt=1).order_by("ordinal")


def not_begun(items: QuerySet[Item]) -> QuerySet[Item]:
    """The items that nobody has been given or has annotated."""
    return items.exclude(_begun())


def removed_items(project: Project) -> QuerySet[Item]:
    """The items that were removed as duplicates: nothing else archives items."""
    return Item.objects.filter(project=project, archived_at__isnull=False)


def duplicates(project: Project) -> Duplicates:
    """How many items repeat others, and the first of them."""
    found = list(duplicate_items(project).values_list("pk", "kept", "begun"))
    shown = Item.objects.in_bulk([key for pk, kept, _ in found[:SHOWN] for key in (pk, kept)])
    return Duplicates(
        found=len(found),
        removable=sum(not begun for *_, begun in found),
        removed=removed_items(project).count(),
        shown=[
            DuplicateItem(
                **item_head(shown[pk]),
                model_id=shown[pk].model_id,
                kept=shown[kept].external_id,
                kept_model_id=shown[kept].model_id,
                begun=begun,
            )
            for pk, kept, begun in found[:SHOWN]
        ],
    )


def _begun() -> Q:
    return (
        Q(coverage__gt=0)
        | Q(Exists(Assignment.objects.filter(item=OuterRef("pk"))))
        | Q(Exists(Annotation.objects.filter(item=OuterRef("pk"))))
    )
