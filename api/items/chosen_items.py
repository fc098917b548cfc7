"""The items of a bulk action: by key, or all of a filter."""

from typing import Any

from rest_framework import serializers as s

from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.projects.access import Access
from annotation.services.annotate.assignment import MAX_ITEMS
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictIntegerField
from api.items.item_filter import ItemFilterSerializer, checked_filter


class ChosenSerializer(Shape):
    """Items by key, or all items that match a filter."""

    items = s.ListField(
        child=StrictIntegerField(min_value=0, max_value=MAX_KEY), required=False, max_length=MAX_ITEMS
    )
    filter = ItemFilterSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("items" in attrs) == ("filter" in attrs):
            raise s.ValidationError("Say which: items, or filter.", code="which")
        return attrs


def keys_or_filter(here: Access, content: dict[str, Any]) -> list[int] | ItemFilter:
    """The keys of a request, or its filter, checked against the project. Raises InvalidError."""
    if "items" in content:
        keys: list[int] = content["items"]
        return keys
    return checked_filter(content["filter"], here, "filter/")
