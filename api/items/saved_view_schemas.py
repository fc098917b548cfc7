"""Saved views of the list of items."""

from rest_framework import serializers as s

from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField
from api.items.item_filter import ItemFilterSerializer

_MAX_NAME = 100


class SavedViewSerializer(Shape):
    id = s.IntegerField()
    name = s.CharField()
    filter = ItemFilterSerializer()
    shared = s.BooleanField(help_text="All leads of the project see it.")
    mine = s.BooleanField()
    deletable = s.BooleanField(help_text="One's own, or of somebody who leads the project no more.")


class NewViewSerializer(Shape):
    name = StrictTextField(max_length=_MAX_NAME)
    filter = ItemFilterSerializer()
    shared = StrictBooleanField(required=False, default=False)


class ChangeViewSerializer(Change):
    name = StrictTextField(required=False, max_length=_MAX_NAME)
    filter = ItemFilterSerializer(required=False)
    shared = StrictBooleanField(required=False)
