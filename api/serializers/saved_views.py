"""Requests for saved views of the list of items."""

from api.fields import StrictBooleanField, StrictTextField
from api.item_filter import ItemFilterSerializer
from api.serializers.shape import Change, Shape

_MAX_NAME = 100


class NewViewSerializer(Shape):
    name = StrictTextField(max_length=_MAX_NAME)
    filter = ItemFilterSerializer()
    shared = StrictBooleanField(required=False, default=False)


class ChangeViewSerializer(Change):
    name = StrictTextField(required=False, max_length=_MAX_NAME)
    filter = ItemFilterSerializer(required=False)
    shared = StrictBooleanField(required=False)
