"""Reads of saved views."""

from dataclasses import asdict
from typing import Any

from django.db.models import Q, QuerySet

from annotation.models import SavedView
from annotation.queries.item_filters import ItemFilter
from annotation.queries.projects import Access


def views_of(here: Access) -> QuerySet[SavedView]:
    """A lead's own and those that are shared, by name."""
    mine = Q(owner=here.user) | Q(shared=True)
    return SavedView.objects.filter(mine, project=here.project).order_by("name", "pk")


def view_json(here: Access, view: SavedView) -> dict[str, Any]:
    return {
        "id": view.pk,
        "name": view.name,
        "filter": asdict(ItemFilter(**view.filter)),
        "shared": view.shared,
        "mine": view.owner_id == here.user.pk,
    }
