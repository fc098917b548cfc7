"""Requests for saved views of the list of items."""

from rest_framework import serializers as s

from annotation.queries.items.metadata_fields import MAX_COLUMNS, MAX_NAME
from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField
from api.items.item_filter import ItemFilterSerializer

_MAX_NAME = 100


class NewViewSerializer(Shape):
    name = StrictTextField(max_length=_MAX_NAME)
    filter = ItemFilterSerializer()
    columns = s.ListField(
        child=StrictTextField(max_length=MAX_NAME), required=False, default=list, max_length=MAX_COLUMNS
    )
    shared = StrictBooleanField(required=False, default=False)


class ChangeViewSerializer(Change):
    name = StrictTextField(required=False, max_length=_MAX_NAME)
    filter = ItemFilterSerializer(required=False)
    shared = StrictBooleanField(required=False)
