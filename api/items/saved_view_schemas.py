"""Requests for saved views of the list of items."""

from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField
from api.items.item_filter import ItemFilterSerializer

_MAX_NAME = 100


class NewViewSerializer(Shape):
    name = StrictTextField(max_length=_MAX_NAME)
    filter = ItemFilterSerializer()
    shared = StrictBooleanField(required=False, default=False)


class ChangeViewSerializer(Change):
    name = StrictTextField(required=False, max_length=_MAX_NAME)
    filter = ItemFilterSerializer(required=False)
    shared = StrictBooleanField(required=False)
