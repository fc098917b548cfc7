"""Reads of saved views."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Q, QuerySet

from annotation.models import Membership, Project, SavedView
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.projects.access import Access


@dataclass(frozen=True)
class SavedViewData:
    id: int
    name: str
    filter: ItemFilter
    columns: Annotated[
        list[str], "Further columns: fields of the metadata, and those of items after a colon."
    ]
    shared: Annotated[bool, "All leads of the project see it."]
    mine: bool
    deletable: Annotated[bool, "One's own, or of somebody who no longer leads the project."]


def views_of(here: Access) -> QuerySet[SavedView]:
    """The lead's own views and the shared views of the project, by name."""
    mine = Q(owner=here.user) | Q(shared=True)
    return SavedView.objects.filter(mine, project=here.project).order_by("name", "pk")


def leads_of(project: Project) -> set[int]:
    """Keys of the project's present leads."""
    there = Membership.objects.filter(project=project, ended_at__isnull=True, user__is_active=True)
    return set(there.filter(role=Membership.Role.LEAD).values_list("user", flat=True))


def may_delete(here: Access, view: SavedView, leads: Container[int]) -> bool:
    """Whether the user owns the view, or it is shared by someone who no longer leads the project."""
    return view.owner_id == here.user.pk or (view.shared and view.owner_id not in leads)


def saved_view(here: Access, view: SavedView, leads: Container[int]) -> SavedViewData:
    """A view as its reader sees it. `leads`: see `leads_of`."""
    return SavedViewData(
        id=view.pk,
        name=view.name,
        filter=ItemFilter.from_storage(view.filter),
        columns=view.columns,
        shared=view.shared,
        mine=view.owner_id == here.user.pk,
        deletable=may_delete(here, view, leads),
    )
