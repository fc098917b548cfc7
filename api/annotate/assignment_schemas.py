"""Requests and responses of a lead's bulk actions on items."""

from typing import Any

from rest_framework import serializers as s

from annotation.services.annotate.assignment import MAX_ITEMS
from annotation.services.annotate.surplus import ACCEPTED, LEFT_OUT, WAITING
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from api.items.item_filter import ItemFilterSerializer


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


class AssignSerializer(ChosenSerializer):
    annotator = StrictTextField(help_text="Key of a member.")


class UnassignSerializer(ChosenSerializer):
    """`annotator` empty: all annotators."""

    annotator = StrictTextField(required=False, default="", allow_blank=True)


class ReopenSerializer(UnassignSerializer):
    """`undo`: the latest submissions count again."""

    undo = StrictBooleanField(required=False, default=False)


class DecisionSerializer(Shape):
    annotator = StrictTextField()
    decision = s.ChoiceField(choices=[ACCEPTED, LEFT_OUT, WAITING])
