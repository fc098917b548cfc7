"""Whom the field of an assignment by field names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import Count

from annotation.models import Annotator, Item, Membership, Project
from morelkit.formats.record_format import value_at

MAX_NAME = 150
MAX_UNKNOWN = 50


@dataclass(frozen=True)
class NamedItems:
    name: str
    items: int


@dataclass(frozen=True)
class Assignees:
    """Where a field decides who gets an item, how many items its values reach."""

    assigned: Annotated[int, "Items whose field names a member."]
    unnamed: Annotated[int, "Items whose field is missing, blank or no name."]
    unknown: Annotated[
        list[NamedItems], f"Names that no member has, at most {MAX_UNKNOWN}; most items first."
    ]


def assignee_of(metadata: Mapping[str, Any], field: str) -> str | None:
    """The name in a field, case-folded; None if it is none. A dotted path reaches into objects."""
    value = value_at(metadata, field)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    name = str(value).strip().casefold()
    return name if name and len(name) <= MAX_NAME and name.isprintable() else None


def names_of(annotator: Annotator) -> list[str]:
    """The names by which a field may name the annotator: user name and pseudonym."""
    names = [annotator.key, annotator.user.username] if annotator.user else [annotator.key]
    return [name.casefold() for name in names]


def assignees(project: Project) -> Assignees:
    """How many items of the project reach a member by its field, and the names that are unknown."""
    members = Membership.objects.filter(project=project, ended_at__isnull=True).values("user")
    found = Annotator.objects.filter(project=project, user__in=members).select_related("user")
    known = {name for annotator in found for name in names_of(annotator)}
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK).for_annotators()
    counts: dict[str | None, int] = dict(items.order_by().values_list("assignee").annotate(Count("pk")))
    unnamed = counts.pop(None, 0)
    unknown = [NamedItems(name, number) for name, number in counts.items() if name and name not in known]
    return Assignees(
        assigned=sum(counts.values()) - sum(each.items for each in unknown),
        unnamed=unnamed,
        unknown=sorted(unknown, key=lambda each: (-each.items, each.name))[:MAX_UNKNOWN],
    )
