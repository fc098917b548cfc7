"""Requests for bulk changes of items."""

from rest_framework import serializers as s

from annotation.queries.items.item_changes import CHANGE_KINDS
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictIntegerField, StrictTextField
from api.items.chosen_items import ChosenSerializer

_MAX_VALUE = 600  # The service says how long a split and a tag may be.


class PreviewChangeSerializer(ChosenSerializer):
    """`value`: the split, or the name of the tag. An empty split removes it."""

    kind = s.ChoiceField(choices=CHANGE_KINDS)
    value = StrictTextField(required=False, default="", allow_blank=True, max_length=_MAX_VALUE)


class ChangeItemsSerializer(PreviewChangeSerializer):
    """`expected`: number of items that the preview said would change. 409: there are more or fewer now."""

    expected = StrictIntegerField(min_value=0, max_value=MAX_KEY)
